import type { ExtrasSummary, FullReservation } from '@checkin/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aFleetReservation, adminToken, anExtra, fleetToken, tenantSettings, wholeApi, type WholeApi } from '../../test/fixtures/whole-api.fixture.ts'
import { aRenter, aTab, quantityOf, select, unselect } from '../../test/fixtures/renter.fixture.ts'

let api: WholeApi
beforeAll(async () => { api = await wholeApi() })
afterAll(() => api.stop())

const offers = [
  anExtra('GPS', { category: 'equipment' }), anExtra('BST', { value: 2.4, isAcceptQuantity: true, quantity: 0 }),
  anExtra('REQ', { isRequired: true, isAccepted: true }), anExtra('FREE', { isIncluded: true, isAccepted: true }),
  anExtra('FREEQ', { isIncluded: true, isAccepted: true, isAcceptQuantity: true, quantity: 1 }),
  anExtra('HIDDEN', { isAvailableOnEC: false }), anExtra('YOUNG', { isYoungDriver: true, youngDriverMinAge: 18, youngDriverMaxAge: 24 }),
]
const reservation = () => aFleetReservation({ extras: [...aFleetReservation().extras ?? [], ...offers] })
const line = ({ extras }: ExtrasSummary, id: string) => extras.find(({ extraID }) => extraID === id)

