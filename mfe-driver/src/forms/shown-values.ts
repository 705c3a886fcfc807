import { formatDate, type Language, type Translate } from '@checkin/i18n'
import type { DriverDifference } from '../domain/driver-differences.ts'
import type { Facts } from './facts.ts'

/** A field of a driver's forms. */
export type NamedField = Pick<DriverDifference, 'form' | 'field'>

/** Key of a field's label, as on its own screen. */
export function labelOf({ form, field }: NamedField): string {
  if (form === 'second') return 'AddSecondDriverLicense'
  if (form === 'licence') return field.startsWith('second.') ? `Field.${field}` : `Field.licence.${field}`
  return form === 'document' && field.startsWith('image') ? `Field.document.${field}` : `Field.${field}`
}

/** A value as a person reads it. */
export function shownAs({ field }: NamedField, value: string, { facts, language, words }: { readonly facts: Facts; readonly language: Language; readonly words: Translate }): string {
  const name = field.slice(field.lastIndexOf('.') + 1)
  if (name === 'enabled') return words(value === '' ? 'No' : 'Yes')
  if (value === '') return words('Changed.nothing')
  if (name.startsWith('image')) return words('Changed.image')
  if (name.endsWith('Date')) return formatDate(value, language)
  if (name === 'countryId' || name === 'issueCountry') return facts.countries.find(({ id }) => String(id) === value)?.country ?? value
  return name === 'idType' ? facts.documentTypes.find(({ id }) => id === value)?.name ?? value : value
}
