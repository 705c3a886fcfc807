/** One choice of a select or autocomplete. */
export interface Choice {
  readonly value: string
  readonly label: string
  /** Beside the label, for example the phone code of a country; found by typing too. */
  readonly note?: string
  /** Other texts that mean it, found by typing and taken when the box is left: `351` and `+351` for `+351 Portugal`. */
  readonly aliases?: readonly string[]
}

/** Text without case and accents: a renter types "franca" and means "França" (DEC-32). */
export const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()

const words = ({ label, note, aliases = [] }: Choice): string[] => [...aliases.map(folded), folded(label), ...folded(label).split(/[\s-]+/), ...(note ? [folded(note), folded(note).replace(/^\+/, '')] : [])]

/** The choices that begin with the text, or have a word that does; those that begin with it come first. */
export function matching<Some extends Choice>(choices: readonly Some[], text: string): Some[] {
  const wanted = folded(text)
  if (wanted === '') return [...choices]
  const found = choices.filter((choice) => words(choice).some((word) => word.startsWith(wanted)))
  return [...found.filter(({ label }) => folded(label).startsWith(wanted)), ...found.filter(({ label }) => !folded(label).startsWith(wanted))]
}

/** The choice that the text names in full. */
export const named = <Some extends Choice>(choices: readonly Some[], text: string): Some | undefined =>
  choices.find(({ label }) => folded(label) === folded(text))

/** The choice that the text means when nothing more is typed: by its name or by another text for it. */
export const meant = <Some extends Choice>(choices: readonly Some[], text: string): Some | undefined =>
  named(choices, text) ?? choices.find(({ aliases = [] }) => aliases.some((alias) => folded(alias) === folded(text)))

/** Longest text that an autocomplete takes (CONST-10). */
export const longestText = 20

/** What stays of a typed text: at most 20 characters, and no last character that leaves no match (SHELL-92). */
export function keptText(choices: readonly Choice[], text: string): string {
  let kept = text.slice(0, longestText)
  while (kept !== '' && matching(choices, kept).length === 0) kept = kept.slice(0, -1)
  return kept
}
