import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dueMinor, notPaid, oneCharge, paidOnce, payingApi, type PayingApi } from '../../test/fixtures/paying-renter.fixture.ts'
import type { ProviderOutcome } from './providers/provider.ts'

let world: PayingApi
beforeAll(async () => { world = await payingApi() })
afterAll(() => world.stop())

const charged = (change: Partial<Extract<ProviderOutcome, { kind: 'charged' }>> = {}): ProviderOutcome =>
  ({ kind: 'charged', providerId: 'p-1', amountMinor: dueMinor, currency: 'EUR', card: null, ...change })

/** A payment whose answer was lost, although the provider charged it. */
async function charging() {
  const renter = await world.renter()
  world.card.does('charge-silently')
  await renter.pay()
  return { renter, id: world.card.only() }
}
const discrepancies = () => world.api.asAdmin('select kind, reported from reconciliation_break order by found_at desc limit 1')

describe('a provider that calls (P13)', () => {
  it('settles the payment, whether or not the renter ever comes back, and is answered as the provider expects it (I7)', async () => {
    const { renter, id } = await charging()
    const answer = await world.callback('card', world.card.event(id, charged()))
    expect([answer.statusCode, answer.body]).toEqual([200, 'OK'])
    expect(oneCharge(world.card, await renter.sum())).toEqual(paidOnce)
  })

  it('fifty times with the same event, and at the same moment, is booked once', async () => {
    const { renter, id } = await charging()
    const event = world.card.event(id, charged(), 'event-50')
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all(Array.from({ length: 10 }, () => world.callback('card', event)))
      expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    }
    expect(oneCharge(world.card, await renter.sum())).toEqual(paidOnce)
  })

  it('with many events of one success is booked once', async () => {
    const { renter, id } = await charging()
    await Promise.all(Array.from({ length: 10 }, () => world.callback('card', world.card.event(id, charged()))))
    expect(oneCharge(world.card, await renter.sum())).toEqual(paidOnce)
  })

  it.each([
    ['a decline after the success', [charged(), { kind: 'declined', providerId: 'p-1', code: '2003' }]],
    ['the redirect after the success', [charged(), { kind: 'redirect', providerId: 'p-1', url: 'http://late.test', frame: true }]],
    ['a cancellation after the success', [charged(), { kind: 'cancelled', providerId: 'p-1' }]],
  ] as const)('out of order, %s, stays paid', async (_what, events) => {
    const { renter, id } = await charging()
    for (const outcome of events) await world.callback('card', world.card.event(id, outcome))
    expect(oneCharge(world.card, await renter.sum())).toEqual(paidOnce)
  })

  it('with a decline that overtook the success: the provider is asked before anybody is asked to pay again', async () => {
    const { renter, id } = await charging()
    expect((await world.callback('card', world.card.event(id, { kind: 'declined', providerId: 'p-1', code: '2003' }))).body).toBe('OK')
    expect(await renter.state()).toMatchObject({ state: 'paid' })
    expect(oneCharge(world.card, await renter.sum())).toEqual(paidOnce)
  })

  it('with a decline that is true ends the payment when the provider is asked', async () => {
    const renter = await world.renter()
    world.card.does('redirect')
    await renter.pay()
    const id = world.card.only()
    world.card.finish(id, { kind: 'declined', providerId: 'p-1', code: '2021' })
    await world.callback('card', world.card.event(id, { kind: 'declined', providerId: 'p-1', code: '2021' }))
    await world.work()
    expect((await renter.sum()).payments).toMatchObject([{ state: 'declined' }])
  })

  it('with a refund before the success: it waits, and both are booked when the success comes', async () => {
    const { renter, id } = await charging()
    await world.callback('card', world.card.event(id, { kind: 'refunded', providerId: 'p-1-refund', amountMinor: 5000 }))
    expect((await renter.sum()).payments).toMatchObject([{ state: 'sent' }])
    await world.callback('card', world.card.event(id, charged()))
    const sum = await renter.sum()
    expect(sum.ledger.map(({ kind, amount }) => [kind, amount]).sort()).toEqual([['charge', 179.55], ['refund', 50]])
    expect([sum.paid, sum.due]).toEqual([229.55, 50])
  })

  it('with two refunds takes both off, and never more than was paid', async () => {
    const { renter, id } = await charging()
    await world.callback('card', world.card.event(id, charged()))
    for (const amountMinor of [10_000, 7955, 1]) await world.callback('card', world.card.event(id, { kind: 'refunded', providerId: `r-${amountMinor}`, amountMinor }))
    const sum = await renter.sum()
    expect([sum.paid, sum.payments[0]?.state, sum.ledger.length]).toEqual([100, 'refunded', 3])
  })
})

describe('a call that is not to be believed (P14)', () => {
  it('without a good signature is refused and changes nothing', async () => {
    const { renter, id } = await charging()
    for (const signature of ['', 'wrong']) expect((await world.callback('card', world.card.event(id, charged()), { signature })).statusCode).toBe(401)
    expect(await renter.sum()).toMatchObject({ paid: 100, isCompleted: false })
  })

  it.each([
    ['another amount', charged({ amountMinor: 1 })], ['a larger amount', charged({ amountMinor: dueMinor + 1 })], ['another currency', charged({ currency: 'USD' })],
    ['a hold instead of a charge', { kind: 'held', providerId: 'p-1', amountMinor: dueMinor, currency: 'EUR', captureBefore: null, card: null }],
  ] as const)('with %s is recorded for people, and the reservation stays untouched', async (_what, outcome) => {
    const { renter, id } = await charging()
    expect((await world.callback('card', world.card.event(id, outcome))).statusCode).toBe(200)
    expect(await renter.sum()).toMatchObject({ paid: 100, isCompleted: false, ledger: [], payments: [{ state: 'sent' }] })
    expect(await discrepancies()).toMatchObject([{ reported: { kind: outcome.kind } }])
  })

  it('about another tenant\'s payment touches nobody\'s reservation', async () => {
    const { renter, id } = await charging()
    expect((await world.callback('card', world.card.event(id, charged()), { tenant: 'alpen' })).statusCode).toBe(200)
    expect(await renter.sum()).toMatchObject({ paid: 100, isCompleted: false })
    expect(await discrepancies()).toMatchObject([{ kind: 'unknown-transaction' }])
  })

  it('about a payment that nobody knows is recorded, and needs not come again', async () => {
    await world.renter()
    expect((await world.callback('card', world.card.event('nobody-knows', charged()))).body).toBe('OK')
    expect(await discrepancies()).toMatchObject([{ kind: 'unknown-transaction' }])
  })

  it.each([['an unknown tenant', '/provider/v1/card/callback/nobody', 401], ['an unknown gateway', '/provider/v1/bank/callback/costaverde', 404]])('at the address of %s is refused', async (_what, url, status) => {
    expect((await world.api.app.inject({ method: 'POST', url, payload: '{}', headers: { 'content-type': 'text/weird', 'x-signature': 'right' } })).statusCode).toBe(status)
  })

  it('after the payment has ended otherwise is recorded: money is there that nobody expects', async () => {
    const renter = await world.renter()
    world.card.does({ decline: '2003' })
    await renter.pay()
    await world.callback('card', world.card.event(world.card.only(), charged()))
    expect(oneCharge(world.card, await renter.sum())).toEqual(notPaid)
    expect(await discrepancies()).toMatchObject([{ kind: 'late-money' }])
    expect((await world.api.app.inject('/metrics')).body).toMatch(/checkin_payment_breaks_total\{kind="late-money",[^}]*\} [1-9]/)
  })
})
