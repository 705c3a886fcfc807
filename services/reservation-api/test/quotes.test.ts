import { kindOf } from '@checkin/api'
import { everyCall } from '@checkin/api/every-call'
import fc from 'fast-check'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aSentDriver, aTripWithAgeFee, anAdditionalDriver } from './fixtures/driver-api.fixture.ts'
import { payingApi, type PayingApi } from './fixtures/paying-renter.fixture.ts'
import { changedTables, reservationTables, type RowsOfReservation } from './fixtures/reservation-tables.fixture.ts'
import { aFleetReservation } from './fixtures/whole-api.fixture.ts'

/** Rows that a question may leave: how often was asked, sessions, the link into pre-checkout (API-21), and calls by their keys. */
const besides = ['driver_check', 'access_link', 'renter_session', 'keyed_call']

let world: PayingApi
let rowsOf: (reservationId: string) => Promise<RowsOfReservation>
beforeAll(async () => {
  world = await payingApi()
  rowsOf = await reservationTables(world.api, besides)
})
afterAll(() => world.stop())

type Renter = Awaited<ReturnType<PayingApi['renter']>>
type Step = (renter: Renter) => Promise<LightMyRequestResponse>

const onTrip = aFleetReservation()
const feeTrip = aTripWithAgeFee()
const extras = [...onTrip.extras ?? [], ...(feeTrip.extras ?? []).filter(({ extraID }) => extraID === 'YOUNG')]

const day = fc.date({ min: new Date('1930-01-01'), max: new Date('2020-12-31'), noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10))
const word = fc.constantFrom('maria.silva@example.com', 'new+one@example.com', 'Maria', 'Eva', '8000-138', '123456789', '0')
const choice = fc.record({ extraID: fc.constantFrom(...extras.map(({ extraID }) => extraID), 'UNKNOWN'), quantity: fc.integer({ min: 0, max: 99 }), event: fc.constantFrom('Select', 'Unselect', undefined) })
const group = fc.constantFrom('C', 'B', 'NONE')

/** Unknown links are counted by address: each of these calls comes from one of its own. */
const from = (last: number) => ({ 'x-checkin-client': `203.0.113.${last}` })
const get = (path: string): Step => (renter) => renter.call('GET', path)
const own = (path: (renter: Renter) => string): fc.Arbitrary<Step> => fc.constant((renter: Renter) => renter.call('GET', path(renter)))

/** Opens the link of a mail of the company, which is made for it. */
async function openLink(renter: Renter): Promise<LightMyRequestResponse> {
  const made = await world.api.fleet('costaverde', 'POST', '/links', { reference: renter.reference, purpose: 'verify' })
  return renter.call('GET', `/reservation/resume/${made.json<{ token: string }>().token}`)
}

/** Every call that asks, previews or checks, with whatever a page may send. */
const questions: Readonly<Record<string, fc.Arbitrary<Step>>> = {
  getReservation: own(({ guid }) => `/reservation/${guid}`),
  getFullReservation: own(({ guid }) => `/reservation/full/${guid}`),
  getPrecheckoutReservation: own(({ guid }) => `/precheckout/${guid}`),
  getModuleStatus: own(({ number }) => `/reservation/modules/status/${number}`),
  listUpsellGroups: own(({ number }) => `/reservation/upselling/groups/${number}`),
  getUpsellGroup: group.map((id) => (renter) => renter.call('GET', `/reservation/upselling/${renter.number}/${id}`)),
  calculateExtras: fc.array(choice, { maxLength: 4 }).map((chosen) => (renter) => renter.call('POST', '/reservation/extras/values', { reservationId: renter.number, extras: chosen })),
  findDriver: fc.tuple(day, word).map(([birthDate, typed]) => get(`/driver?${new URLSearchParams({ name: 'Maria', surname: 'Silva', birthDate, email: 'maria.silva@example.com', driversLicense: typed }).toString()}`)),
  validateAge: day.map((birthDate) => (renter) => renter.call('POST', '/driver/validate-age', { reservation: renter.number, birthDate })),
  checkDriverEmail: word.map((typed) => get(`/driver/email?email=${encodeURIComponent(typed)}`)),
  findPostalCode: word.map((typed) => get(`/postalcode?zipCode=${typed}&countryId=620`)),
  checkTaxNumber: word.map((typed) => get(`/taxnumber?taxNumber=${encodeURIComponent(typed).slice(0, 15)}&countryId=620`)),
  getPaymentState: own(({ number }) => `/payment/state/${number}`),
  listSavedCards: own(({ number }) => `/payment/${number}/card`),
  checkPrecheckout: fc.constant((renter) => renter.call('POST', '/check-precheckout', { reservationNumber: renter.number })),
  getRequestState: fc.constant(get('/requests/never-sent')),
  getDraft: fc.constant(get('/draft')),
  listOtherSessions: fc.constant(get('/session/others')),
  readHandOver: fc.constant((renter) => renter.call('POST', '/hand-over/state', { token: 'x'.repeat(43), taken: [] })),
  readLaterSms: fc.constant((renter) => renter.call('POST', '/reservation/later/sms/state')),
  readCodeSms: fc.constant((renter) => renter.call('POST', '/code/sms/state')),
  readInvitation: fc.constant((renter) => renter.call('POST', '/invitation/state')),
  openInvitation: fc.constant((renter) => renter.call('POST', '/invitation/open', { token: 'x'.repeat(43), key: 'y'.repeat(43) })),
  findInvitedPostalCode: fc.constant((renter) => renter.call('POST', '/invitation/postal-code', { token: 'x'.repeat(43), key: 'y'.repeat(43), zipCode: '8000-138', countryId: 620 }, from(1))),
  checkInvitedTaxNumber: fc.constant((renter) => renter.call('POST', '/invitation/tax-number', { token: 'x'.repeat(43), key: 'y'.repeat(43), taxNumber: '123456789', countryId: 620 }, from(2))),
  validateInvitedAge: fc.constant((renter) => renter.call('POST', '/invitation/age', { token: 'x'.repeat(43), key: 'y'.repeat(43), birthDate: '1990-01-01' }, from(3))),
  readInvitedHandOver: fc.constant((renter) => renter.call('POST', '/invitation/hand-over/state', { token: 'x'.repeat(43), key: 'y'.repeat(43), handOver: 'z'.repeat(43), taken: [] }, from(4))),
  getTicket: fc.constant(get(`/ticket/${'x'.repeat(43)}`)),
  listPapers: fc.constant(get('/papers')),
  downloadPaper: fc.constant(get('/papers/0197d000-0000-7000-8000-000000000000')),
  prelookup: fc.constant((renter) => renter.call('POST', '/reservation/prelookup', { reference: renter.reference, surname: 'Silva', checkoutdate: '', mail: '' })),
  resume: fc.constant(openLink),
  ...Object.fromEntries(([
    ['getConfig', '/config'], ['listCountries', '/countries'], ['listDocumentTypes', '/documenttypes'], ['getFieldRules', '/fields'], ['listNationalities', '/nationality'],
    ['listTerms', '/termsandconditions'], ['downloadTerms', '/termsandconditions/rental'], ['listGateways', '/payment/gateways'],
  ] as const).map(([name, path]) => [name, fc.constant(get(path))])),
}

