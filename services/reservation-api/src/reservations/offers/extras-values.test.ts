import type { ExtrasSummary } from '@checkin/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aFleetReservation, anExtra, wholeApi, type WholeApi } from '../../../test/fixtures/whole-api.fixture.ts'
import { aRenter, aTab, quantityOf, select, unselect } from '../../../test/fixtures/renter.fixture.ts'

let api: WholeApi
beforeAll(async () => { api = await wholeApi() })
afterAll(() => api.stop())

const hotspot = (stockLeft: number) => anExtra('WIFI', { value: 6.5, isAcceptQuantity: true, quantity: 0, isStockControlType: true, stockLeft })
/** A reservation with a station of its own, so that its stock is its own too. */
const at = (place: string, ...extras: ReturnType<typeof anExtra>[]) =>
  aFleetReservation({ checkOut: { dateAndTime: '2031-05-02T10:30', place, timeZone: 'Europe/Lisbon' }, extras: [...aFleetReservation().extras ?? [], anExtra('GPS'), ...extras] })

describe('what a choice would cost (API-18)', () => {
  it('is answered for the whole choice and stored nowhere (OFFERS-16)', async () => {
    const renter = await aRenter(api, 'V1', at('Faro'))
    const before = await renter.company()
    const added = (await renter.values([select('GPS'), quantityOf('CSI', 3)])).json<ExtrasSummary>()
    expect(added.cashier).toMatchObject({ previewValue: 320.3, pendingValues: 220.3 })
    expect(added.extras.find(({ extraID }) => extraID === 'GPS')).toMatchObject({ isAccepted: true, event: 'Select', totalValue: 30.75 })
    expect((await renter.values([])).json<ExtrasSummary>().cashier).toEqual(before.summary.cashier)
    expect((await renter.values([unselect('GPS'), quantityOf('CSI', 2)])).json<ExtrasSummary>().cashier).toEqual(before.summary.cashier)
    expect(await renter.company()).toEqual(before)
  })
  it('says which extras a renter may choose, and refuses the others: none has a button that would be refused (OFFERS-20)', async () => {
    const closed = (['isAutomaticExtra', 'isInvoiceVoucher', 'isYoungDriver', 'isAddDriver'] as const).map((flag) => anExtra(flag, { [flag]: true }))
    const renter = await aRenter(api, 'V6', at('Faro', ...closed))
    const { summary } = await renter.full()
    for (const { extraID, isChoosable, isAccepted, isIncluded } of summary.extras.filter((extra) => !extra.isAccepted && !extra.isIncluded)) {
      expect([extraID, isChoosable, isAccepted, isIncluded, (await renter.values([select(extraID)])).statusCode]).toEqual([extraID, extraID === 'GPS', false, false, extraID === 'GPS' ? 200 : 400])
    }
  })
  it('hides a price that the company hides, in the choice only: the bill adds it all the same (OFFERS-20)', async () => {
    const renter = await aRenter(api, 'V7', at('Faro', anExtra('SECRET', { showPrice: false }), anExtra('OPEN', { showPrice: true }), anExtra('FREE', { value: 0, showPrice: true })))
    const before = (await renter.full()).summary
    const shown = Object.fromEntries(before.extras.map(({ extraID, showPrice }) => [extraID, showPrice]))
    expect(shown).toMatchObject({ SECRET: false, OPEN: true, GPS: true, FREE: false })
    expect((await renter.values([select('SECRET')])).json<ExtrasSummary>().cashier.previewValue).toBeGreaterThan(before.cashier.previewValue)
    expect((await renter.company()).reservation.extras).toEqual(expect.arrayContaining([expect.objectContaining({ extraID: 'SECRET', showPrice: false })]))
  })
  it('takes an extra as the page has it, without category and observations', async () => {
    const renter = await aRenter(api, 'V2', at('Faro'))
    const { summary } = await renter.full()
    const extras = summary.extras.map(({ category: _category, observations: _observations, ...extra }) => extra)
    expect((await renter.values(extras)).json<ExtrasSummary>().cashier).toEqual(summary.cashier)
  })
  it('refuses what an update would refuse, an extra named twice, and another reservation', async () => {
    const renter = await aRenter(api, 'V3', at('Faro'))
    expect((await renter.values([quantityOf('CSI', 1)])).json()).toMatchObject({ status: 400, code: 'CannotUpdate' })
    expect((await renter.values([select('GPS'), unselect('GPS')])).json()).toMatchObject({ status: 400, code: 'CannotUpdate' })
    expect((await renter.call('POST', '/reservation/extras/values', { reservationId: '99999999', extras: [] })).json()).toMatchObject({ status: 404, code: 'ReservationNotFound' })
  })
  it('says that more is wanted than is left, in words for the renter (OFFERS-18)', async () => {
    const renter = await aRenter(api, 'V4', at('Tavira', hotspot(1)))
    expect((await renter.values([quantityOf('WIFI', 1)])).statusCode).toBe(200)
    expect((await renter.values([quantityOf('WIFI', 2)])).json()).toMatchObject({ status: 400, code: 'OutOfStock', title: 'Out of stock', data: { extraID: 'WIFI' } })
  })
  it('an extra that is only offered costs nothing, whatever number the company sent with it', async () => {
    const renter = await aRenter(api, 'V5', at('Faro', anExtra('TOY', { isAcceptQuantity: true, quantity: 3 })))
    const { summary } = await renter.full()
    expect(summary.extras.find(({ extraID }) => extraID === 'TOY')).toMatchObject({ quantity: 0, totalValue: 0, showPrice: true })
    expect((await renter.values(summary.extras)).json<ExtrasSummary>().cashier).toEqual(summary.cashier)
  })
})

