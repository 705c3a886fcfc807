import type { ExtrasSummary, LoadedReservation } from '@checkin/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminToken, anExtra, tenantSettings } from '../../test/fixtures/whole-api.fixture.ts'
import { payingApi, type PayingApi } from '../../test/fixtures/paying-renter.fixture.ts'
import { documentMessages } from '../documents/pdf/pdf-messages.ts'

let world: PayingApi
beforeAll(async () => { world = await payingApi() })
afterAll(() => world.stop())

/** Five days at a net price with 23 % VAT, an extra of 5 % of that, and what was paid before. */
const cases = [
  { currency: 'JPY', net: 3000, paid: 100, total: 19_373, due: 19_273, dueMinor: 19_273, percentual: 923, tooFine: 0.5 },
  { currency: 'EUR', net: 30.12, paid: 100, total: 194.51, due: 94.51, dueMinor: 9451, percentual: 9.26, tooFine: 0.005 },
  { currency: 'KWD', net: 30.125, paid: 100.001, total: 194.534, due: 94.533, dueMinor: 94_533, percentual: 9.264, tooFine: 0.0005 },
] as const

describe.each(cases)('a company whose currency is $currency', ({ currency, net, paid, total, due, dueMinor, percentual, tooFine }) => {
  const extras = [anExtra('DAYS', { ratePeriodType: 'Days', value: net, isAccepted: true }), anExtra('SHARE', { value: 5, isPercentual: true, isAccepted: true })]
  beforeAll(async () => {
    const settings = tenantSettings({ currency, gateways: [{ code: 'card', name: 'Card' }] })
    await world.api.app.inject({ method: 'PUT', url: '/internal/v1/tenants/costaverde', headers: { authorization: `Bearer ${adminToken}` }, payload: { host: 'costaverde.localhost', settings } })
  })

  it('sends and gets amounts in major units, and its provider charges them', async () => {
    const renter = await world.renter({ extras, paidValue: paid, upgrades: [] })
    const { summary, reservation } = (await renter.call('GET', `/reservation/full/${renter.guid}`)).json<LoadedReservation & { summary: ExtrasSummary }>()
    expect(summary.extras.map(({ extraID, value, totalValue, taxRate }) => [extraID, value, totalValue, taxRate])).toContainEqual(['SHARE', 5, percentual, 23])
    expect(summary.cashier).toMatchObject({ previewValue: total, paidValues: paid, pendingValues: due })
    expect(reservation).toMatchObject({ totalPriceWithVAT: total, amountPaid: paid, amountDue: due })
    expect(await renter.pay({ amount: due })).toMatchObject({ status: 'paid' })
    const [entry] = [...world.card.entries.values()]
    expect(entry?.order).toMatchObject({ amountMinor: dueMinor, currency })
    expect(await renter.state()).toMatchObject({ state: 'paid', amount: due })
    const { payments, ledger, reservation: sentBack } = (await world.api.fleet('costaverde', 'GET', `/reservations/${renter.reference}`)).json<{ payments: object[]; ledger: object[]; reservation: { extras: object[]; paidValue: number } }>()
    expect([payments, ledger]).toMatchObject([[{ amount: due, currency }], [{ amount: due, currency }]])
    expect(sentBack).toMatchObject({ paidValue: total, extras: expect.arrayContaining([expect.objectContaining({ extraID: 'DAYS', value: net }), expect.objectContaining({ extraID: 'SHARE', value: 5 })]) as unknown })
  })

  it('refuses a part that the currency does not have, from a renter and from the company', async () => {
    const renter = await world.renter({ extras, paidValue: paid, upgrades: [] })
    expect((await renter.post({ amount: due + tooFine })).statusCode).toBe(400)
    const finer = { ...await world.api.fleet('costaverde', 'GET', `/reservations/${renter.reference}`).then((answer) => answer.json<{ reservation: object }>().reservation), paidValue: paid + tooFine }
    expect((await world.api.fleet('costaverde', 'PUT', `/reservations/${renter.reference}`, finer)).statusCode).toBe(400)
  })

  it('prints what is due, not a hundredth or a tenth of it', () => {
    expect(Number(documentMessages('en', currency).money(dueMinor).replace(/[^\d.]/g, ''))).toBeCloseTo(due, 2)
  })
})
