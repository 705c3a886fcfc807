import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { notPaid, oneCharge, paidOnce, payingApi, type PayingApi } from '../../test/fixtures/paying-renter.fixture.ts'
import { adminToken, tenantSettings } from '../../test/fixtures/whole-api.fixture.ts'

let world: PayingApi
const offers = (...codes: string[]) => world.api.app.inject({
  method: 'PUT', url: '/internal/v1/tenants/costaverde', headers: { authorization: `Bearer ${adminToken}` },
  payload: { host: 'costaverde.localhost', settings: tenantSettings({ gateways: codes.map((code) => ({ code, name: code })) }) },
})
beforeAll(async () => {
  world = await payingApi()
  await offers('googlepay', 'applepay', 'card', 'wallet')
})
afterAll(() => world.stop())

const byDevice = { provider: 'googlepay', token: 'ix::device' }

describe('Google Pay and Apple Pay (DEC-184)', () => {
  it('are ways to pay only where the company named them and has an account for cards', async () => {
    const listed = async () => (await world.api.call('GET', '/api/payment/gateways')).json<{ code: string }[]>().map(({ code }) => code)
    expect(await listed()).toEqual(['googlepay', 'applepay', 'card', 'wallet'])
    await offers('card')
    expect(await listed()).toEqual(['card'])
    const renter = await world.renter()
    expect((await renter.post(byDevice)).json()).toMatchObject({ status: 400, code: 'InvalidRequest' })
    expect(oneCharge(world.card, await renter.sum())).toEqual(notPaid)
    await offers('googlepay', 'applepay', 'card', 'wallet')
  })

  it.each(['googlepay', 'applepay'])('%s is charged once at the card account by its one-time token, and completes', async (provider) => {
    const renter = await world.renter()
    expect(await renter.pay({ provider, token: 'ix::device' })).toMatchObject({ status: 'paid' })
    expect(world.card.entries.get(world.card.only())?.order).toMatchObject({ instrument: { kind: 'token', token: 'ix::device' } })
    expect([world.wallet.charges.length, oneCharge(world.card, await renter.sum())]).toEqual([0, paidOnce])
  })

  it('are charged once however often and by whichever tab the press arrives, also beside a typed card', async () => {
    const renter = await world.renter()
    world.card.does('charge-later')
    const tab = await renter.another()
    const answers = await Promise.all([renter.pay(byDevice, 'same-key'), renter.pay(byDevice, 'same-key'), tab.pay(byDevice), tab.pay({ token: 'ix::typed' })])
    expect(new Set(answers.map(({ paymentId }) => paymentId)).size).toBe(1)
    world.card.finish()
    await world.work()
    expect(oneCharge(world.card, await renter.sum())).toEqual(paidOnce)
  })

  it('take nothing when they are declined, and the renter may pay otherwise (P6)', async () => {
    const renter = await world.renter()
    world.card.does({ decline: '2003' })
    expect(await renter.pay(byDevice)).toMatchObject({ status: 'declined', code: '2003' })
    expect(oneCharge(world.card, await renter.sum())).toEqual(notPaid)
    expect((await renter.pay({ provider: 'applepay', token: 'ix::other' })).status).toBe('paid')
  })

  it.each([
    ['another amount than is due', { amount: 1 }, 409, 'AmountChanged'], ['without a token', { token: null }, 400, 'InvalidRequest'],
    ['for a deposit', { transactionType: 'Preauth' }, 400, 'InvalidRequest'], ['with the reference of a saved card', { referenceToken: 'ref-visa' }, 400, 'InvalidRequest'],
  ])('are sent to nobody with %s', async (_, change, status, code) => {
    const renter = await world.renter()
    expect((await renter.post({ ...byDevice, ...change })).json()).toMatchObject({ status, code })
    expect([world.card.asked, oneCharge(world.card, await renter.sum())]).toEqual([[], notPaid])
  })
})
