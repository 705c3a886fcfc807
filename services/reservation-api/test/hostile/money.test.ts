import { holds } from '@checkin/testing/hostile'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ProviderOutcome } from '../../src/payments/providers/provider.ts'
import { due, dueMinor, oneCharge, paidOnce, payingApi, type PayingApi } from '../fixtures/paying-renter.fixture.ts'

let world: PayingApi
beforeAll(async () => { world = await payingApi() })
afterAll(() => world.stop())

const charged = (change: Partial<Extract<ProviderOutcome, { kind: 'charged' }>> = {}): ProviderOutcome => ({ kind: 'charged', providerId: 'p-1', amountMinor: dueMinor, currency: 'EUR', card: null, ...change })

describe('money', () => {
  it('no hand-made payment charges another amount, another card or another reservation, or twice (DEC-247, PAY-37)', () => holds('payments', async (tried) => {
    const wrong: readonly object[] = [
      { amount: 0 }, { amount: -1 }, { amount: 0.01 }, { amount: 179.54 }, { amount: 179.56 }, { amount: 1e9 }, { amount: '0.01' }, { amount: null }, { amount: 1e-7 }, { amount: 179.554 },
      { provider: 'sandbox' }, { provider: '__proto__' }, { token: null }, { token: null, referenceToken: 'another-renters-card' }, { token: null, referenceToken: '../tok-1' }, { transactionType: 'Refund', amount: 1 }, { documentId: '99999999' },
    ]
    const renter = await world.renter()
    for (const body of wrong) {
      const own = await world.renter()
      await own.post(body)
      tried(JSON.stringify(body), world.card.charges.length > 0 || (await own.sum()).paid !== 100)
    }
    const one = await world.renter()
    const stranger = await one.another()
    await renter.call('POST', '/payment', { documentId: one.number, amount: due, provider: 'card', token: 'ix::one', referenceToken: null, transactionType: 'Sale', isRecurrent: false, validated: true }, { 'idempotency-key': 'of-another-reservation' })
    tried('a neighbour\'s reservation', world.card.charges.length > 0)
    await Promise.all(Array.from({ length: 8 }, (_, at) => (at % 2 === 0 ? one : stranger).post({})))
    await world.work()
    tried('eight payments at once from two devices', world.card.charges.length !== 1 || (await one.sum()).paid !== 279.55)
    const again = await one.post({})
    tried('a payment of what is paid', again.statusCode < 400 && world.card.charges.length !== 1)
    const two = await world.renter()
    await two.post({}, 'one-key')
    const other = await two.post({ amount: 1 }, 'one-key')
    tried('one key with another body', other.statusCode < 400 && other.json<{ paymentStatus?: string }>().paymentStatus !== 'final' && world.card.charges.length !== 1)
    expect(oneCharge(world.card, await two.sum())).toEqual(paidOnce)
  }))

  it('no forged, changed or repeated report of a provider books anything (DEC-247, P13)', () => holds('forged callbacks', async (tried) => {
    const renter = await world.renter()
    world.card.does('charge-silently')
    await renter.pay()
    const id = world.card.only()
    const isBooked = async (): Promise<boolean> => (await renter.sum()).paid !== 100
    for (const signature of ['', 'wrong', 'RIGHT', 'right ', 'right,right']) {
      await world.callback('card', world.card.event(id, charged()), { signature })
      tried(`signature ${JSON.stringify(signature)}`, await isBooked())
    }
    await world.callback('card', world.card.event(id, charged({ amountMinor: 1 })))
    tried('another amount', await isBooked())
    await world.callback('card', world.card.event(id, charged({ currency: 'USD' })))
    tried('another currency', await isBooked())
    await world.callback('card', world.card.event(id, charged()), { tenant: 'alpen' })
    tried('at another company\'s address', await isBooked())
    await world.callback('wallet', world.card.event(id, charged()))
    tried('of another provider', await isBooked())
    // The genuine one is booked, and once however often it comes.
    const event = world.card.event(id, charged(), 'the-one-event')
    await Promise.all(Array.from({ length: 5 }, () => world.callback('card', event)))
    tried('one event five times', (await renter.sum()).ledger.length !== 1)
    expect(oneCharge(world.card, await renter.sum())).toEqual(paidOnce)
  }))
})
