import type { Country, DocumentType, FieldRule, FieldRules, Nationality } from '@checkin/api'

/** The shared lists (SHELL-35); null until loaded, and again never dropped. */
export interface Lists {
  readonly countries: readonly Country[] | null
  readonly documentTypes: readonly DocumentType[] | null
  readonly nationalities: readonly Nationality[] | null
  /** Both sets; `$fieldRules` is the one in force. */
  readonly fields: FieldRules | null
}

export const noLists: Lists = { countries: null, documentTypes: null, nationalities: null, fields: null }

/** Rules of one person's fields by field name. */
export type FieldRuleSet = Readonly<Record<string, FieldRule>>

const isRule = (entry: FieldRules['main'][string]): entry is FieldRule => typeof entry.visible === 'boolean'

/** The main driver's rules without those of the second licence, which stand below `second` (DEC-89). */
export const mainRules = ({ main }: FieldRules): FieldRuleSet =>
  Object.fromEntries(Object.entries(main).flatMap(([name, entry]) => (isRule(entry) ? [[name, entry]] : [])))
