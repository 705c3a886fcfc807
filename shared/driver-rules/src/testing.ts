import { ageWindow } from './age.ts'
import type { ContactField, DetailsField, DocumentField, DriverFacts, LicenceField, Problem } from './driver-fields.ts'
import { imageOnFile } from './images.ts'

/** What is known of one driver, as texts: empty where there is none. */
export interface DriverValues {
  readonly details: Readonly<Record<DetailsField, string>>
  readonly contact: Readonly<Record<ContactField, string>>
  readonly document: Readonly<Record<DocumentField, string>>
  readonly licence: Readonly<Record<LicenceField, string>>
}
type Part = keyof DriverValues

/** One change of complete data, and everything that is wrong then in the part that changes. */
export interface RuleCase {
  readonly title: string
  readonly part: Part
  readonly change: Readonly<Record<string, string>>
  readonly facts?: Partial<DriverFacts>
  readonly expected: Readonly<Record<string, Problem>>
}

const needed = { visible: true, mandatory: true }
const optional = { visible: true, mandatory: false }
const hidden = { visible: false, mandatory: true }
const groups = { document: ['idType', 'id', 'issueDate', 'expiryDate', 'issuePlace'], driverLicense: ['id', 'issueDate', 'expiryDate', 'issuePlace', 'issueCountry'] }
const rules = Object.fromEntries([
  ...['name', 'surname', 'address', 'countryId', 'zipCode', 'city', 'taxNumber', 'birthDate', 'birthPlace', 'email', 'mobile'],
  ...Object.entries(groups).flatMap(([group, fields]) => fields.map((field) => `${group}.${field}`)),
].map((field) => [field, needed]))

/** Pick-up on 1 December 2026, return on the 5th, a group for 21 to 75; every field but the images is needed. */
export const someFacts: DriverFacts = {
  rules, secondRules: {}, upload: { isAvailable: true, isMandatory: false }, today: '2026-11-15',
  trip: { pickUp: '2026-12-01', dropOff: '2026-12-05', ages: ageWindow('2026-12-01', { groupMinAge: 21, groupMaxAge: 75 }) },
  countries: [{ id: 620, phoneCode: '351', isValidatePostalCode: true, isValidateTaxNumber: true }, { id: 756, phoneCode: '+41', isValidatePostalCode: false, isValidateTaxNumber: false }],
  documentTypes: [{ id: 'id-card' }, { id: 'passport' }],
}

export const completeValues: DriverValues = {
  details: { name: 'Maria', surname: 'Silva', address: 'Rua do Sol 1', countryId: '620', zipCode: '8000-138', city: 'Faro', taxNumber: '123456789', birthDate: '1990-02-03', birthPlace: 'Faro' },
  contact: { email: 'maria.silva@example.com', mobilePrefix: '351', mobile: '912345678' },
  document: { idType: 'id-card', id: '123456784ZY2', issueDate: '2020-01-01', expiryDate: '2030-01-01', issuePlace: 'Faro', imageFront: imageOnFile, imageBack: imageOnFile },
  licence: { id: 'FA-123456', issueDate: '2010-01-01', expiryDate: '2030-01-01', issuePlace: 'Faro', issueCountry: '620', imageFront: imageOnFile, imageBack: imageOnFile },
}

const withRules = (change: DriverFacts['rules']): Partial<DriverFacts> => ({ rules: { ...rules, ...change } })
const without = (fields: readonly string[]): Readonly<Record<string, string>> => Object.fromEntries(fields.map((field) => [field, '']))
const each = <Value>(fields: readonly string[], value: Value): Readonly<Record<string, Value>> => Object.fromEntries(fields.map((field) => [field, value]))
const one = (part: Part, title: string, field: string, value: string, problem: Problem | null, facts?: Partial<DriverFacts>): RuleCase =>
  ({ title, part, change: { [field]: value }, expected: problem === null ? {} : { [field]: problem }, ...(facts && { facts }) })

const details = Object.keys(completeValues.details)

