import { describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { bare } from './schema-walk.fixture.ts'
import { aDriver, aDrivingLicence, anExtra, anIdentityDocument, aReservation } from '../testing/index.ts'
import { contract } from './contract.ts'
import { DriverPost, DriverSave } from './driver-post.ts'
import { ExtraChoice } from './offers.contract.ts'
import { LookupRequest, PrelookupRequest } from './lookup.contract.ts'
import { ReservationUpdate } from './reservation.contract.ts'

const takes = (schema: z.ZodMiniType, value: unknown): boolean => schema.safeParse(value).success
const locate = { reference: 'CV1001', surname: 'Silva', checkoutdate: '', mail: '' }
const update = { reservation: aReservation().reservation, extras: [anExtra()], hasClickedUpgrade: false, hasCompletedReservation: true }
const post = { reservation: 'R1001', driver: aDriver(), addDriver: false, sessionKey: 'session-key-1' }

describe('locating a reservation', () => {
  it.each([
    ['the fields of the request', locate, true],
    ['no date and no mail, which are empty then (VERIF-27)', { reference: 'CV1001', surname: 'Silva' }, true],
    ['a pick-up date (VERIF-05)', { ...locate, checkoutdate: '2026-12-01' }, true],
    ['a date in another form', { ...locate, checkoutdate: '01/12/2026' }, false],
    ['a date that does not exist', { ...locate, checkoutdate: '2026-02-30' }, false],
    ['no reference (VERIF-02)', { ...locate, reference: '   ' }, false],
    ['no surname (VERIF-02)', { ...locate, surname: '' }, false],
    ['40 characters (CONST-11)', { ...locate, reference: 'x'.repeat(40), surname: 'y'.repeat(40) }, true],
    ['41 characters', { ...locate, reference: 'x'.repeat(41) }, false],
    ['a line break in a name', { ...locate, surname: 'Sil\nva' }, false],
    ['an address, which this call has no use for (VERIF-05)', { ...locate, mail: 'a@x.pt' }, false],
    ['an unknown field, since it concerns who somebody is', { ...locate, tenant: 'other' }, false],
    ['a number as reference', { ...locate, reference: 1001 }, false],
  ])('with %s', (_what, body, right) => {
    expect(takes(PrelookupRequest, body)).toBe(right)
  })

  it('ignores blanks around what was pasted', () => {
    expect(PrelookupRequest.parse({ reference: ' CV1001 ', surname: ' Silva ' })).toEqual(locate)
  })

  it('asks for a code with an address, or with nothing at all from a link session (VERIF-13, DEC-77)', () => {
    expect(takes(LookupRequest, { ...locate, mail: 'maria.silva@example.com' })).toBe(true)
    expect(takes(LookupRequest, { reference: '', surname: '', checkoutdate: '', mail: '' })).toBe(true)
    expect(takes(LookupRequest, { ...locate, mail: 'x@' })).toBe(false)
  })

  it.each([['123456', true], ['012345', true], ['12345', false], ['1234567', false], ['12a456', false], [123456, false]])('takes the code %j: %s (VERIF-16, CONST-04)', (code, right) => {
    expect(takes(contract.validateCode.params, { code })).toBe(right)
  })
})

describe('sending a reservation back', () => {
  it('takes it as it was loaded, with its extras (API-15)', () => {
    expect(ReservationUpdate.safeParse(update).error?.issues ?? []).toEqual([])
  })

  it('lets no tampered price through: it is not even read (DEC-23)', () => {
    const tampered = { ...update, reservation: { ...update.reservation, amountDue: 0 }, extras: [{ ...anExtra(), totalValue: -1, isIncluded: true }] }
    expect(takes(ReservationUpdate, tampered)).toBe(true)
    const looked = Object.entries(ExtraChoice.shape).filter(([, field]) => bare(field)._zod.def.type !== 'unknown').map(([name]) => name)
    expect(looked.sort()).toEqual(['category', 'event', 'extraID', 'observations', 'quantity'])
  })

  it.each([
    ['an unknown field beside it', { ...update, paidValues: 100 }],
    ['an unknown field of the reservation', { ...update, reservation: { ...update.reservation, discount: 100 } }],
    ['an unknown field of an extra', { ...update, extras: [{ ...anExtra(), price: 0 }] }],
    ['a part of a thing', { ...update, extras: [{ ...anExtra(), quantity: 1.5 }] }],
    ['less than none of a thing', { ...update, extras: [{ ...anExtra(), quantity: -1 }] }],
    ['nothing about completion', { ...update, hasCompletedReservation: undefined }],
  ])('refuses %s', (_what, body) => {
    expect(takes(ReservationUpdate, body)).toBe(false)
  })

  it('fills in category and observations of an extra that has none (API-18)', () => {
    expect(ExtraChoice.parse({ extraID: 'SEAT', quantity: 1 })).toMatchObject({ category: 'add', observations: 'add' })
    expect(ExtraChoice.parse(anExtra({ category: null, observations: null }))).toMatchObject({ category: 'add', observations: 'add' })
    expect(ExtraChoice.parse(anExtra({ category: 'insurances' })).category).toBe('insurances')
  })
})

describe('saving a driver', () => {
  const withLicence = (change: object): unknown => ({ ...post, driver: { ...aDriver(), driverLicense: { ...aDrivingLicence(), ...change } } })
  const withDocument = (change: object): unknown => ({ ...post, driver: { ...aDriver(), document: { ...anIdentityDocument(), ...change } } })
  const withDriver = (change: object): unknown => ({ ...post, driver: { ...aDriver(), ...change } })

  it.each([
    ['as loaded', post, true],
    ['with a licence', withLicence({}), true],
    ['with the flag of the client that only says whether a form is open (DRIVER-55)', withLicence({ enabled: true }), false],
    ['with a licence number of 30 characters (CONST-09)', withLicence({ id: 'x'.repeat(30) }), true],
    ['with one of 31', withLicence({ id: 'x'.repeat(31) }), false],
    ['with an issue place of 20 (CONST-07)', withLicence({ issuePlace: 'x'.repeat(20) }), true],
    ['with one of 21', withLicence({ issuePlace: 'x'.repeat(21) }), false],
    ['with a document number of letters and digits (DRIVER-43)', withDocument({ id: 'AB123' }), true],
    ['with a dash in it', withDocument({ id: 'AB-123' }), false],
    ['with a zip code of 14 (CONST-05)', withDriver({ zipCode: '1'.repeat(14) }), true],
    ['with one of 15', withDriver({ zipCode: '1'.repeat(15) }), false],
    ['with a tax number of 15 (CONST-06)', withDriver({ taxNumber: '1'.repeat(15) }), true],
    ['with one of 16', withDriver({ taxNumber: '1'.repeat(16) }), false],
    ['with a mobile number of plus, prefix and number (DRIVER-38)', withDriver({ mobile: '+351912345678' }), true],
    ['with one without plus', withDriver({ mobile: '351912345678' }), false],
    ['with a number of 5 digits (CONST-13)', withDriver({ mobileObj: { prefix: '351', phone: '12345' } }), false],
    ['with a number of 13 digits', withDriver({ mobileObj: { prefix: '351', phone: '1'.repeat(13) } }), false],
    ['with a birth date in 1899 (CONST-17)', withDriver({ birthDate: '1899-12-31' }), false],
    ['with country 0 (DRIVER-22)', withDriver({ countryId: 0 }), false],
    ['without a name', withDriver({ name: ' ' }), false],
    ['with a field that no driver has', withDriver({ isAdmin: true }), false],
    ['for a reservation by its object instead of its number (DATA-25)', { ...post, reservation: aReservation().reservation }, false],
    ['with the additional driver as object instead of flag (DATA-25, TRAPS T-29)', { ...post, addDriver: aDriver() }, false],
  ])('%s', (_what, body, right) => {
    expect(takes(DriverSave, body)).toBe(right)
  })

  it("leaves it to the company to call somebody undesirable: the field isn't read (DRIVER-14)", () => {
    expect(bare(DriverPost.shape.undesirable)._zod.def.type).toBe('unknown')
    expect(bare(DriverPost.shape.gwDriverId)._zod.def.type).toBe('unknown')
  })

  it('looks a driver up by exactly five fields (DRIVER-10, DATA-25)', () => {
    expect(Object.keys(contract.findDriver.query.shape)).toEqual(['name', 'surname', 'birthDate', 'email', 'driversLicense'])
  })

  it('reads numbers of a query string as numbers (API-24, API-25)', () => {
    expect(contract.findPostalCode.query.parse({ zipCode: '8000-138', countryId: '620' })).toEqual({ zipCode: '8000-138', countryId: 620 })
    expect(takes(contract.findPostalCode.query, { zipCode: '8000-138', countryId: 'PT' })).toBe(false)
    expect(contract.checkDriverEmail.query.parse({ email: 'a@x.pt' })).toEqual({ email: 'a@x.pt' })
  })
})

describe('names that differ between calls (DATA-25, DEC-82)', () => {
  it.each([
    ['isRecurrent', contract.postPayment.body.shape, 'isRecurring'],
    ['isRecurring', contract.submitPrecheckout.body.shape, 'isRecurrent'],
    ['reservationId', contract.calculateExtras.body.shape, 'reservation'],
    ['reservationNumber', contract.checkPrecheckout.body.shape, 'reservation'],
    ['documentId', contract.logPayment.body.shape, 'reservation'],
    ['reservation', contract.validateAge.body.shape, 'reservationId'],
    ['mail', contract.lookup.body.shape, 'email'],
    ['email', contract.findDriver.query.shape, 'mail'],
    ['driversLicense', contract.findDriver.query.shape, 'driverLicense'],
  ])('has %s where the call has it', (name, shape, not) => {
    expect(Object.keys(shape)).toContain(name)
    expect(Object.keys(shape)).not.toContain(not)
  })
})
