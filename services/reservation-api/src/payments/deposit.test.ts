import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { payingApi, type PayingApi } from '../../test/fixtures/paying-renter.fixture.ts'

let world: PayingApi
let payments: PayingApi['api']['payments']['payments']
beforeAll(async () => {
  world = await payingApi()
  payments = world.api.payments.payments
})
afterAll(() => world.stop())

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()

/** A renter whose deposit of 300.00 is held. */
async function held(change: object = {}) {
  const renter = await world.renter()
  const answer = await renter.pay({ transactionType: 'Preauth', isRecurrent: true, amount: 300, ...change })
  return { renter, answer, of: { tenantId: 'costaverde', reservationId: renter.id } }
}
const holdOf = (reservationId: string) => payments.current({ tenantId: 'costaverde', reservationId, purpose: 'deposit' })
const within = <Result>(work: (transaction: Parameters<typeof payments.queueVoid>[0]) => Promise<Result>) => world.api.database.withTenant('costaverde', work)

describe('a deposit', () => {
  it('is held and not captured; what is due stays due, and the hold has its last day (I8, P20)', async () => {
    const { renter, answer } = await held()
    expect(answer.status).toBe('paid')
    expect(await renter.sum()).toMatchObject({ paid: 100, due: 179.55, isCompleted: false, ledger: [{ kind: 'hold', amount: 300 }] })
    expect(await holdOf(renter.id)).toMatchObject({ state: 'authorised', amountMinor: 30_000, captureBefore: expect.any(String) as string })
  })

  it('is asked for in the company\'s amount, and only once (DEC-23)', async () => {
    const { renter } = await held()
    expect((await renter.post({ transactionType: 'Preauth', amount: 299 })).json()).toMatchObject({ status: 409, code: 'AmountChanged', data: { amount: 300 } })
    expect((await renter.pay({ transactionType: 'Preauth', amount: 300, token: 'ix::other', isRecurrent: true })).status).toBe('paid')
    expect(world.card.charges).toHaveLength(1)
  })

  it('keeps the card for the counter by the provider\'s reference, never the card itself', async () => {
    const { renter } = await held()
    expect((await renter.call('GET', `/payment/${renter.number}/card`)).json()).toContainEqual(
      { creditCardNumber: '4111 **** **** 1111', cardFlag: 'Visa', token: expect.stringMatching(/^ref-/) as string, referenceToken: expect.stringMatching(/^ref-/) as string })
  })

  it('does not stand in the way of paying what is due', async () => {
    const { renter } = await held()
    expect((await renter.pay()).status).toBe('paid')
    expect((await renter.sum()).due).toBe(0)
  })

  it('is voided when it is asked for, however often, and a new one may be held then (P20)', async () => {
    const { renter, of } = await held()
    for (let time = 0; time < 3; time += 1) expect(await payments.void(of)).toMatchObject({ state: 'voided' })
    expect((await renter.sum()).ledger.map(({ kind }) => kind)).toEqual(['hold', 'void'])
    expect((await renter.pay({ transactionType: 'Preauth', amount: 300, token: 'ix::again' })).status).toBe('paid')
  })

  it('stays held while the provider has not confirmed that it gave it back, and is asked again', async () => {
    const { of } = await held()
    world.card.goesAway()
    expect(await payments.void(of)).toMatchObject({ state: 'authorised' })
    world.card.goesAway(false)
    await world.work()
    expect(await holdOf(of.reservationId)).toMatchObject({ state: 'voided' })
  })

  it('is voided later when that was queued for later, unless it is needed after all (P22)', async () => {
    const first = await held()
    await within((transaction) => payments.queueVoid(transaction, first.of, 24 * 3600))
    await within((transaction) => payments.queueVoid(transaction, first.of, 24 * 3600))
    await world.api.payments.processDue('costaverde')
    expect(await holdOf(first.of.reservationId)).toMatchObject({ state: 'authorised' })
    await within((transaction) => payments.keepHold(transaction, first.of))
    await world.work()
    expect(await holdOf(first.of.reservationId)).toMatchObject({ state: 'authorised' })
    await within((transaction) => payments.queueVoid(transaction, first.of, 24 * 3600))
    await world.work()
    expect(await holdOf(first.of.reservationId)).toMatchObject({ state: 'voided' })
  })

  it('that the counter captured is known as captured, and cannot be voided any more (I8)', async () => {
    const { renter, of } = await held()
    const id = world.card.only()
    const taken = { kind: 'charged', providerId: `p-${id}`, amountMinor: 12_000, currency: 'EUR', card: null } as const
    world.card.finish(id, taken)
    await world.callback('card', world.card.event(id, taken))
    expect(await payments.void(of)).toMatchObject({ state: 'captured' })
    expect(await renter.sum()).toMatchObject({ paid: 100, ledger: [{ kind: 'hold', amount: 300 }, { kind: 'capture', amount: 120 }] })
  })

  it('that ends within a day is reported to the company once (P20)', async () => {
    const { renter } = await held()
    await world.api.asAdmin(`update payment_intent set capture_before = '${inDays(0.9)}' where reservation_id = '${renter.id}'`)
    await world.api.payments.reconcile('costaverde')
    await world.api.payments.reconcile('costaverde')
    expect((await renter.events()).filter(({ kind }) => kind === 'payment.hold-ends')).toMatchObject([{ data: { amount: 300 } }])
  })

  it('whose time is over ends with the provider\'s status', async () => {
    const { renter } = await held()
    const id = world.card.only()
    await world.api.asAdmin(`update payment_intent set capture_before = '${inDays(-0.1)}', checked_at = '${inDays(-1)}' where reservation_id = '${renter.id}'`)
    world.card.finish(id, { kind: 'expired', providerId: `p-${id}` })
    await world.api.payments.reconcile('costaverde')
    expect(await holdOf(renter.id)).toMatchObject({ state: 'expired' })
  })
})
