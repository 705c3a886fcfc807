import {
  contactChecks, detailsChecks, digitsOf, documentChecks, licenceChecks, problemsIn,
  type DriverFacts, type FieldChecks, type LicenceField, type Problem as Code,
} from '@checkin/driver-rules'
import { imageOnFile } from '@checkin/driver-rules/images'
import type { DocumentPart, DocumentSide } from '../documents/tables.ts'
import { isoCodeOf } from '../reservations/countries.ts'
import type { DriverDraft } from './driver-draft.ts'
import type { PostalCodes } from './postal-codes.ts'
import { isTaxNumber } from './tax-numbers.ts'

/** A place of the body that cannot be saved, and why. Values are not repeated. */
export interface Problem {
  readonly path: string
  readonly code: 'required' | 'invalid' | 'too-early' | 'too-late'
}

/** What the rules depend on. Ages are judged apart: `facts.trip.ages` is null. */
export interface DriverCircumstances {
  readonly facts: DriverFacts
  readonly hasPicture: (part: DocumentPart, side: DocumentSide) => boolean
  readonly postalCodes: PostalCodes
}

const dateCodes: Partial<Record<Code, Problem['code']>> = { MinRequired: 'too-early', MaxExceeded: 'too-late' }
const codeOf = (field: string, code: Code): Problem['code'] => (code === 'Required' ? 'required' : (field.endsWith('Date') ? dateCodes[code] : undefined) ?? 'invalid')

const problemsAt = <Field extends string>(path: string, checks: FieldChecks<Field>, values: Readonly<Record<Field, string | number | null | undefined>>): Problem[] => {
  const texts = Object.fromEntries(Object.entries<string | number | null | undefined>(values).map(([field, value]) => [field, String(value ?? '')])) as Record<Field, string>
  return Object.entries<Code | undefined>(problemsIn(checks, texts)).flatMap(([field, code]) => (code ? [{ path: `${path}.${field === 'mobilePrefix' ? 'mobileObj.prefix' : field}`, code: codeOf(field, code) }] : []))
}

/** What only a table can say of numbers that are there: whether the zip code exists (DRIVER-28), whether the tax number can be one (DRIVER-29). */
function numberProblems({ country_id: countryId, zip_code: zipCode, tax_number: taxNumber }: DriverDraft, { facts, postalCodes }: DriverCircumstances): Problem[] {
  const country = facts.countries.find(({ id }) => id === countryId)
  const isoCode = countryId === null ? null : isoCodeOf(countryId)
  if (!country || isoCode === null) return []
  const checks = detailsChecks(facts, String(countryId))
  const isNoZipCode = checks.zipCode.visible && country.isValidatePostalCode && zipCode !== null && postalCodes(zipCode, isoCode)?.length === 0
  const isNoTaxNumber = checks.taxNumber.visible && country.isValidateTaxNumber && taxNumber !== null && !isTaxNumber(taxNumber, isoCode)
  return [...(isNoZipCode ? [{ path: 'driver.zipCode', code: 'invalid' as const }] : []), ...(isNoTaxNumber ? [{ path: 'driver.taxNumber', code: 'invalid' as const }] : [])]
}

/** What is wrong with a driver's data, by the rules of the screens (DRIVER-19 to DRIVER-55). */
export function driverProblems(draft: DriverDraft, circumstances: DriverCircumstances): readonly Problem[] {
  const { facts, hasPicture } = circumstances
  const images = (part: DocumentPart) => ({ imageFront: hasPicture(part, 'front') ? imageOnFile : '', imageBack: hasPicture(part, 'back') ? imageOnFile : '' })
  const licence = (part: 'licence' | 'second_licence'): Readonly<Record<LicenceField, string | number | null | undefined>> => ({
    id: draft[part]?.id, issueDate: draft[part]?.issueDate, expiryDate: draft[part]?.expiryDate, issuePlace: draft[part]?.issuePlace,
    issueCountry: draft[part]?.issueCountryId, ...images(part),
  })
  const mobile = digitsOf(draft.mobile_phone ?? '')
  const birthDate = draft.birth_date ?? ''
  const { document } = draft
  return [
    ...problemsAt('driver', detailsChecks(facts, String(draft.country_id ?? '')), {
      name: draft.name, surname: draft.surname, address: draft.address, countryId: draft.country_id, zipCode: draft.zip_code, city: draft.city, taxNumber: draft.tax_number,
      birthDate, birthPlace: draft.birth_place,
    }),
    ...numberProblems(draft, circumstances),
    ...problemsAt('driver', contactChecks(facts, mobile), { email: draft.email, mobile, mobilePrefix: digitsOf(draft.mobile_prefix ?? '') }),
    ...problemsAt('driver.document', documentChecks(facts), {
      idType: document?.idType, id: document?.id, issueDate: document?.issueDate, expiryDate: document?.expiryDate, issuePlace: document?.issuePlace, ...images('document'),
    }),
    ...problemsAt('driver.driverLicense', licenceChecks(facts, 'first', birthDate), licence('licence')),
    ...(draft.second_licence ? problemsAt('driver.secondDriverLicense', licenceChecks(facts, 'second', birthDate), licence('second_licence')) : []),
  ]
}
