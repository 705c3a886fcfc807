/** One thing that is wrong with a card, in the spelling of the provider (DEC-83). */
export interface CardProblem {
  readonly attribute: string
  /** `errors.blank`, `errors.invalid`, `errors.expired`; `errors.unavailable` when nobody could be asked. */
  readonly key: string
}

/** Key of its words, `attribute.key`: `number.errors.blank` (PAY-26). */
export const problemKey = ({ attribute, key }: CardProblem): string => `${attribute}.${key}`

/** The provider did not answer: nothing was charged and nothing is wrong with the card. */
export const unavailable: CardProblem = { attribute: 'gateway', key: 'errors.unavailable' }

const known = new Set([
  'number.errors.blank', 'number.errors.invalid', 'cvv.errors.blank', 'cvv.errors.invalid', 'month.errors.blank', 'month.errors.invalid',
  'year.errors.blank', 'year.errors.invalid', 'year.errors.expired', 'card_holder.errors.blank', 'gateway.errors.unavailable',
])

/** Problems that have words here. A holder given in two parts is still the holder; what nobody knows is "not available". */
export function knownProblems(problems: readonly CardProblem[]): CardProblem[] {
  const named = problems.map(({ attribute, key }) => ({ attribute: attribute === 'first_name' || attribute === 'last_name' ? 'card_holder' : attribute, key }))
  const kept = named.map((problem) => (known.has(problemKey(problem)) ? problem : unavailable))
  return kept.filter((problem, at) => kept.findIndex((other) => problemKey(other) === problemKey(problem)) === at)
}

/** No token was made; nothing may be posted (PAY-25). */
export class CardRefused extends Error {
  override readonly name = 'CardRefused'
  readonly problems: readonly CardProblem[]
  constructor(problems: readonly CardProblem[]) {
    super(problems.map(problemKey).join(', '))
    this.problems = problems
  }
}
