import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminToken } from '../../test/fixtures/whole-api.fixture.ts'
import { dueMinor, oneCharge, paidOnce, payingApi, type PayingApi } from '../../test/fixtures/paying-renter.fixture.ts'
import type { ProviderOutcome } from './providers/provider.ts'

let world: PayingApi
beforeAll(async () => { world = await payingApi({ checkAfterSeconds: 0 }) })
afterAll(() => world.stop())

const discrepancies = (id: string) => world.api.asAdmin(`select kind from reconciliation_break where merchant_transaction_id = '${id}'`)
const compare = () => world.api.payments.reconcile('costaverde')

async function ended(behaviour: 'charge' | { decline: string }) {
  const renter = await world.renter()
  world.card.does(behaviour)
  await renter.pay()
  return { renter, id: world.card.only() }
}

describe('the comparison with the provider\'s records', () => {
  it('agrees with a payment that both sides have, and asks about it once', async () => {
    const { renter, id } = await ended('charge')
    await compare()
    await compare()
    expect(world.card.asked.filter((line) => line === `status ${id}`)).toHaveLength(1)
    expect(await discrepancies(id)).toEqual([])
    expect(oneCharge(world.card, await renter.sum())).toEqual(paidOnce)
  })

  it.each<[string, ProviderOutcome, string]>([
    ['was charged although we have it as declined', { kind: 'charged', providerId: 'p', amountMinor: dueMinor, currency: 'EUR', card: null }, 'late-money'],
  ])('finds a payment that %s (I2, P23)', async (_what, outcome, kind) => {
    const { id } = await ended({ decline: '2003' })
    world.card.finish(id, outcome)
    await compare()
    expect(await discrepancies(id)).toEqual([{ kind }])
  })

  it.each<[string, ProviderOutcome, string]>([
    ['the provider has in another amount', { kind: 'charged', providerId: 'p', amountMinor: 1, currency: 'EUR', card: null }, 'wrong-amount'],
    ['the provider says was declined', { kind: 'declined', providerId: 'p', code: '2003' }, 'not-at-provider'],
    ['the provider does not know', { kind: 'notFound' }, 'not-at-provider'],
  ])('finds a payment that %s (I3)', async (_what, outcome, kind) => {
    const { id } = await ended('charge')
    world.card.finish(id, outcome)
    await compare()
    await compare()
    expect(await discrepancies(id)).toEqual([{ kind }])
  })

  it('records a refund without a callback, and only what was not recorded before', async () => {
    const { renter, id } = await ended('charge')
    await world.callback('card', world.card.event(id, { kind: 'refunded', providerId: 'r1', amountMinor: 1000 }))
    world.card.finish(id, { kind: 'refunded', providerId: 'r2', amountMinor: 1500 })
    await compare()
    const sum = await renter.sum()
    expect(sum.ledger.filter(({ kind }) => kind === 'refund').map(({ amount }) => amount)).toEqual([10, 5])
    expect([sum.paid, sum.due]).toEqual([264.55, 15])
    expect(await discrepancies(id)).toEqual([])
  })

  it('asks again another time when the provider is away', async () => {
    const { id } = await ended('charge')
    world.card.goesAway()
    await compare()
    world.card.goesAway(false)
    await compare()
    expect(world.card.asked.filter((line) => line === `status ${id}`)).toHaveLength(2)
  })
})

describe('a provider\'s settlement file (P23)', () => {
  const ask = (records: readonly object[], headers: Record<string, string> = { authorization: `Bearer ${adminToken}`, 'x-checkin-actor': 'operator' }) =>
    world.api.app.inject({ method: 'POST', url: '/internal/v1/tenants/costaverde/settlements/card', headers, payload: { records } })
  const line = (merchantTransactionId: string, amount = 179.55, currency = 'EUR') => ({ merchantTransactionId, amount, currency })

  it('that lists what we have agrees, also with 3-D Secure under the payment\'s second id', async () => {
    const { id } = await ended('charge')
    expect((await ask([line(id), line(`${id}.secure`)])).json()).toEqual({ differences: [] })
  })

  it('that lists what we do not have, or have otherwise, leaves a break for people and a number for the alarm', async () => {
    const paid = await ended('charge')
    const declined = await ended({ decline: '2003' })
    const foreign = `foreign-${paid.id}`
    const differences = [{ merchantTransactionId: foreign, kind: 'unknown-transaction' }, { merchantTransactionId: paid.id, kind: 'wrong-amount' }, { merchantTransactionId: declined.id, kind: 'late-money' }]
    const file = [line(foreign), line(paid.id, 1), line(declined.id)]
    expect((await ask(file)).json()).toEqual({ differences })
    expect((await ask(file)).json()).toEqual({ differences })
    expect(await discrepancies(foreign)).toEqual([{ kind: 'unknown-transaction' }])
    const listed = await world.api.app.inject({ url: '/internal/v1/tenants/costaverde/breaks', headers: { authorization: `Bearer ${adminToken}`, 'x-checkin-actor': 'operator' } })
    expect(listed.json<{ breaks: { merchantTransactionId: string }[] }>().breaks.filter(({ merchantTransactionId }) => merchantTransactionId === foreign)).toHaveLength(1)
    expect((await world.api.app.inject('/metrics')).body).toMatch(/checkin_payment_breaks_total\{kind="unknown-transaction"[^}]*\} [1-9]/)
  })

  it('is taken from nobody without the admin token', async () => {
    expect((await ask([], {})).statusCode).toBe(401)
    expect((await world.api.app.inject('/internal/v1/tenants/costaverde/breaks')).statusCode).toBe(401)
  })
})
