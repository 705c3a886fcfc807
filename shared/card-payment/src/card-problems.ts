import * as z from 'zod/mini'

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

/** The modal that names everything that is wrong at once (PAY-26). */
export const problemQuestion = ({ problems }: CardRefused) => ({ type: 'cancel' as const, state: 'error' as const, keys: problems.map(problemKey) })

const isMonth = (text: string): boolean => /^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= 12
const isYear = (text: string): boolean => /^\d{4}$/.test(text) && Number(text) <= 2999

const required = (valid: (text: string) => boolean) => z.string().check(
  z.refine((text) => text !== '', { error: 'errors.blank', abort: true }),
  z.refine(valid, 'errors.invalid'),
)

/** Holder, month (01 to 12) and year (at most 2999) of the card form (PAY-20, CONST-20). */
export const HolderSchema = z.object({ card_holder: required(() => true), month: required(isMonth), year: required(isYear) })
/** The fields of our own page that go with number and CVV (PAY-19). */
export type CardHolderFields = z.infer<typeof HolderSchema>

/** Past years, and past months of this year, are expired (PAY-21, DEC-74). `today` is a plain date, `2026-11-21`. */
function isExpired({ month, year }: CardHolderFields, today: string): boolean {
  const [thisYear = '', thisMonth = ''] = today.split('-')
  return isYear(year) && (Number(year) < Number(thisYear) || (year === thisYear && isMonth(month) && Number(month) < Number(thisMonth)))
}

/** What is wrong with the fields of our own page, one problem for each. */
export function holderProblems(values: CardHolderFields, today: string): CardProblem[] {
  const typed = { card_holder: values.card_holder.trim(), month: values.month.trim(), year: values.year.trim() }
  const parsed = HolderSchema.safeParse(typed)
  const problems = (parsed.success ? [] : parsed.error.issues).map(({ path, message }) => ({ attribute: String(path[0]), key: message }))
  return isExpired(typed, today) ? [...problems, { attribute: 'year', key: 'errors.expired' }] : problems
}
