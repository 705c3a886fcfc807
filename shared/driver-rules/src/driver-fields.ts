import type { Country, FieldRule } from '@checkin/api'
import * as z from 'zod/mini'
import { ageProblem, type AgeWindow } from './age.ts'
import { documentRule, imageRule, isRequired, personRule, type FieldRules, type Group, type Upload } from './field-rules.ts'
import { digitsOf, mobileDigits } from './mobile-number.ts'
import { addYears, dayAfter, isPlainDate, type PlainDate } from './plain-date.ts'

/** Characters that a field takes at most (CONST-05 to CONST-09). */
export const maxLengths = { zipCode: 14, taxNumber: 15, issuePlace: 20, licenceNumber: 30, documentNumber: 40, email: 255 } as const
/** Years ahead that a licence may expire (CONST-14). */
export const licenceYears = 60

/** What is wrong with a value; the texts are found by it (SHELL-83). */
export type Problem = 'Required' | 'MinRequired' | 'MaxExceeded' | 'Valid' | 'Invalid' | 'AgeNotAllowed'
type Check = (value: string) => Problem | null

/** Whether a field shows, whether it must be filled, and what its value must be like. All values are texts, empty where there is none. */
export interface FieldCheck {
  readonly visible: boolean
  readonly required: boolean
  readonly check: Check
}
export type FieldChecks<Name extends string> = Readonly<Record<Name, FieldCheck>>

/** What the rules of a driver's data depend on. Days are those of the rental location. */
export interface DriverFacts {
  /** Of the driver in question. */
  readonly rules: FieldRules
  /** Of the main driver's second licence (DEC-89). */
  readonly secondRules: FieldRules
  readonly upload: Upload
  /** Null while no reservation is loaded; `ages` null where the age is checked elsewhere. */
  readonly trip: { readonly pickUp: PlainDate; readonly dropOff: PlainDate; readonly ages: AgeWindow | null } | null
  readonly today: PlainDate
  /** Empty lists are not loaded, and refuse nothing. */
  readonly countries: readonly Pick<Country, 'id' | 'phoneCode' | 'isValidatePostalCode' | 'isValidateTaxNumber'>[]
  readonly documentTypes: readonly { readonly id: string }[]
}

export const detailsFields = ['name', 'surname', 'address', 'countryId', 'zipCode', 'city', 'taxNumber', 'birthDate', 'birthPlace'] as const
export type DetailsField = (typeof detailsFields)[number]
export type ContactField = 'email' | 'mobilePrefix' | 'mobile'
export const documentFields = ['idType', 'id', 'issueDate', 'expiryDate', 'issuePlace', 'imageFront', 'imageBack'] as const
export type DocumentField = (typeof documentFields)[number]
export const licenceFields = ['id', 'issueDate', 'expiryDate', 'issuePlace', 'issueCountry', 'imageFront', 'imageBack'] as const
export type LicenceField = (typeof licenceFields)[number]

/** A date that is not there; the API may write it as 0001-01-01T00:00:00 (SHELL-62). */
const isEmpty = (value: string): boolean => value.trim() === '' || value.startsWith('0001-01-01')

const anything: Check = () => null
const atMost = (characters: number): Check => (value) => (Array.from(value).length > characters ? 'MaxExceeded' : null)
const oneOf = (values: readonly string[]): Check => (value) => (values.length === 0 || values.includes(value) ? null : 'Invalid')
/** Both days included; the outermost are those of CONST-17. */
const between = (first: PlainDate = '1900-01-01', last: PlainDate = '2200-01-01'): Check => (value) => {
  if (!isPlainDate(value)) return 'Valid'
  return value < first ? 'MinRequired' : value > last ? 'MaxExceeded' : null
}
const address = z.email()
const email: Check = (value) => atMost(maxLengths.email)(value) ?? (z.safeParse(address, value).success ? null : 'Invalid')
const documentNumber: Check = (value) => atMost(maxLengths.documentNumber)(value) ?? (/^[\p{L}\p{M}\p{N}]*$/u.test(value) ? null : 'Invalid')
const birthDate = (ages: AgeWindow | null): Check => (value) => (isPlainDate(value) ? ages && ageProblem(value, ages) : 'Valid')

const field = (rule: FieldRule, check: Check = anything, isAlsoRequired = false): FieldCheck =>
  ({ visible: rule.visible, required: isRequired({ ...rule, mandatory: rule.mandatory || isAlsoRequired }), check })

/** What is wrong with one value, its visibility aside. */
export const problemWith = ({ required, check }: FieldCheck, value: string): Problem | null => (isEmpty(value) ? (required ? 'Required' : null) : check(value))

/** What is wrong with the values of the fields that show; what nobody sees stops nobody (DEC-31). */
export function problemsIn<Name extends string>(fields: FieldChecks<Name>, values: Readonly<Record<Name, string>>): Readonly<Partial<Record<Name, Problem>>> {
  const problems = (Object.entries(fields) as [Name, FieldCheck][])
    .flatMap(([name, each]) => [[name, each.visible ? problemWith(each, values[name]) : null] as const])
  return Object.fromEntries(problems.filter(([, problem]) => problem !== null)) as Partial<Record<Name, Problem>>
}

