import type { Country, DocumentType } from '@checkin/api'
import type { IdentityReading, LicenceReading, ReadValue } from '@checkin/document-scan'

/** A form that pictures fill, and the first screen's, which finds the driver. */
export type ReadForm = 'verify' | 'document' | 'licence'

/** A value that a picture gave for a field, as the form holds it. */
export interface FieldRead {
  readonly form: ReadForm
  readonly field: string
  readonly value: string
  /** A check digit holds over it; else the renter is asked to check it. */
  readonly isProven: boolean
}

const proof = '!'
const seen = '?'

/** How a value that was read is kept beside its field, `form.field`: a draft holds texts. */
export const readText = ({ value, isProven }: Pick<FieldRead, 'value' | 'isProven'>): string => (isProven ? proof : seen) + value

/** What was kept, by `form.field`; texts that say nothing are left out. */
export const readsKept = (texts: Readonly<Record<string, string>>): Readonly<Record<string, FieldRead>> =>
  Object.fromEntries(Object.entries(texts).flatMap(([key, text]) => {
    const [form = '', field = ''] = key.split('.')
    return text.length > 1 && (text.startsWith(proof) || text.startsWith(seen)) ? [[key, { form: form as ReadForm, field, value: text.slice(1), isProven: text.startsWith(proof) }]] : []
  }))

interface Lists {
  readonly countries: readonly Pick<Country, 'id' | 'isoCode'>[]
  readonly documentTypes: readonly Pick<DocumentType, 'id'>[]
}

/**
 * Where the values of a picture belong (DEC-176). Birth date and licence number go to the first screen alone: the later forms start from it.
 * A country or a type of document that the tenant's lists do not have fills nothing.
 */
export function valuesRead(reading: IdentityReading | LicenceReading, { countries, documentTypes }: Lists): readonly FieldRead[] {
  const of = (form: ReadForm, field: string, read: ReadValue | null): readonly FieldRead[] => (read === null ? [] : [{ form, field, ...read }])
  const birthDate = of('verify', 'birthDate', reading.birthDate)
  if (reading.kind === 'identity') {
    const { documentKind } = reading
    const isListed = documentKind !== null && documentTypes.some(({ id }) => id === documentKind)
    return [
      ...birthDate,
      // Of what kind the zone is, its very layout says.
      ...of('document', 'idType', isListed ? { value: documentKind, isProven: true } : null),
      ...of('document', 'id', reading.number), ...of('document', 'expiryDate', reading.expiryDate),
    ]
  }
  const country = countries.find(({ isoCode }) => isoCode === reading.issuingCountry?.value)
  return [
    ...birthDate,
    ...of('verify', 'driversLicense', reading.number), ...of('licence', 'issueDate', reading.issueDate), ...of('licence', 'expiryDate', reading.expiryDate),
    ...of('licence', 'issueCountry', country && reading.issuingCountry ? { value: String(country.id), isProven: reading.issuingCountry.isProven } : null),
  ]
}

/** What is known of a field that a picture gave a value for. */
export interface FieldNow {
  /** What stands in the field now. */
  readonly value: string
  /** The renter typed it. */
  readonly isTyped: boolean
  /** What an earlier picture gave. */
  readonly before: string | undefined
}

/** Whether a read value goes into its field: never over what was typed, and only with its proof over what was on file. */
export const mayFill = ({ isProven }: Pick<FieldRead, 'isProven'>, { value, isTyped, before }: FieldNow): boolean =>
  value === '' || value === before || (isProven && !isTyped)

/** What the renter is told of a field that was read: to check it, or that the document says something else. */
export const noteOf = (read: FieldRead | undefined, value: string): 'check' | 'differs' | null => {
  if (read === undefined || value === '') return null
  if (read.value === value) return read.isProven ? null : 'check'
  return read.isProven ? 'differs' : null
}
