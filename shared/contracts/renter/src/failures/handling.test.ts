import { bodyFormOf } from '@checkin/http/body-form'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { errorsOf } from '../contract/errors.ts'
import { contract, type EndpointName } from '../contract/contract.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { httpFailure, invalidData, silentFailure } from './api-failure.ts'
import { errorCodes, type ErrorCode } from './error-codes.ts'
import type { Handling } from './handling-table.ts'
import { handling, ruleFor } from './handling.ts'
import { handlingTable } from './handling-table.ts'

const endpoints = Object.entries(contract) as [EndpointName, Endpoint][]
/** In the form that clients make a call in. */
const pairs = endpoints.flatMap(([name, endpoint]) => errorsOf(bodyFormOf(endpoint) ?? endpoint).map(({ status, code }) => [name, status, code] as const))

const shown = (endpoint: EndpointName, status: number, code: ErrorCode | null = null, title = ''): Handling => handling(endpoint, httpFailure(status, { code, title }))
const alert = (key: string, params?: Record<string, string>): Handling => ({ kind: 'alert', key, ...(params && { params }) })
const something = alert('SomethingHappened', { value: '' })

const keysOf = (way: Handling): readonly string[] =>
  (way.kind === 'alert' ? [way.key, ...(way.params?.['value'] ? [way.params['value']] : [])] : way.kind === 'field' ? [way.key] : way.kind === 'modal' ? way.keys : [])

describe('what a failure means to the renter', () => {
  it('of an age says whose it is where a reservation has two drivers (DEC-98)', () => {
    const refused = (fields: string[]) => handling('updateReservation', httpFailure(400, { code: 'AgeNotAllowed', data: { missing: [{ code: 'AgeNotAllowed', step: 'overview', fields }] } }))
    expect([refused(['addDriver.birthDate']), refused(['driver.birthDate'])]).toEqual([alert('AdditionalDriverAgeNotAllowed'), alert('AgeNotAllowedForReservation')])
  })

  it('is said for every refusal that any call declares', () => {
    expect(pairs.length).toBeGreaterThan(300)
    expect(pairs.filter(([name, status, code]) => ruleFor(name, status, code) === undefined)).toEqual([])
  })

  it('would be missing for a refusal that no row has, so that the test above can fail', () => {
    expect(ruleFor('getConfig', 418, null)).toBeUndefined()
  })

  it('has no row that another hides', () => {
    const hidden = handlingTable.filter((rule, at) => handlingTable.slice(0, at).some((earlier) =>
      (earlier.endpoint === '*' || earlier.endpoint === rule.endpoint) && (earlier.status === '*' || earlier.status === rule.status) && (earlier.code === '*' || earlier.code === rule.code)))
    expect(hidden).toEqual([])
  })

  it('never ends in nothing, whatever a server says', () => {
    const any = fc.tuple(fc.constantFrom(...endpoints.map(([name]) => name)), fc.integer({ min: 100, max: 599 }), fc.constantFrom(...errorCodes, null), fc.string())
    fc.assert(fc.property(any, ([name, status, code, title]) => {
      const way = shown(name, status, code, title)
      return way.kind === 'ignore' || way.kind === 'session-ended' || keysOf(way).length > 0
    }))
  })
})

