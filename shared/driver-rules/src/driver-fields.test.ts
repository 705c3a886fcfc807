import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { birthDateCheck, contactChecks, detailsChecks, documentChecks, licenceChecks, problemsIn, problemWith, type DriverFacts } from './driver-fields.ts'
import { completeValues, ruleCases, someFacts, type DriverValues } from './testing.ts'

const problems = (part: keyof DriverValues, facts: DriverFacts, values: DriverValues) => ({
  details: () => problemsIn(detailsChecks(facts, values.details.countryId), values.details),
  contact: () => problemsIn(contactChecks(facts, values.contact.mobile), values.contact),
  document: () => problemsIn(documentChecks(facts), values.document),
  licence: () => problemsIn(licenceChecks(facts, 'first', values.details.birthDate), values.licence),
})[part]()

describe('the rules of a driver\'s data', () => {
  it.each(ruleCases)('answer for $title', ({ part, change, facts, expected }) => {
    expect(problems(part, { ...someFacts, ...facts }, { ...completeValues, [part]: { ...completeValues[part], ...change } })).toStrictEqual(expected)
  })

  it('judge a second licence by rules of its own, named by the field alone (DRIVER-54, DEC-89)', () => {
    const facts = { ...someFacts, secondRules: { issuePlace: { visible: true, mandatory: true } } }
    expect(problemsIn(licenceChecks(facts, 'second', ''), { ...completeValues.licence, id: '', issuePlace: '' })).toEqual({ issuePlace: 'Required' })
  })

  it('keep the ages of the group, on either screen that asks for the birth date (DRIVER-05, DRIVER-06, DRIVER-30)', () => {
    for (const check of [birthDateCheck(someFacts), detailsChecks(someFacts, '').birthDate]) {
      expect(['2005-12-01', '2005-12-02', '1951-12-01', '1951-11-30', ''].map((day) => problemWith(check, day))).toEqual([null, 'AgeNotAllowed', null, 'MinRequired', 'Required'])
    }
  })

  it('take blanks and the date of year 1 for nothing (SHELL-62)', () => {
    expect(['   ', '0001-01-01T00:00:00', '2000-0001-01-01'].map((day) => problemWith(birthDateCheck(someFacts), day))).toEqual(['Required', 'Required', 'Valid'])
  })

  it('hold dates without bounds of their own to the calendar and to the years 1900 to 2200 (SHELL-84, CONST-17)', () => {
    const { issueDate, expiryDate } = documentChecks({ ...someFacts, trip: null })
    expect(['1899-12-31', '1900-01-01', '2026-02-30'].map((day) => problemWith(issueDate, day))).toEqual(['MinRequired', null, 'Valid'])
    expect(['2200-01-01', '2200-01-02'].map((day) => problemWith(expiryDate, day))).toEqual([null, 'MaxExceeded'])
  })

  it('take any birth date that exists while no reservation is there', () => {
    expect(['1850-01-01', '2020-01-01', '1990-02-30'].map((day) => problemWith(birthDateCheck({ trip: null }), day))).toEqual([null, null, 'Valid'])
  })

  it('show a name unless a rule hides it (DRIVER-19)', () => {
    const names = ['name', 'surname'] as const
    const shows = (rules: DriverFacts['rules']) => names.map((name) => detailsChecks({ ...someFacts, rules }, '')[name].visible)
    expect([shows({}), shows(null), shows({ name: { visible: false, mandatory: true }, surname: { visible: true, mandatory: false } })]).toEqual([[true, true], [true, true], [false, true]])
  })

  it('tell a number before the first country from one that there is none of (DRIVER-22)', () => {
    const { countryId } = detailsChecks(someFacts, '')
    expect(['0', '1', '620'].map((id) => problemWith(countryId, id))).toEqual(['MinRequired', 'Invalid', null])
  })

  it.each(['imageFront', 'imageBack'])('show both sides of a licence where %s alone shows or is needed (DRIVER-52, DEC-91)', (side) => {
    const other = side === 'imageFront' ? 'imageBack' : 'imageFront'
    const rules = { [`driverLicense.${side}`]: { visible: true, mandatory: true }, [`driverLicense.${other}`]: { visible: false, mandatory: false } }
    const { imageFront, imageBack } = licenceChecks({ ...someFacts, rules }, 'first', '')
    for (const { visible, required } of [imageFront, imageBack]) expect([visible, required]).toEqual([true, true])
  })

  it('require nothing and hide nothing while rules, lists and reservation are not loaded', () => {
    const nothing: DriverFacts = { ...someFacts, rules: null, secondRules: null, trip: null, countries: [], documentTypes: [] }
    for (const part of ['details', 'contact', 'document', 'licence'] as const) expect(problems(part, nothing, completeValues)).toEqual({})
    expect(Object.values(documentChecks(nothing)).every(({ visible, required }) => visible && !required)).toBe(true)
  })

  it('find nothing wrong with what is not shown, whatever it holds (DEC-31)', () => {
    const rule = fc.record({ visible: fc.boolean(), mandatory: fc.boolean() })
    const text = fc.oneof(fc.string(), fc.constantFrom('', '2026-12-05', '620', '0001-01-01T00:00:00'))
    fc.assert(fc.property(fc.dictionary(fc.constantFrom('address', 'city', 'birthDate', 'zipCode', 'countryId'), rule), text, (rules, value) => {
      const checks = detailsChecks({ ...someFacts, rules }, value)
      const values = Object.fromEntries(Object.keys(completeValues.details).map((name) => [name, value])) as DriverValues['details']
      for (const name of Object.keys(problemsIn(checks, values))) expect(checks[name as keyof typeof checks].visible).toBe(true)
    }))
  })
})