describe('the last one in stock', () => {
  it('goes to one of 100 renters who ask for it in the same moment, each with a reservation of their own', async () => {
    const renters = []
    for (let number = 0; number < 100; number += 1) renters.push(await aRenter(api, `S${number}`, at('Lagos', ...(number === 99 ? [hotspot(1)] : [hotspot(5)]))))
    const answers = await Promise.all(renters.map((renter) => renter.put({ extras: [quantityOf('WIFI', 1)] })))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    for (const answer of answers.filter(({ statusCode }) => statusCode !== 200)) expect(answer.json()).toMatchObject({ status: 400, code: 'OutOfStock' })
    expect(await api.asAdmin('select units_left from extra_stock where place = \'Lagos\'')).toEqual([{ units_left: 0 }])
    expect(await api.asAdmin('select sum(quantity)::int as taken from extra_line where extra_id = \'WIFI\' and is_accepted and reservation_id in (select id from reservation where check_out_place = \'Lagos\')')).toEqual([{ taken: 1 }])
  })
  it('goes to one of 100 tabs of one renter', async () => {
    const renter = await aRenter(api, 'ST', at('Sagres', hotspot(1)))
    const other = await aTab(api, renter, 'ST')
    const answers = await Promise.all(Array.from({ length: 100 }, (_, number) => (number % 2 ? renter : other).put({ rowVersion: 1, extras: [quantityOf('WIFI', 1)] })))
    expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true)
    expect((await renter.company()).reservation.extras?.find(({ extraID }) => extraID === 'WIFI')).toMatchObject({ quantity: 1, stockLeft: 0 })
    expect((await renter.events()).filter(({ kind }) => kind === 'reservation.updated')).toHaveLength(1)
  })
  it('a refused update takes nothing out of stock, and the company\'s word sets it again', async () => {
    const renter = await aRenter(api, 'SR', at('Olhão', hotspot(2)))
    expect((await renter.put({ extras: [quantityOf('WIFI', 1), unselect('SCDW')] })).statusCode).toBe(400)
    const left = async () => (await renter.company()).reservation.extras?.find(({ extraID }) => extraID === 'WIFI')?.stockLeft
    expect(await left()).toBe(2)
    await renter.put({ extras: [quantityOf('WIFI', 2)] })
    expect(await left()).toBe(0)
    await api.fleet('costaverde', 'PUT', '/reservations/SR', at('Olhão', hotspot(7)))
    expect(await left()).toBe(7)
  })
  it('what a station has is counted apart from other stations', async () => {
    const [here, there] = [await aRenter(api, 'SA', at('Beja', hotspot(1))), await aRenter(api, 'SB', at('Évora', hotspot(1)))]
    expect([(await here.put({ extras: [quantityOf('WIFI', 1)] })).statusCode, (await there.put({ extras: [quantityOf('WIFI', 1)] })).statusCode]).toEqual([200, 200])
  })
})