describe('the error catalogue', () => {
  it.each([
    ['ERR-02', 'getConfig', 500, null, something],
    ['ERR-03', 'getConfig', 418, null, alert('SomethingHappenedCode', { code: '418' })],
    ['ERR-04 locate', 'prelookup', 404, 'ReservationNotFound', alert('ReservationNotFound')],
    ['ERR-04 send-code', 'lookup', 404, 'ReservationNotFound', alert('ReservationNotFound')],
    ['ERR-05', 'findDriver', 400, 'DriverNotFound', alert('ReservationNotFound')],
    ['ERR-06', 'validateCode', 404, 'CodeNotFound', alert('CodeNotFound')],
    ['ERR-06 no pending session', 'validateCode', 401, 'Unauthorized', alert('CodeNotFound')],
    ['ERR-07', 'saveDriver', 400, 'SameDriver', alert('SameDriverError')],
    ['ERR-08', 'saveDriver', 400, 'Undesirable', alert('UndesirableDriverError')],
    ['ERR-09', 'findDriver', 409, 'DriverConflict', { kind: 'field', field: 'email', key: 'FieldsError.email.Verify' }],
    ['ERR-12', 'findPostalCode', 400, 'InvalidRequest', { kind: 'field', field: 'zipCode', key: 'FieldsError.zipCode.invalid' }],
    ['ERR-13', 'checkTaxNumber', 400, 'TaxNumberInvalid', { kind: 'field', field: 'taxNumber', key: 'FieldsError.taxNumber.invalid' }],
    ['ERR-14', 'validateAge', 400, 'AgeNotAllowed', { kind: 'field', field: 'birthDate', key: 'FieldsError.birthDate.AgeNotAllowed' }],
    ['ERR-15 locate', 'prelookup', 409, 'HasRentalAgreement', alert('IsntPossibleChangeThisReservation')],
    ['ERR-15 fetch', 'getReservation', 409, 'HasRentalAgreement', alert('IsntPossibleChangeThisReservation')],
    ['ERR-17', 'listUpsellGroups', 503, 'Unavailable', alert('SomethingHappened', { value: 'Upselling' })],
    ['ERR-20', 'logPayment', 500, null, { kind: 'modal', keys: ['Yourpaymentwassuccessful', 'ContactFirmToAssociatePayment'] }],
    ['ERR-21', 'submitPrecheckout', 500, null, { kind: 'modal', keys: ['somethingHappened'] }],
    ['ERR-29', 'saveDriver', 400, 'AgeNotAllowed', alert('AgeNotAllowedForReservation')],
    ['ERR-30', 'updateReservation', 400, 'CannotUpdate', alert('CannotUpdateReservation')],
    ['ERR-31', 'saveDriver', 400, 'EmailInUse', alert('EmailInUseOrDataIncorrect')],
    ['ERR-33', 'resume', 404, 'ReservationNotFound', alert('ReservationNotFound')],
    ['ERR-37', 'completePrecheckout', 500, null, { kind: 'modal', keys: ['preauth-signature'] }],
    ['ERR-46', 'saveDriver', 401, 'Unauthorized', { kind: 'session-ended' }],
    ['DRIVER-12, a new driver', 'findDriver', 404, 'DriverNew', { kind: 'ignore' }],
    ['SHELL-48, not eligible', 'checkPrecheckout', 404, 'NotEligible', { kind: 'ignore' }],
    ['API-34, reports', 'postAnalytics', 500, null, { kind: 'ignore' }],
    ['DEC-77, a code in place', 'listSavedCards', 403, 'CodeRequired', { kind: 'ignore' }],
    ['DEC-07, another session', 'saveDriver', 409, 'SessionMismatch', { kind: 'session-ended' }],
  ] as const)('%s: %s answering %s %s', (_row, endpoint, status, code, way) => {
    expect(shown(endpoint, status, code)).toEqual(way)
  })

  it('has three meanings of 409 by call (TRAPS T-9)', () => {
    expect(shown('findDriver', 409, 'DriverConflict')).toMatchObject({ kind: 'field' })
    expect(shown('prelookup', 409, 'HasRentalAgreement')).toMatchObject({ key: 'IsntPossibleChangeThisReservation' })
    expect(shown('postPayment', 409, 'AmountChanged')).toMatchObject({ key: 'CannotUpdateReservation' })
  })

  it("shows the server's own message of a 500, where it has one (SHELL-60)", () => {
    expect(shown('getReservation', 500, 'Internal', 'The fleet is being counted')).toEqual({ ...something, text: 'The fleet is being counted' })
    expect(shown('getReservation', 500, 'Internal')).toEqual(something)
  })

  it('names the call of a 500 without a message, so that support finds it in the log (ERR-02, SHELL-60, DEC-286)', () => {
    const failure = httpFailure(500, { code: 'Internal', requestId: '3f2a9c1b-77aa-4e0e-9d7c-0b1f4c1d2e3f' })
    expect(handling('getReservation', failure)).toEqual(alert('SomethingHappenedCode', { code: '3F2A9C1B' }))
    expect(handling('calculateExtras', httpFailure(400, { code: 'OutOfStock', requestId: failure.requestId }))).toEqual(alert('CannotUpdateReservation'))
  })

  it("shows the server's own message when a change of extras is refused (ERR-19)", () => {
    expect(shown('calculateExtras', 400, 'OutOfStock', 'Only one left')).toMatchObject({ text: 'Only one left' })
    expect(shown('calculateExtras', 400, 'OutOfStock')).toEqual(alert('CannotUpdateReservation'))
  })

  it('names the code that the server wrote, even one that nobody knows (ERR-18)', () => {
    expect(handling('getConfig', httpFailure(503, { codeText: '17' }))).toEqual(alert('SomethingHappenedCode', { code: '17' }))
  })

  it('asks for patience while the database is away, and to look first where something may have been saved (DEC-48)', () => {
    expect(shown('saveDriver', 503, 'DatabaseUnavailable')).toEqual(alert('Notice.tryAgainSoon'))
    expect(shown('validateCode', 504, 'OutcomeUnknown')).toEqual(alert('Notice.maybeSaved'))
  })

  it('says how many minutes to wait after too many tries, at least one', () => {
    const waiting = (retryAfter: number | null): Handling => handling('lookup', httpFailure(429, { code: 'TooManyRequests', retryAfter }))
    expect([61, 60, 1, null].map(waiting)).toEqual(['2', '1', '1', '15'].map((minutes) => alert('Notice.tooManyTries', { minutes })))
  })

  it('asks to try again when nobody answered or not as agreed (ERR-45)', () => {
    for (const failure of [silentFailure('network'), silentFailure('timeout'), invalidData(200, null)]) expect(handling('getReservation', failure)).toEqual(something)
  })

  it('says nothing about a call that the page itself gave up', () => {
    expect(handling('getReservation', silentFailure('aborted'))).toEqual({ kind: 'ignore' })
  })
})
