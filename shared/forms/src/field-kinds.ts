/** SHELL-82: what a field holds. Every value is kept as text, the way it was typed or as `YYYY-MM-DD`. */
export const fieldTypes = ['string', 'number', 'date', 'email', 'select', 'image'] as const
export type FieldType = (typeof fieldTypes)[number]

/** Which characters a text keeps while it is typed or pasted. */
export type Allowed = 'any' | 'textNumbers' | 'email' | 'digits' | 'lettersDigits'

/** One field of a form: what it takes, not whether it is right; that is the schema's business. */
export interface FieldOptions {
  readonly type: FieldType
  /** `email` and `digits` are the defaults of e-mails and numbers, `any` of the rest. */
  readonly regexAllowed?: Allowed
  /** Characters kept; 40 unless told (SHELL-90), for an e-mail 255 (CONST-08). */
  readonly maxLength?: number
  /** Largest number; 9999999 unless told (SHELL-90). */
  readonly max?: number
  /** False for what browser storage must never hold, such as document numbers; images are never kept. */
  readonly draft?: boolean
}

export const defaultMaxLength = 40
export const emailMaxLength = 255
export const defaultMax = 9_999_999

/** Whether a typed value may be kept in the tab's storage (DEC-18). */
export const mayBeDrafted = ({ type, draft = true }: FieldOptions): boolean => draft && type !== 'image'
