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
  it.each(ruleCases)('is the rules\' for $title', ({ part, change, facts, expected }) => {
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

  it('judges a second licence only where there is one (DRIVER-54)', () => {
    const circumstances = { facts: { ...someFacts, secondRules: { issuePlace: { visible: true, mandatory: true } } }, hasPicture: () => true, postalCodes: () => null }
    const draft = draftOf(completeValues)
    expect(driverProblems(draft, circumstances)).toEqual([])
    expect(driverProblems({ ...draft, second_licence: { ...draft.licence!, issuePlace: null } }, circumstances)).toEqual([{ path: 'driver.secondDriverLicense.issuePlace', code: 'required' }])
  })
})
