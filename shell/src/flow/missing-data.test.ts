import type { MissingByAct } from '@checkin/api'
import { routeOf } from '@checkin/routes'
import { describe, expect, it } from 'vitest'
import { messageKeyOf, redirectFor, missingDriverScreen, withoutTerms } from './missing-data.ts'

const terms = { code: 'TermsNotAccepted', step: 'reservation' }
const contact = { code: 'DriverDataMissing', step: 'driver-contact', fields: ['driver.email'] }
const licence = { code: 'DriverDataMissing', step: 'driver-document-license', fields: ['driver.driverLicense.id'] }
const of = (...missing: (typeof terms | typeof contact)[]): MissingByAct => ({ complete: missing, pay: missing, precheckout: missing })

describe('where a screen leads because something is missing (DEC-95)', () => {
  it('nowhere else when nothing is missing, or when nobody said what is', () => {
    for (const missing of [of(), undefined]) expect(redirectFor(routeOf('overview'), missing, 'main')).toBeNull()
  })
  it.each(['precheckout', 'precheckout-steps', 'rental-agreement'] as const)('%s leads to the reservation where pre-checkout was not entered, whatever is missing, and without a notice (DEC-129)', (name) => {
    for (const missing of [undefined, of(), of(terms, contact)]) expect(redirectFor(routeOf(name), missing, 'main')).toEqual({ to: 'reservation', code: null })
    expect(redirectFor(routeOf(name), of(), 'precheckout')).toBeNull()
  })
  it('every screen of the main flow leads to the gate of the terms first (VERIF-22)', () => {
    for (const name of ['verify-driver', 'driver-contact', 'extras', 'upselling', 'overview'] as const) {
      expect(redirectFor(routeOf(name), of(terms, contact), 'main')).toEqual({ to: 'reservation', code: 'TermsNotAccepted' })
    }
    expect(redirectFor(routeOf('reservation'), of(terms), 'main')).toBeNull()
  })
  it('the overview leads to the first screen of the driver that lacks something, the offers stay open', () => {
    expect(redirectFor(routeOf('overview'), of(contact, licence), 'main')).toEqual({ to: 'driver-contact', code: 'DriverDataMissing' })
    expect(redirectFor(routeOf('extras'), of(contact), 'main')).toBeNull()
    expect(redirectFor(routeOf('driver-contact'), of(contact), 'main')).toBeNull()
  })
  it('the way to the agreement leads there too, its review stays open and shows it', () => {
    for (const name of ['precheckout-steps', 'overview-precheckout', 'rental-agreement'] as const) {
      expect(redirectFor(routeOf(name), of(licence), 'precheckout')).toEqual({ to: 'driver-document-license', code: 'DriverDataMissing' })
      expect(redirectFor(routeOf(name), of(terms, licence), 'precheckout')).toEqual({ to: 'precheckout', code: 'TermsNotAccepted' })
    }
    expect(redirectFor(routeOf('precheckout'), of(terms, licence), 'precheckout')).toBeNull()
  })
  it('a reservation that may not be prepared online leads back to the main flow (S3.3)', () => {
    const closed = { ...of(), precheckout: [{ code: 'NotEligible', step: 'reservation' }] }
    for (const name of ['precheckout', 'rental-agreement'] as const) expect(redirectFor(routeOf(name), closed, 'main')).toEqual({ to: 'reservation', code: 'NotEligible' })
  })
  it('the review of pre-checkout stays open with nothing or data alone missing, and no screen leads to itself', () => {
    for (const missing of [of(), of(licence), of({ code: 'NotEligible', step: 'precheckout' })]) expect(redirectFor(routeOf('precheckout'), missing, 'precheckout')).toBeNull()
  })
  it('the reservation stays open in either mode, and screens before it ask for nothing', () => {
    expect(redirectFor(routeOf('reservation'), of(terms), 'precheckout')).toBeNull()
    for (const name of ['verify-reservation', 'verify-code', 'verify-guid'] as const) expect(redirectFor(routeOf(name), of(terms, contact), 'main')).toBeNull()
  })
  it('what is mended on the overview itself leads to what else is missing', () => {
    expect(redirectFor(routeOf('overview'), of({ code: 'AgeNotAllowed', step: 'overview' }, contact), 'main')).toEqual({ to: 'driver-contact', code: 'DriverDataMissing' })
  })
  it('a screen that only a later page has leads nowhere', () => {
    expect(redirectFor(routeOf('overview'), of({ code: 'SomethingNew', step: 'no-such-screen' }), 'main')).toBeNull()
  })
})

it.each([
  ['TermsNotAccepted', 'Notice.termsNotAccepted'], ['DriverDataMissing', 'Notice.driverDataMissing'], ['NotEligible', 'Notice.notEligible'], ['AgeNotAllowed', 'AgeNotAllowedForReservation'],
  ['Undesirable', 'UndesirableDriverError'], ['SomethingNew', 'Notice.driverDataMissing'],
])('%s is explained by %s (DEC-95)', (code, key) => { expect(messageKeyOf(code)).toBe(key) })

describe('what is left to give', () => {
  it('modifying data begins with the first of the driver\'s screens that lacks something (DEC-111)', () => {
    expect([missingDriverScreen(of(terms, licence)), missingDriverScreen(of(terms)), missingDriverScreen(undefined)]).toEqual(['driver-document-license', null, null])
    expect(missingDriverScreen(of({ code: 'SomethingNew', step: 'no-such-screen' }, licence))).toBe('driver-document-license')
  })
  it('agreeing to the terms leaves the rest', () => {
    expect(withoutTerms(of(terms, contact))).toEqual(of(contact))
  })
})
