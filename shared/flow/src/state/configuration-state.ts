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

/** Rules of one person's fields by field name, `second` apart for the second licence (DEC-89). */
export type FieldRuleSet = Readonly<Record<string, FieldRule>>
