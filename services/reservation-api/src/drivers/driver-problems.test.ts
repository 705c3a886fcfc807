import { completeValues, ruleCases, someFacts, type DriverValues } from '@checkin/driver-rules/testing'
import { describe, expect, it } from 'vitest'
import type { DriverDraft } from './driver-draft.ts'
import { driverProblems } from './driver-problems.ts'

const paths: Readonly<Record<keyof DriverValues, string>> = { details: 'driver', contact: 'driver', document: 'driver.document', licence: 'driver.driverLicense' }
const pathOf = (part: keyof DriverValues, field: string) => (field === 'mobilePrefix' ? 'driver.mobileObj.prefix' : `${paths[part]}.${field}`)
const codes = { Required: 'required', Valid: 'invalid', Invalid: 'invalid', AgeNotAllowed: 'invalid', MinRequired: 'too-early', MaxExceeded: 'too-late' } as const
const codeOf = (field: string, problem: keyof typeof codes) => (field.endsWith('Date') || problem === 'Required' ? codes[problem] : 'invalid')

const text = (value: string) => (value === '' ? null : value)
const number = (value: string) => (value === '' ? null : Number(value))

/** The values as the database has them. */
const draftOf = ({ details, contact, document, licence }: DriverValues): DriverDraft => ({
  name: details.name, surname: details.surname, birth_date: text(details.birthDate), birth_place: text(details.birthPlace), address: text(details.address), address_complement: null,
  zip_code: text(details.zipCode), city: text(details.city), country_id: number(details.countryId), nationality_id: null, email: text(contact.email),
  mobile_prefix: text(contact.mobilePrefix), mobile_phone: text(contact.mobile), tax_number: text(details.taxNumber),
  document: { idType: text(document.idType), id: text(document.id), issuePlace: text(document.issuePlace), issueDate: text(document.issueDate), expiryDate: text(document.expiryDate) },
  licence: { id: text(licence.id), issuePlace: text(licence.issuePlace), issueDate: text(licence.issueDate), expiryDate: text(licence.expiryDate), issueCountryId: number(licence.issueCountry) },
  second_licence: null,
})

