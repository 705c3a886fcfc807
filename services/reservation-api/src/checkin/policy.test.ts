import { describe, expect, it } from 'vitest'
import type { Objection } from '../drivers/driver-objections.ts'
import { missingByAct, missingFor, missingOfDriver, type ProceedingFacts } from './policy.ts'

const contact = { code: 'DriverDataMissing', step: 'driver-contact', fields: ['driver.email'] }
const age = { code: 'AgeNotAllowed', step: 'overview', fields: ['addDriver.birthDate'] }
const notEligible = { code: 'NotEligible', step: 'reservation' }
const moduleOff = { code: 'ModuleOff', step: 'overview' }
const terms = { code: 'TermsNotAccepted', step: 'reservation' }

const allWell: ProceedingFacts = { areTermsSettled: true, isEligible: true, isCompleted: false, driver: [], additionalDriver: [], stepsOff: [] }
const allWrong: ProceedingFacts = { areTermsSettled: false, isEligible: false, isCompleted: false, driver: [contact], additionalDriver: [age], stepsOff: ['exview'] }

describe('what is missing before a renter may act (DEC-95)', () => {
  it.each([
    ['change', [moduleOff, terms]], ['saveDriver', [moduleOff, terms]], ['complete', [moduleOff, terms, contact, age]], ['pay', [moduleOff, terms, contact]],
    ['enterPrecheckout', [notEligible, moduleOff]], ['proceed', [notEligible, moduleOff, terms, contact]],
  ] as const)('for %s is, the most basic first, all that the act needs and nothing else', (act, missing) => {
    expect(missingFor(act, allWrong, ['adview', 'exview'])).toEqual(missing)
    expect(missingFor(act, allWell, ['adview', 'exview'])).toEqual([])
  })

  it('is a step that is off only where the act belongs to it', () => {
    const off: ProceedingFacts = { ...allWell, stepsOff: ['exview'] }
    expect([missingFor('change', off), missingFor('change', off, ['adview']), missingFor('change', off, ['adview', 'exview'])]).toEqual([[], [], [moduleOff]])
  })

  it('is nothing for a completion that was reached already, and as before for everything else (DEC-139)', () => {
    const completed: ProceedingFacts = { ...allWrong, isCompleted: true }
    expect(missingFor('complete', completed, ['exview'])).toEqual([])
    expect(missingByAct(completed)).toEqual({ complete: [], pay: [terms, contact], precheckout: [notEligible, terms, contact] })
  })

  it('is told beforehand for completion, payment and pre-checkout, steps that are off aside', () => {
    expect(missingByAct(allWrong)).toEqual({ complete: [terms, contact, age], pay: [terms, contact], precheckout: [notEligible, terms, contact] })
    expect(missingByAct(allWell)).toEqual({ complete: [], pay: [], precheckout: [] })
  })
})

const wrong = (...paths: readonly string[]): Objection => ({ code: 'InvalidRequest', problems: paths.map((path) => ({ path, code: 'required' })) })
const data = (step: string, ...fields: readonly string[]) => ({ code: 'DriverDataMissing', step, fields })

describe('what speaks against the stored driver', () => {
  it.each([
    ['driver.name', 'driver-details'], ['driver.birthDate', 'driver-details'], ['driver.zipCode', 'driver-details'], ['driver.email', 'driver-contact'], ['driver.mobile', 'driver-contact'],
    ['driver.mobileObj.prefix', 'driver-contact'], ['driver.document.expiryDate', 'driver-document'], ['driver.driverLicense.id', 'driver-document-license'],
    ['driver.secondDriverLicense.issuePlace', 'driver-document-license'], ['driver', 'driver-details'],
  ])('%s is mended on %s', (path, step) => {
    expect(missingOfDriver([wrong(path)], true)).toEqual([data(step, path)])
  })

  it('stands screen by screen in the order of the screens, each field once', () => {
    const objections = [wrong('driver.driverLicense.id', 'driver.email', 'driver.city'), { code: 'EmailInUse' } as const, wrong('driver.name', 'driver.city')]
    expect(missingOfDriver(objections, true)).toEqual([
      data('driver-details', 'driver.city', 'driver.name'), data('driver-contact', 'driver.email'), data('driver-document-license', 'driver.driverLicense.id'),
    ])
  })

  it('is the person first: an age names the birth date, a driver whom the company does not rent to names nothing', () => {
    expect(missingOfDriver([wrong('driver.city'), { code: 'AgeNotAllowed' }, { code: 'Undesirable' }], true)).toStrictEqual([
      { code: 'AgeNotAllowed', step: 'verify-driver', fields: ['driver.birthDate'] }, { code: 'Undesirable', step: 'verify-driver' }, data('driver-details', 'driver.city'),
    ])
  })

  it('is the e-mail on its screen where it is somebody else\'s', () => {
    expect(missingOfDriver([{ code: 'EmailInUse' }], true)).toEqual([data('driver-contact', 'driver.email')])
  })

  it('is nothing where nothing does; the same driver twice is no matter of these rules', () => {
    expect([missingOfDriver([], true), missingOfDriver([{ code: 'SameDriver' }], true)]).toEqual([[], []])
  })

  it('begins where drivers are found when nobody is stored', () => {
    expect(missingOfDriver([wrong('driver.driverLicense.id', 'driver.name'), { code: 'AgeNotAllowed' }], false)).toEqual([
      { code: 'AgeNotAllowed', step: 'verify-driver', fields: ['driver.birthDate'] }, data('verify-driver', 'driver.driverLicense.id', 'driver.name'),
    ])
    expect(missingOfDriver([], false)).toEqual([data('verify-driver')])
  })
})