/** The rules at their edges. Ages are left out: the server judges them by themselves. */
export const ruleCases: readonly RuleCase[] = [
  ...(['details', 'contact', 'document', 'licence'] as const).map((part): RuleCase => ({ title: `complete data of the ${part}`, part, change: {}, expected: {} })),
  { title: 'details that are needed (DRIVER-20 to DRIVER-24)', part: 'details', change: without(details), expected: each(details, 'Required') },
  { title: 'needed details that nobody sees (DEC-31)', part: 'details', change: without(details), facts: { rules: each(details, hidden) }, expected: {} },
  { title: 'details without rules of their own (DRIVER-20)', part: 'details', change: without(details), facts: { rules: {} }, expected: {} },
  one('details', 'a country that there is none of (DRIVER-22)', 'countryId', '999', 'Invalid'),
  one('details', 'a country before the first (DRIVER-22)', 'countryId', '0', 'MinRequired'),
  one('details', 'a zip code that the country checks (DRIVER-23)', 'zipCode', '', 'Required', withRules({ zipCode: optional })),
  one('details', 'a tax number that the country checks (DRIVER-24)', 'taxNumber', '', 'Required', withRules({ taxNumber: optional })),
  { title: 'a country that checks neither', part: 'details', change: { countryId: '756', zipCode: '', taxNumber: '' }, facts: withRules({ zipCode: optional, taxNumber: optional }), expected: {} },
  one('details', 'the longest zip code (CONST-05)', 'zipCode', '8'.repeat(14), null),
  one('details', 'a longer zip code (CONST-05)', 'zipCode', '8'.repeat(15), 'MaxExceeded'),
  one('details', 'a longer tax number (CONST-06)', 'taxNumber', '1'.repeat(16), 'MaxExceeded'),
  one('details', 'a birth date that no calendar has', 'birthDate', '1990-02-30', 'Valid'),
  one('contact', 'a needed e-mail address (DRIVER-33)', 'email', '', 'Required'),
  one('contact', 'something else than an e-mail address (DRIVER-33)', 'email', 'maria.silva', 'Invalid'),
  one('contact', 'the longest e-mail address (CONST-08)', 'email', `${'a'.repeat(243)}@example.com`, null),
  one('contact', 'a longer e-mail address (CONST-08)', 'email', `${'a'.repeat(244)}@example.com`, 'MaxExceeded'),
  one('contact', 'a number of 5 digits (DRIVER-36, CONST-13)', 'mobile', '12345', 'Invalid'),
  one('contact', 'a number of 6 digits', 'mobile', '123456', null),
  one('contact', 'a number of 12 digits', 'mobile', '123456789012', null),
  one('contact', 'a number of 13 digits (DRIVER-36)', 'mobile', '1234567890123', 'Invalid'),
  one('contact', 'a number without a prefix (DRIVER-37)', 'mobilePrefix', '', 'Required'),
  one('contact', 'a prefix that leads nowhere (DRIVER-37)', 'mobilePrefix', '999', 'Invalid'),
  { title: 'no number and no prefix', part: 'contact', change: { mobile: '', mobilePrefix: '' }, facts: withRules({ mobile: optional }), expected: {} },
  { title: 'a needed document (DRIVER-41)', part: 'document', change: without(groups.document), expected: each(groups.document, 'Required') },
  one('document', 'an unknown kind of document (DATA-06)', 'idType', 'library-card', 'Invalid'),
  one('document', 'more than letters and digits (DRIVER-43)', 'id', 'AB-12 3', 'Invalid'),
  one('document', 'a document issued on the day of pick-up (DRIVER-44)', 'issueDate', '2026-12-01', null),
  one('document', 'a document issued a day later (DRIVER-44)', 'issueDate', '2026-12-02', 'MaxExceeded'),
  one('document', 'a document good until the return (DRIVER-45)', 'expiryDate', '2026-12-05', 'MinRequired'),
  one('document', 'a document good a day longer (DRIVER-45, DEC-35)', 'expiryDate', '2026-12-06', null),
  one('document', 'a hidden date that does not fit (DEC-31)', 'expiryDate', '2026-12-05', null, withRules({ 'document.expiryDate': hidden })),
  one('document', 'a longer issue place (DRIVER-46)', 'issuePlace', 'x'.repeat(21), 'MaxExceeded'),
  one('document', 'the one side that a rule needs (DRIVER-41)', 'imageFront', '', 'Required', withRules({ 'document.imageFront': needed })),
  one('document', 'a side that the tenant needs (DRIVER-42)', 'imageBack', '', 'Required', { upload: { isAvailable: true, isMandatory: true } }),
  one('document', 'a side that a rule hides, whatever the tenant needs (DEC-31)', 'imageBack', '', null, { ...withRules({ 'document.imageBack': hidden }), upload: { isAvailable: true, isMandatory: true } }),
  one('document', 'images where none can be given (DEC-30)', 'imageFront', '', null, { ...withRules({ 'document.imageFront': needed }), upload: { isAvailable: false, isMandatory: true } }),
  { title: 'a needed licence (DRIVER-49)', part: 'licence', change: without(groups.driverLicense), expected: each(groups.driverLicense, 'Required') },
  one('licence', 'the longest number (CONST-09)', 'id', '1'.repeat(30), null),
  one('licence', 'a longer number (CONST-09)', 'id', '1'.repeat(31), 'MaxExceeded'),
  one('licence', 'issued on the day of birth (DRIVER-50)', 'issueDate', '1990-02-03', null),
  one('licence', 'issued before birth (DRIVER-50)', 'issueDate', '1990-02-02', 'MinRequired'),
  one('licence', 'issued today (DRIVER-50)', 'issueDate', '2026-11-15', null),
  one('licence', 'issued tomorrow (DRIVER-50)', 'issueDate', '2026-11-16', 'MaxExceeded'),
  one('licence', 'good until the return (DRIVER-51)', 'expiryDate', '2026-12-05', 'MinRequired'),
  one('licence', 'good for 60 years (DRIVER-51, CONST-14)', 'expiryDate', '2086-11-15', null),
  one('licence', 'good for longer (DRIVER-51, CONST-14)', 'expiryDate', '2086-11-16', 'MaxExceeded'),
  one('licence', 'a country that there is none of (DRIVER-49)', 'issueCountry', '999', 'Invalid'),
  { title: 'both sides where one is needed (DEC-91)', part: 'licence', change: without(['imageFront', 'imageBack']), facts: withRules({ 'driverLicense.imageBack': needed }), expected: each(['imageFront', 'imageBack'], 'Required') },
]
