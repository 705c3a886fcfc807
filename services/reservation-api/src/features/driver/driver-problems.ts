import dayjs from 'dayjs'
import type { FieldRuleSet } from '@checkin/api'
import type { DocumentPart, DocumentSide } from '../documents/document-tables.ts'
import { isoCodeOf } from '../lists/countries.ts'
import type { PostalCodes } from '../postal-codes/postal-codes.ts'
import { isTaxNumber } from '../tax-numbers/tax-numbers.ts'
import type { DriverDraft } from './driver-draft.ts'

/** A place of the body that cannot be saved, and why. Values are not repeated. */
export interface Problem {
  readonly path: string
  readonly code: 'required' | 'invalid' | 'too-early' | 'too-late'
}

export interface DriverCircumstances {
  readonly rules: FieldRuleSet
  readonly secondRules: FieldRuleSet
  /** Countries whose numbers the tenant checks, by ISO letters. */
  readonly validatePostalCode: readonly string[]
  readonly validateTaxNumber: readonly string[]
  readonly isUploadAvailable: boolean
  readonly isUploadMandatory: boolean
  readonly hasPicture: (part: DocumentPart, side: DocumentSide) => boolean
  readonly postalCodes: PostalCodes
  /** Plain dates: today where the tenant is, pick-up and return day. */
  readonly today: string
  readonly pickUp: string
  readonly giveBack: string
}

type Value = string | number | null
type Values = Readonly<Record<string, Value>>
interface Range { readonly from?: string | null; readonly to?: string | null }

const required = (values: Values, rules: FieldRuleSet, path: (field: string) => string): Problem[] => Object.entries(values)
  .filter(([field, value]) => value === null && rules[field]?.visible === true && rules[field].mandatory)
  .map(([field]) => ({ path: path(field), code: 'required' }))

function outside(path: string, day: string | null, { from, to }: Range): Problem[] {
  if (day === null) return []
  if (from && day < from) return [{ path, code: 'too-early' }]
  return to && day > to ? [{ path, code: 'too-late' }] : []
}

const dayAfter = (day: string): string => dayjs(day).add(1, 'day').format('YYYY-MM-DD')

function pictureProblems(part: DocumentPart, path: string, rules: FieldRuleSet, prefix: string, around: DriverCircumstances): Problem[] {
  if (!around.isUploadAvailable) return []
  const sides = [['imageFront', 'front'], ['imageBack', 'back']] as const
  const byRule = sides.some(([field]) => rules[prefix + field]?.visible === true && rules[prefix + field]?.mandatory === true)
  const shown = sides.some(([field]) => rules[prefix + field]?.visible === true)
  // Where pictures are needed, both sides are (DEC-91); a field that is not shown never blocks (DEC-31).
  if (!byRule && !(around.isUploadMandatory && shown)) return []
  return sides.filter(([, side]) => !around.hasPicture(part, side)).map(([field]) => ({ path: `${path}.${field}`, code: 'required' }))
}

function licenceProblems(part: 'licence' | 'second_licence', path: string, draft: DriverDraft, around: DriverCircumstances): Problem[] {
  const [rules, prefix] = part === 'licence' ? [around.rules, 'driverLicense.'] : [around.secondRules, '']
  const licence = draft[part]
  const values: Values = {
    [`${prefix}id`]: licence?.id ?? null, [`${prefix}issuePlace`]: licence?.issuePlace ?? null, [`${prefix}issueDate`]: licence?.issueDate ?? null,
    [`${prefix}expiryDate`]: licence?.expiryDate ?? null, [`${prefix}issueCountry`]: licence?.issueCountryId ?? null,
  }
  return [
    ...required(values, rules, (field) => `${path}.${field.slice(prefix.length)}`),
    // DRIVER-50, DRIVER-51
    ...outside(`${path}.issueDate`, licence?.issueDate ?? null, { from: draft.birth_date, to: around.today }),
    ...outside(`${path}.expiryDate`, licence?.expiryDate ?? null, { from: dayAfter(around.giveBack), to: dayjs(around.today).add(60, 'year').format('YYYY-MM-DD') }),
    ...pictureProblems(part, path, rules, prefix, around),
  ]
}

function numberProblems(draft: DriverDraft, { rules, validatePostalCode, validateTaxNumber, postalCodes }: DriverCircumstances): Problem[] {
  const isoCode = draft.country_id === null ? null : isoCodeOf(draft.country_id)
  if (isoCode === null) return draft.country_id === null ? [] : [{ path: 'driver.countryId', code: 'invalid' }]
  const problems: Problem[] = []
  // DRIVER-23, DRIVER-28
  if (rules['zipCode']?.visible && validatePostalCode.includes(isoCode)) {
    if (draft.zip_code === null) problems.push({ path: 'driver.zipCode', code: 'required' })
    else if (postalCodes(draft.zip_code, isoCode)?.length === 0) problems.push({ path: 'driver.zipCode', code: 'invalid' })
  }
  // DRIVER-24, DRIVER-29
  if (rules['taxNumber']?.visible && validateTaxNumber.includes(isoCode)) {
    if (draft.tax_number === null) problems.push({ path: 'driver.taxNumber', code: 'required' })
    else if (!isTaxNumber(draft.tax_number, isoCode)) problems.push({ path: 'driver.taxNumber', code: 'invalid' })
  }
  return problems
}

/** What speaks against saving a driver: the very rules of the screens, by the tenant's field rules (DRIVER-19 to DRIVER-55). */
export function driverProblems(draft: DriverDraft, around: DriverCircumstances): readonly Problem[] {
  const { document } = draft
  const details: Values = {
    name: draft.name || null, surname: draft.surname || null, address: draft.address, addressComp: draft.address_complement, countryId: draft.country_id,
    zipCode: draft.zip_code, city: draft.city, taxNumber: draft.tax_number, birthDate: draft.birth_date, birthPlace: draft.birth_place,
    nationalityId: draft.nationality_id, email: draft.email, mobile: draft.mobile_phone, mobilePrefix: draft.mobile_prefix,
    'document.idType': document?.idType ?? null, 'document.id': document?.id ?? null, 'document.issuePlace': document?.issuePlace ?? null,
    'document.issueDate': document?.issueDate ?? null, 'document.expiryDate': document?.expiryDate ?? null,
  }
  const problems: Problem[] = [
    ...required(details, around.rules, (field) => `driver.${field}`),
    ...numberProblems(draft, around),
    // DRIVER-37: a number needs its prefix.
    ...(draft.mobile_phone !== null && draft.mobile_prefix === null ? [{ path: 'driver.mobileObj.prefix', code: 'required' } as const] : []),
    // DRIVER-44, DRIVER-45
    ...outside('driver.document.issueDate', document?.issueDate ?? null, { to: around.pickUp }),
    ...outside('driver.document.expiryDate', document?.expiryDate ?? null, { from: dayAfter(around.giveBack) }),
    ...pictureProblems('document', 'driver.document', around.rules, 'document.', around),
    ...licenceProblems('licence', 'driver.driverLicense', draft, around),
    ...(draft.second_licence ? licenceProblems('second_licence', 'driver.secondDriverLicense', draft, around) : []),
  ]
  return problems.filter((problem, at) => problems.findIndex(({ path, code }) => path === problem.path && code === problem.code) === at)
}
