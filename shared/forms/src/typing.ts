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
  /** Characters kept; 40 by default (SHELL-90), for an e-mail 255 (CONST-08). */
  readonly maxLength?: number
  /** Largest number; 9999999 by default (SHELL-90). */
  readonly max?: number
  /** False for what browser storage must never hold, such as document numbers; images are never kept. */
  readonly draft?: boolean
}

export const defaultMaxLength = 40
export const emailMaxLength = 255
export const defaultMax = 9_999_999

/** Whether a typed value may be kept in the tab's storage (DEC-18). */
export const mayBeDrafted = ({ type, draft = true }: FieldOptions): boolean => draft && type !== 'image'

const refused: Readonly<Record<Exclude<Allowed, 'any'>, RegExp>> = {
  // Any letter or combining mark, so that no name is cut (SHELL-87, DEC-33).
  textNumbers: /[^\p{L}\p{M}\d .'’-]/gu,
  // The plus sign is part of many an address (DEC-101).
  email: /[^A-Za-z0-9._@+-]/g,
  digits: /\D/g,
  lettersDigits: /[^\p{L}\p{M}\d]/gu,
}

/** What is left of a typed or pasted text (SHELL-87, SHELL-88). Values that come from the API are never filtered (DEC-33). */
export const keepAllowed = (regexAllowed: Allowed, text: string): string =>
  regexAllowed === 'any' ? text : text.replace(refused[regexAllowed], '')

/** A number above `max` loses its last digit, again until it fits (SHELL-89). `digits` holds digits only. */
export function dropLastDigitAboveMax(digits: string, max: number = defaultMax): string {
  let kept = digits
  while (kept !== '' && Number(kept) > max) kept = kept.slice(0, -1)
  return kept
}

/** A value as the form keeps it, and whether characters that the renter may miss were left out (DEC-33). */
export interface Typed {
  readonly value: string
  readonly lost: boolean
}

const allowedOf = ({ type, regexAllowed }: FieldOptions): Allowed =>
  regexAllowed ?? (type === 'email' ? 'email' : type === 'number' ? 'digits' : 'any')

/** What a field keeps of a typed or pasted text: allowed characters, then the limits of SHELL-89 and SHELL-90. */
export function typedValue(field: FieldOptions, text: string): Typed {
  if (field.type === 'select' || field.type === 'date' || field.type === 'image') return { value: text, lost: false }
  const allowed = allowedOf(field)
  // A blank around a pasted address or word is never meant.
  const given = field.type === 'email' ? text.trim() : text
  const kept = keepAllowed(allowed, given)
  const value = field.type === 'number'
    ? dropLastDigitAboveMax(kept, field.max)
    : Array.from(kept).slice(0, field.maxLength ?? (field.type === 'email' ? emailMaxLength : defaultMaxLength)).join('')
  // Spaces and hyphens in a code or a number are decoration: nobody misses them.
  return { value, lost: (allowed === 'email' || allowed === 'textNumbers') && kept !== given }
}