/** The birth date on its own, as the screen asks for it that finds the driver (DRIVER-05, DRIVER-06). */
export const birthDateCheck = ({ trip }: Pick<DriverFacts, 'trip'>): FieldCheck => field({ visible: true, mandatory: true }, birthDate(trip?.ages ?? null))

/** DRIVER-20 to DRIVER-24, DRIVER-30: zip code and tax number are required by the country too (DEC-31). */
export function detailsChecks({ rules, trip, countries }: Pick<DriverFacts, 'rules' | 'trip' | 'countries'>, countryId: string): FieldChecks<DetailsField> {
  const country = countries.find(({ id }) => String(id) === countryId)
  const ruleOf = (name: DetailsField): FieldRule => personRule(rules, name)
  // Names show unless a rule hides them (DRIVER-19).
  const nameRule = (name: 'name' | 'surname'): FieldRule => ({ visible: rules?.[name]?.visible !== false, mandatory: isRequired(ruleOf(name)) })
  return {
    name: field(nameRule('name')),
    surname: field(nameRule('surname')),
    address: field(ruleOf('address')),
    countryId: field(ruleOf('countryId'), (value) => (Number(value) >= 1 ? oneOf(countries.map(({ id }) => String(id)))(value) : 'MinRequired')),
    zipCode: field(ruleOf('zipCode'), atMost(maxLengths.zipCode), country?.isValidatePostalCode),
    city: field(ruleOf('city')),
    taxNumber: field(ruleOf('taxNumber'), atMost(maxLengths.taxNumber), country?.isValidateTaxNumber),
    birthDate: field(ruleOf('birthDate'), birthDate(trip?.ages ?? null)),
    birthPlace: field(ruleOf('birthPlace')),
  }
}

/** DRIVER-33, DRIVER-36, DRIVER-37: a number needs a prefix that exists, no number needs none. */
export function contactChecks({ rules, countries }: Pick<DriverFacts, 'rules' | 'countries'>, mobile: string): FieldChecks<ContactField> {
  const mobileRule = personRule(rules, 'mobile')
  const digits: Check = (value) => (value.length < mobileDigits.min || value.length > mobileDigits.max ? 'Invalid' : null)
  return {
    email: field(personRule(rules, 'email'), email),
    mobilePrefix: field({ visible: mobileRule.visible, mandatory: mobile !== '' }, oneOf(countries.map(({ phoneCode }) => digitsOf(phoneCode)))),
    mobile: field(mobileRule, digits),
  }
}

/** First day on which a document has to be good still: the day after the return (DRIVER-45, DRIVER-51, DEC-35). */
export const firstExpiry = ({ trip }: Pick<DriverFacts, 'trip'>): PlainDate | undefined => trip === null ? undefined : dayAfter(trip.dropOff)

/** DRIVER-40 to DRIVER-46. */
export function documentChecks(facts: Pick<DriverFacts, 'rules' | 'upload' | 'trip' | 'documentTypes'>): FieldChecks<DocumentField> {
  const ruleOf = (name: DocumentField): FieldRule => documentRule(facts.rules, 'document', name)
  const image = (name: 'imageFront' | 'imageBack'): FieldCheck => field(imageRule(facts.rules, 'document', name, facts.upload))
  return {
    idType: field(ruleOf('idType'), oneOf(facts.documentTypes.map(({ id }) => id))),
    id: field(ruleOf('id'), documentNumber),
    issueDate: field(ruleOf('issueDate'), between(undefined, facts.trip?.pickUp)),
    expiryDate: field(ruleOf('expiryDate'), between(firstExpiry(facts))),
    issuePlace: field(ruleOf('issuePlace'), atMost(maxLengths.issuePlace)),
    imageFront: image('imageFront'),
    imageBack: image('imageBack'),
  }
}

/** Which of the two licences: the second has rules of its own (DRIVER-54, DEC-89). */
export type WhichLicence = 'first' | 'second'

/** DRIVER-48 to DRIVER-52, for either licence: issued between the driver's birth, where it is known, and today. */
export function licenceChecks(facts: Omit<DriverFacts, 'documentTypes'>, which: WhichLicence, birth: PlainDate): FieldChecks<LicenceField> {
  const group: Group = 'driverLicense'
  const rules = which === 'first' ? facts.rules : facts.secondRules
  const ruleOf = (name: LicenceField): FieldRule => documentRule(rules, group, name)
  // Where one side shows or is needed, both do and are (DEC-91).
  const sides = [imageRule(rules, group, 'imageFront', facts.upload), imageRule(rules, group, 'imageBack', facts.upload)]
  const image = field({ visible: sides.some(({ visible }) => visible), mandatory: sides.some(isRequired) })
  return {
    id: field(ruleOf('id'), atMost(maxLengths.licenceNumber)),
    issueDate: field(ruleOf('issueDate'), between(isEmpty(birth) ? undefined : birth, facts.today)),
    expiryDate: field(ruleOf('expiryDate'), between(firstExpiry(facts), addYears(facts.today, licenceYears))),
    issuePlace: field(ruleOf('issuePlace'), atMost(maxLengths.issuePlace)),
    issueCountry: field(ruleOf('issueCountry'), oneOf(facts.countries.map(({ id }) => String(id)))),
    imageFront: image,
    imageBack: image,
  }
}