describe('what an update stores (API-15)', () => {
  it('an extra and a quantity are taken, and page and company see the same new figures at once', async () => {
    const renter = await aRenter(api, 'U1', reservation())
    const before = await renter.full()
    const answer = (await renter.put({ rowVersion: before.rowVersion, extras: [select('GPS'), quantityOf('CSI', 3), quantityOf('BST', 1)] })).json<FullReservation>()
    expect(answer.rowVersion).toBe(before.rowVersion + 1)
    expect(line(answer.summary, 'GPS')).toMatchObject({ isAccepted: true, totalValue: 30.75 })
    expect(line(answer.summary, 'CSI')).toMatchObject({ isAccepted: true, quantity: 3, totalValue: 30 })
    expect(answer.summary.cashier.previewValue).toBe(365.8)
    expect(await renter.full()).toEqual(answer)
    expect((await renter.company()).summary.cashier).toEqual(answer.summary.cashier)
  })
  it('prices, totals and flags that a client sends have no effect (DEC-23)', async () => {
    const renter = await aRenter(api, 'U2', reservation())
    const { summary: { extras, cashier }, reservation: loaded } = await renter.full()
    const free = { value: 0, valueWithTax: 0, totalValue: 0, taxRate: 0, isIncluded: true, isAccepted: false, isValuePerRA: true, isRequired: false }
    const settled = { totalPrice: 0, amountPaid: 999, paidValue: 999, amountDue: 0, pendingValue: 0 }
    const answer = await renter.put({ extras: extras.map((extra) => ({ ...extra, ...free })), reservation: { ...loaded, ...settled } })
    expect(answer.json<FullReservation>().summary.cashier).toEqual(cashier)
    expect((await renter.full()).reservation).toEqual(loaded)
  })
  it('the company\'s figures of the car reach renters and the company as they were put, and go when it leaves them out (DEC-131)', async () => {
    const condition = { damages: 2, fuelEighths: 7, mileageKm: 18_240 }
    const renter = await aRenter(api, 'U2C', { ...reservation(), condition })
    expect([(await renter.full()).reservation.condition, (await renter.company()).reservation.condition]).toEqual([condition, condition])
    const { condition: _, ...without } = (await renter.company()).reservation
    await api.fleet('costaverde', 'PUT', '/reservations/U2C', without)
    expect([(await renter.full()).reservation, (await renter.company()).reservation].map((each) => 'condition' in each)).toEqual([false, false])
    expect((await api.fleet('costaverde', 'PUT', '/reservations/U2C', { ...without, condition: { fuelEighths: 9 } })).statusCode).toBe(400)
  })
  it('a field that a reservation does not have is refused', async () => {
    const renter = await aRenter(api, 'U3', reservation())
    for (const body of [{ reservation: { surprise: 1 } }, { extras: [{ ...select('GPS'), discountRate: 10_000 }] }]) {
      expect((await renter.put(body)).json()).toMatchObject({ status: 400, code: 'InvalidRequest' })
    }
  })
  it.each([
    ['an accepted extra is taken away', unselect('SCDW')], ['an accepted quantity is lowered', quantityOf('CSI', 1)],
    ['a required extra is taken away', unselect('REQ')], ['the rental itself is taken away', unselect('DAYS')],
    ['an included extra is taken away', unselect('FREE')], ['an included quantity is lowered', quantityOf('FREEQ', 0)],
    ['the additional driver is chosen without a driver (DEC-41)', select('ADDDRV')], ['a fee of age is chosen', select('YOUNG')],
    ['an extra of another channel is chosen', select('HIDDEN')], ['an extra is unknown', select('NOSUCH')],
  ])('nothing is stored when %s (OFFERS-15, OFFERS-20, DEC-42)', async (_what, change) => {
    const renter = await aRenter(api, 'U4', reservation())
    const before = await renter.company()
    const answer = await renter.put({ extras: [select('GPS'), change] })
    expect(answer.json()).toMatchObject({ status: 400, code: 'CannotUpdate', data: { extraID: change.extraID } })
    expect(await renter.company()).toEqual(before)
  })
  it('an accepted or included extra may become more where it has a quantity, and repeating what stands is no change', async () => {
    const renter = await aRenter(api, 'U5', reservation())
    const answer = (await renter.put({ extras: [quantityOf('CSI', 4), quantityOf('FREEQ', 2), select('SCDW'), select('REQ')] })).json<FullReservation>()
    expect(line(answer.summary, 'CSI')?.quantity).toBe(4)
    expect(line(answer.summary, 'FREEQ')).toMatchObject({ quantity: 2, isIncluded: true })
  })
  it('of an included extra the units above those it came with are charged and taken out of stock, and none of those it came with goes (DEC-97)', async () => {
    const seat = anExtra('SEAT', { value: 10, taxRate: 0, isValuePerRA: true, isIncluded: true, isAccepted: true, isAcceptQuantity: true, quantity: 1, isStockControlType: true, stockLeft: 4 })
    const renter = await aRenter(api, 'U8', aFleetReservation({ checkOut: { ...aFleetReservation().checkOut, place: 'Olhão' }, extras: [...aFleetReservation().extras ?? [], seat] }))
    const before = (await renter.full()).summary
    expect(line(before, 'SEAT')).toMatchObject({ quantity: 1, includedQuantity: 1, totalValue: 0, valueWithTax: 10, showPrice: true })
    expect((await renter.values([quantityOf('SEAT', 3)])).json<ExtrasSummary>().cashier.previewValue).toBe(before.cashier.previewValue + 20)
    expect((await renter.put({ extras: [quantityOf('SEAT', 99)] })).json()).toMatchObject({ status: 400, code: 'OutOfStock' })
    const answer = (await renter.put({ extras: [quantityOf('SEAT', 5)] })).json<FullReservation>()
    expect(answer.summary.cashier.previewValue).toBe(before.cashier.previewValue + 40)
    expect(line(answer.summary, 'SEAT')).toMatchObject({ quantity: 5, includedQuantity: 1, totalValue: 40 })
    const { reservation, summary } = await renter.company()
    expect(reservation.extras?.find(({ extraID }) => extraID === 'SEAT')).toMatchObject({ quantity: 5, includedQuantity: 1, stockLeft: 0 })
    expect((await renter.put({ extras: [quantityOf('SEAT', 0)] })).json()).toMatchObject({ status: 400, code: 'CannotUpdate' })
    await api.fleet('costaverde', 'PUT', '/reservations/U8', reservation)
    expect((await renter.company()).summary.cashier).toEqual(summary.cashier)
  })
  it('refuses in the language of the page', async () => {
    const renter = await aRenter(api, 'U6', reservation())
    const body = { reservation: { reservation: renter.number }, extras: [unselect('SCDW')], hasClickedUpgrade: false, hasCompletedReservation: false }
    const titles = await Promise.all(['en', 'pt', 'fr'].map(async (language) =>
      (await renter.call('PUT', '/reservation', body, { 'x-checkin-language': language })).json<{ title: string }>().title))
    expect(new Set(titles).size).toBe(3)
  })
  it('refuses a reservation with an agreement, and one that is not the session\'s own', async () => {
    const agreed = await aRenter(api, 'U7', aFleetReservation({ hasRentalAgreement: true }))
    expect((await agreed.put({})).json()).toMatchObject({ status: 409, code: 'HasRentalAgreement' })
    expect((await agreed.put({ reservation: { reservation: '99999999' } })).json()).toMatchObject({ status: 400, code: 'CannotUpdate' })
  })
})