describe('the server\'s answer to a driver\'s data', () => {
  it.each(ruleCases)('is the rules\' for $title (CODE-7)', ({ part, change, facts, expected }) => {
    const values = { ...completeValues, [part]: { ...completeValues[part], ...change } }
    const problems = driverProblems(draftOf(values), {
      facts: { ...someFacts, ...facts, trip: { ...someFacts.trip!, ages: null } }, postalCodes: () => null,
      hasPicture: (of, side) => values[of === 'document' ? 'document' : 'licence'][side === 'front' ? 'imageFront' : 'imageBack'] !== '',
    })
    const own = new Set(Object.keys(completeValues[part]).map((field) => pathOf(part, field)))
    const found = problems.filter(({ path }) => own.has(path))
    const wanted = Object.entries(expected).map(([field, problem]) => ({ path: pathOf(part, field), code: codeOf(field, problem) }))
    expect(found).toEqual(expect.arrayContaining(wanted))
    expect(new Set(found.map(({ path }) => path))).toEqual(new Set(wanted.map(({ path }) => path)))
  })

  const draft = draftOf(completeValues)
  const noAges = { ...someFacts, trip: { ...someFacts.trip!, ages: null } }
  const all = { facts: noAges, hasPicture: () => true, postalCodes: () => null }
  const checking = { id: 620, phoneCode: '351', isValidatePostalCode: true, isValidateTaxNumber: true }

  describe('about numbers that only a table knows', () => {
    const nowhere = { ...all, postalCodes: () => [] }
    const badTax = { ...draft, tax_number: '123456788' }

    it('asks for the zip code in the driver\'s own country, and refuses one that is nowhere; what is not known is believed (DRIVER-28)', () => {
      const asked: string[] = []
      expect(driverProblems(draft, { ...all, postalCodes: (...code) => { asked.push(code.join(' ')); return [] } })).toEqual([{ path: 'driver.zipCode', code: 'invalid' }])
      expect(asked).toEqual(['8000-138 PT'])
      expect([['Faro'], null].map((cities) => driverProblems(draft, { ...all, postalCodes: () => cities }))).toEqual([[], []])
    })

    it('refuses a tax number whose check digit is wrong (DRIVER-29)', () => {
      expect(driverProblems(badTax, all)).toEqual([{ path: 'driver.taxNumber', code: 'invalid' }])
    })

    it.each([
      ['fields that nobody sees', { ...noAges, rules: { ...someFacts.rules, zipCode: { visible: false, mandatory: true }, taxNumber: { visible: false, mandatory: true } } }, badTax],
      ['a country that checks neither', noAges, { ...badTax, country_id: 756 }],
      ['a country that no table knows', { ...noAges, countries: [...someFacts.countries, { ...checking, id: 99_999 }] }, { ...badTax, country_id: 99_999 }],
    ])('says nothing of %s', (_, facts, values) => {
      expect(driverProblems(values, { ...nowhere, facts })).toEqual([])
    })

    it('says once what is missing, and nothing more of it', () => {
      expect(driverProblems({ ...draft, zip_code: null, tax_number: null }, nowhere)).toEqual([{ path: 'driver.zipCode', code: 'required' }, { path: 'driver.taxNumber', code: 'required' }])
    })

    it('says nothing of them where the country is missing or not the tenant\'s', () => {
      expect([null, 250].map((id) => driverProblems({ ...badTax, country_id: id }, nowhere))).toEqual([[{ path: 'driver.countryId', code: 'required' }], [{ path: 'driver.countryId', code: 'invalid' }]])
    })
  })

  it('names all that a rule needs where there is neither document nor licence (DRIVER-41, DRIVER-49)', () => {
    const paths = [...['idType', 'id', 'issueDate', 'expiryDate', 'issuePlace'].map((field) => `driver.document.${field}`), ...['id', 'issueDate', 'expiryDate', 'issuePlace', 'issueCountry'].map((field) => `driver.driverLicense.${field}`)]
    expect(driverProblems({ ...draft, document: null, licence: null }, all)).toEqual(paths.map((path) => ({ path, code: 'required' })))
  })

  it.each([['front', 'Back'], ['back', 'Front']] as const)('names the side of a document that is missing where only the %s is there (DRIVER-42)', (given, missing) => {
    const facts = { ...noAges, upload: { isAvailable: true, isMandatory: true } }
    expect(driverProblems(draft, { ...all, facts, hasPicture: (_part, side) => side === given })).toEqual(['document', 'driverLicense'].map((part) => ({ path: `driver.${part}.image${missing}`, code: 'required' })))
  })

  it('finds a complete second licence right, by its own data and pictures (DRIVER-54)', () => {
    const secondRules = Object.fromEntries(['id', 'issueDate', 'expiryDate', 'issuePlace', 'issueCountry', 'imageFront', 'imageBack'].map((field) => [field, { visible: true, mandatory: true }]))
    const withSecond = { ...draft, second_licence: { ...draft.licence!, id: 'INT-1' } }
    expect(driverProblems(withSecond, { ...all, facts: { ...noAges, secondRules }, hasPicture: (part) => part === 'second_licence' })).toEqual([])
  })

  it('judges a second licence only where there is one (DRIVER-54)', () => {
    const circumstances = { facts: { ...someFacts, secondRules: { issuePlace: { visible: true, mandatory: true } } }, hasPicture: () => true, postalCodes: () => null }
    const draft = draftOf(completeValues)
    expect(driverProblems(draft, circumstances)).toEqual([])
    expect(driverProblems({ ...draft, second_licence: { ...draft.licence!, issuePlace: null } }, circumstances)).toEqual([{ path: 'driver.secondDriverLicense.issuePlace', code: 'required' }])
  })
})