/** What a renter presses and the server refuses: as good as never pressed. */
const refusals: readonly fc.Arbitrary<Step>[] = [
  day.map((birthDate) => (renter) => renter.call('POST', '/driver', { reservation: renter.number, driver: aSentDriver({ birthDate, address: '' }), addDriver: false, sessionKey: renter.sessionKey })),
  day.map((birthDate) => (renter) => renter.call('POST', '/driver', { reservation: renter.number, driver: anAdditionalDriver({ birthDate, zipCode: '', email: 'none' }), addDriver: true, sessionKey: renter.sessionKey })),
  fc.array(choice, { minLength: 1, maxLength: 3 }).map((chosen) => (renter) => renter.put({ extras: [...chosen, { extraID: 'UNKNOWN', quantity: 1 }].map(({ extraID, quantity }) => ({ extraID, quantity })) })),
  fc.constant((renter) => renter.put({ groupId: 'NONE' })),
  fc.integer({ min: 1, max: 9_999_999 }).filter((cents) => cents !== 17_955).map((cents) => (renter) => renter.post({ amount: cents / 100 })),
]

const asking = (isCompleted: boolean): Promise<Renter> => world.renter({ extras, isCompleted, ...(feeTrip.driverRules && { driverRules: feeTrip.driverRules }) })
/** Refusals of a call that was not made as it is meant: it would not have come to what it asks. */
const turnedAway = [401, 403, 405, 415, 429, 500]

it('every call of the contract that only asks is among the questions', () => {
  expect(Object.keys(questions).sort()).toEqual(Object.values(everyCall).filter((call) => kindOf(call) === 'read').map(({ name }) => name).sort())
})

it.each(Object.entries(questions))('%s is answered and changes no row of the reservation (DEC-123)', async (_name, steps) => {
  const renter = await asking(false)
  const before = await rowsOf(renter.id)
  for (const step of fc.sample(steps, 2)) expect(turnedAway).not.toContain((await step(renter)).statusCode)
  expect(changedTables(before, await rowsOf(renter.id))).toEqual([])
  expect(world.card.asked).toEqual([])
})

it('no question, preview or refused press changes a row of the reservation, in any order and number: abandoned means unchanged (DEC-123)', async () => {
  await fc.assert(fc.asyncProperty(fc.array(fc.oneof(...Object.values(questions), ...refusals), { minLength: 1, maxLength: 12 }), fc.boolean(), async (steps, isCompleted) => {
    const renter = await asking(isCompleted)
    const before = await rowsOf(renter.id)
    expect(new Set(before.map(({ table }) => table)).size).toBeGreaterThan(3)
    for (const step of steps) await step(renter)
    expect(changedTables(before, await rowsOf(renter.id))).toEqual([])
    expect(world.card.asked).toEqual([])
  }), { numRuns: 20 })
})