describe('two tabs', () => {
  it('of 20 parallel updates with the same version one is stored, the others are told to load again', async () => {
    const renter = await aRenter(api, 'T1', reservation())
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => renter.put({ rowVersion: 1, extras: [quantityOf('BST', at + 1)] })))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 409)])
    const refused = answers.filter(({ statusCode }) => statusCode === 409).map((answer) => answer.json<{ code: string; data: unknown }>())
    for (const body of refused) expect(body).toMatchObject({ code: 'VersionConflict', data: { rowVersion: 2 } })
  })
  it('what one tab took, the other neither loses nor undoes', async () => {
    const renter = await aRenter(api, 'T2', reservation())
    const other = await aTab(api, renter, 'T2')
    const { rowVersion } = await other.full()
    expect((await renter.put({ rowVersion, extras: [select('GPS')] })).statusCode).toBe(200)
    expect((await other.put({ rowVersion, extras: [quantityOf('BST', 2)] })).json()).toMatchObject({ code: 'VersionConflict' })
    const again = await other.full()
    const answer = (await other.put({ rowVersion: again.rowVersion, extras: [quantityOf('BST', 2)] })).json<FullReservation>()
    expect([line(answer.summary, 'GPS')?.isAccepted, line(answer.summary, 'BST')?.quantity]).toEqual([true, 2])
  })
  it('the same update sent twice is stored once', async () => {
    const renter = await aRenter(api, 'T3', reservation())
    const update = { rowVersion: 1, extras: [select('GPS')], groupId: 'C' }
    const [first, second] = [await renter.put(update), await renter.put(update)]
    expect([first.statusCode, second.statusCode]).toEqual([200, 200])
    expect(second.json()).toEqual(first.json())
    expect((await renter.events()).map(({ kind }) => kind)).toEqual(['reservation.stored', 'upgrade.accepted', 'reservation.updated'])
  })
})

describe('completing', () => {
  it('is stored and told, and makes the session read-only; the company sees it (DEC-85)', async () => {
    const renter = await aRenter(api, 'C1', reservation())
    expect((await renter.put({ completes: true })).statusCode).toBe(200)
    expect((await renter.put({ completes: true })).statusCode).toBe(200)
    expect((await renter.put({ extras: [select('GPS')] })).json()).toMatchObject({ status: 409, code: 'ReadOnlySession' })
    expect((await renter.company()).reservation.isCompleted).toBe(true)
    expect((await renter.events()).at(-1)).toMatchObject({ kind: 'reservation.completed', data: { paid: 100 } })
  })
  it('another session, of pre-checkout, may still change the reservation', async () => {
    const renter = await aRenter(api, 'C2', reservation())
    await renter.put({ completes: true })
    const later = await aTab(api, renter, 'C2')
    expect((await later.put({ extras: [select('GPS')] })).statusCode).toBe(200)
  })
  it('needs the payment where it must not be left for the counter (DEC-19)', async () => {
    const modules = (['adview', 'exview', 'paymentview'] as const).map((viewTag) => ({ viewTag, isEnabled: true, skipAllowed: false }))
    const settings = tenantSettings({ firmName: 'Strict', modules })
    await api.app.inject({
      method: 'PUT', url: '/internal/v1/tenants/strict', headers: { authorization: `Bearer ${adminToken}` },
      payload: { host: 'strict.localhost', settings, fleetToken: fleetToken('strict') },
    })
    const due = await aRenter(api, 'C3', reservation(), 'strict')
    expect((await due.put({ completes: true })).json()).toMatchObject({ status: 400, code: 'CannotUpdate', data: { missing: 'payment' } })
    const paid = await aRenter(api, 'C4', aFleetReservation({ paidValue: 279.55 }), 'strict')
    expect((await paid.put({ completes: true })).statusCode).toBe(200)
  })
})
