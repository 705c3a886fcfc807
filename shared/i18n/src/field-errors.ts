/** What can be wrong with one field (SHELL-83); the spelling is the specification's, case included. */
export type FieldErrorKind =
  | 'Required' | 'MinRequired' | 'MaxExceeded' | 'Valid' | 'Invalid' | 'inUse' | 'Verify' | 'AgeNotAllowed' | 'invalid' | 'TryAgain'

/** Fields whose name on the page differs from their name in the message keys. */
const nameInKeys: Readonly<Record<string, string>> = {
  mail: 'email',
  driversLicense: 'driverLicense',
  country: 'countryId',
  phone: 'mobile',
}

const prefix = 'FieldsError.'
const second = 'second.'

/** The message key of a field's error, as `data-error-key` shows it; `second.` of the second licence is kept (I18N-151). */
export function fieldErrorKey(field: string, kind: FieldErrorKind): string {
  const ofSecond = field.startsWith(second)
  const name = ofSecond ? field.slice(second.length) : field
  return `${prefix}${ofSecond ? second : ''}${nameInKeys[name] ?? name}.${kind}`
}

const genericKinds: ReadonlySet<string> = new Set(['Required', 'MinRequired', 'MaxExceeded', 'Valid', 'Invalid'])

/**
 * Catalogue keys that can say an error key, the most exact first: the field's own text, for the second licence
 * the first one's text (I18N-151), else the generic sentence (I18N-150).
 */
export function fieldErrorCandidates(key: string): string[] {
  if (!key.startsWith(prefix)) return [key]
  const path = key.slice(prefix.length)
  const own = path.startsWith(second) ? path.slice(second.length) : path
  const kind = own.slice(own.lastIndexOf('.') + 1)
  return [key, `${prefix}${own}`, `${prefix}generic.${genericKinds.has(kind) ? kind : 'Invalid'}`]
}
