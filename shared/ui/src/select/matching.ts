/** One choice of a select or autocomplete. */
export interface Choice {
  readonly value: string
  readonly label: string
  /** Beside the label, for example the phone code of a country; found by typing too. */
  readonly note?: string
  /** Other texts that mean it, found by typing and taken when the box is left: `351` and `+351` for `+351 Portugal`, `PT` and `PRT` for Portugal (DEC-103). */
  readonly aliases?: readonly string[]
}

/** Text without case, accents and differences of signs: a renter types "franca" and means "França", "guinea bissau" and means "Guinea-Bissau" (DEC-32). */
export const folded = (text: string): string =>
  text.normalize('NFD').replace(/[\p{M}.]/gu, '').toLowerCase().replace(/[’‘`]/g, "'").replace(/[\s-]+/g, ' ').trim()

/** What a choice is found by, folded. */
interface Keys {
  readonly label: string
  readonly others: readonly string[]
  readonly laterWords: readonly string[]
}

/** Folding hundreds of names in many languages at every key would be felt on a phone. */
const kept = new WeakMap<Choice, Keys>()

function keysOf(choice: Choice): Keys {
  const known = kept.get(choice)
  if (known) return known
  const { label, note, aliases = [] } = choice
  const others = [...new Set([...aliases, ...(note ? [note, note.replace(/^\+/, '')] : [])].map(folded))]
  const keys = { label: folded(label), others, laterWords: others.flatMap((name) => name.split(' ').slice(1)) }
  kept.set(choice, keys)
  return keys
}

/** Place in the order of DEC-103, best first: the name in full, a code or another name in full, how the name begins, how another begins, within. */
function rankOf({ label, others, laterWords }: Keys, wanted: string): number | null {
  if (label === wanted) return 0
  if (others.includes(wanted)) return 1
  if (label.startsWith(wanted)) return 2
  if (others.some((name) => name.startsWith(wanted))) return 3
  if (label.split(' ').some((word) => word.startsWith(wanted))) return 4
  // Of the other names only words: names in many languages have nearly every two letters somewhere.
  return label.includes(wanted) || laterWords.some((word) => word.startsWith(wanted)) ? 5 : null
}

/** The choices that the text may mean, the likeliest first, in their own order where it fits alike (DEC-103). */
export function matching<Some extends Choice>(choices: readonly Some[], text: string): Some[] {
  const wanted = folded(text)
  if (wanted === '') return [...choices]
  return choices
    .flatMap((choice) => {
      const rank = rankOf(keysOf(choice), wanted)
      return rank === null ? [] : [{ choice, rank }]
    })
    .sort((one, other) => one.rank - other.rank)
    .map(({ choice }) => choice)
}

/** The choice that the text names in full. */
export const named = <Some extends Choice>(choices: readonly Some[], text: string): Some | undefined =>
  choices.find((choice) => keysOf(choice).label === folded(text))

/** The choice that the text means when nothing more is typed: by its name or by another text for it. */
export const meant = <Some extends Choice>(choices: readonly Some[], text: string): Some | undefined =>
  named(choices, text) ?? (folded(text) === '' ? undefined : choices.find((choice) => keysOf(choice).others.includes(folded(text))))

/** Longest text that an autocomplete takes (CONST-10). */
export const longestText = 20

/** What stays of a typed text: at most 20 characters, and no last character that leaves no match (SHELL-92). */
export function keptText(choices: readonly Choice[], text: string): string {
  let left = text.slice(0, longestText)
  while (left !== '' && matching(choices, left).length === 0) left = left.slice(0, -1)
  return left
}
