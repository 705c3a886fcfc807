import type { PaymentResult } from '@checkin/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { due, notPaid, oneCharge, paidOnce, payingApi, type PayingApi } from '../../test/fixtures/paying-renter.fixture.ts'

let world: PayingApi
beforeAll(async () => { world = await payingApi() })
afterAll(() => world.stop())

const statuses = async (answers: readonly Promise<{ json: () => PaymentResult }>[]) => (await Promise.all(answers)).map((answer) => answer.json())

describe('a provider that does not answer', () => {
  it('has charged all the same: the page shows that it is being checked, and then the result (P9)', async () => {
    const renter = await world.renter()
    world.card.does('charge-silently')
    expect(await renter.pay()).toMatchObject({ status: 'checking' })
    expect(await renter.state()).toMatchObject({ state: 'paid', amount: due })
    expect(oneCharge(world.card, await renter.sum())).toEqual(paidOnce)
  })

  it('charges after the line broke: nothing is sent under a second id (P10)', async () => {
    const renter = await world.renter()
    world.card.does('charge-later')
    expect(await renter.pay()).toMatchObject({ status: 'checking' })
    await world.work()
    expect(await renter.state()).toMatchObject({ state: 'checking' })
    world.card.finish()
    await world.work()
    expect(oneCharge(world.card, await renter.sum())).toEqual(paidOnce)
    expect(new Set(world.card.asked.map((line) => line.split(' ')[1])).size).toBe(1)
  })

  it('never saw the order: the very same order is sent again, with the same token (P10, P11)', async () => {
    const renter = await world.renter()
    world.card.does('lose', 'busy', 'lose', 'charge')
    expect((await renter.pay()).status).toBe('checking')
    for (let look = 0; look < 4; look += 1) await world.work()
    expect(oneCharge(world.card, await renter.sum())).toEqual(paidOnce)
    expect(new Set(world.card.asked.map((line) => line.split(' ')[1])).size).toBe(1)
  })

  it('answers never at all: the page has its answer all the same, and support finds the payment (P9, DEC-48)', async () => {
    const impatient = await payingApi({ answerMs: 100, callMs: 300 })
    const renter = await impatient.renter()
    impatient.card.does('hang')
    const answer = await renter.pay()
    expect(answer).toMatchObject({ status: 'checking', paymentId: expect.any(String) as string })
    expect(await renter.state()).toMatchObject({ state: 'checking', paymentId: answer.paymentId })
    await impatient.stop()
  })

  it('is away for long: the payment waits, nothing is lost and nothing is charged twice (P11)', async () => {
    const renter = await world.renter()
    world.card.goesAway()
    expect((await renter.pay()).status).toBe('checking')
    for (let look = 0; look < 5; look += 1) await world.work()
    expect(await renter.sum()).toMatchObject({ due, isCompleted: false, payments: [{ state: 'sent' }] })
    world.card.goesAway(false)
    await world.work()
    expect(oneCharge(world.card, await renter.sum())).toEqual(paidOnce)
  })
})

describe('a payment of which the provider reports only a refund', () => {
  it('was taken before: both are booked, and it is asked for no more', async () => {
    const renter = await world.renter()
    world.card.does('pending')
    await renter.pay()
    world.card.finish(world.card.only(), { kind: 'refunded', providerId: 'p-1', amountMinor: 5000 })
    await world.work()
    const sum = await renter.sum()
    expect([sum.ledger.map(({ kind, amount }) => [kind, amount]).sort(), sum.payments[0]?.state]).toEqual([[['charge', due], ['refund', 50]], 'paid'])
    const before = world.card.asked.length
    await world.work()
    expect(world.card.asked).toHaveLength(before)
  })

  it('and that was to be held only ends too, with a break for people: nobody ordered that money', async () => {
    const renter = await world.renter()
    world.card.does('pending')
    await renter.pay({ transactionType: 'Preauth', isRecurrent: true, amount: 300 })
    world.card.finish(world.card.only(), { kind: 'refunded', providerId: 'p-1', amountMinor: 30_000 })
    await world.work()
    expect(await renter.sum()).toMatchObject({ ledger: [], payments: [{ state: 'cancelled' }] })
    expect(await world.api.asAdmin("select kind from reconciliation_break order by found_at desc limit 1")).toMatchObject([{ kind: 'late-money' }])
    const before = world.card.asked.length
    await world.work()
    expect(world.card.asked).toHaveLength(before)
  })
})

describe('many at once (P12)', () => {
  it.each(['charge', 'charge-silently', 'lose', 'redirect', 'pending'] as const)('five clicks are one payment when the provider meets them with: %s', async (behaviour) => {
    const renter = await world.renter()
    world.card.does(behaviour)
    const answers = await statuses(Array.from({ length: 5 }, (_, click) => renter.post({ token: `ix::${click}` })))
    expect(new Set(answers.map(({ paymentId }) => paymentId)).size).toBe(1)
    const { payments } = await renter.sum()
    expect(payments).toHaveLength(1)
    expect(world.card.charges.length).toBeLessThanOrEqual(1)
  })

  it('five clicks with one key are one payment, and both ledgers agree', async () => {
    const renter = await world.renter()
    const answers = await statuses(Array.from({ length: 5 }, () => renter.post({}, 'one-key')))
    expect(new Set(answers.map(({ paymentId }) => paymentId)).size).toBe(1)
    expect(oneCharge(world.card, await renter.sum())).toEqual(paidOnce)
  })

  it('two devices pay at the same moment: one of them pays, both learn it', async () => {
    const renter = await world.renter()
    const phone = await renter.another()
    await Promise.all([renter.pay({ token: 'ix::desk' }), phone.pay({ token: 'ix::phone' })])
    expect([await renter.state(), await phone.state()]).toEqual([expect.objectContaining({ state: 'paid' }), expect.objectContaining({ state: 'paid' })])
    expect(oneCharge(world.card, await renter.sum())).toEqual(paidOnce)
  })

  it('two tabs with two ways to pay: the second learns which payment is open, and nothing is sent for it', async () => {
    const renter = await world.renter()
    const other = await renter.another()
    const open = await renter.payByWallet()
    expect((await other.post({})).json()).toMatchObject({ status: 409, code: 'PaymentInProgress', data: { paymentId: open.paymentId } })
    expect(world.card.asked).toEqual([])
  })

  it('two API servers and their workers process the same payment without doing anything twice', async () => {
    const renter = await world.renter()
    world.card.does('lose')
    await renter.pay()
    await world.api.asAdmin('update payment_outbox set next_attempt_at = now(), leased_until = null')
    await Promise.all(Array.from({ length: 4 }, () => world.api.payments.processDue('costaverde')))
    expect(oneCharge(world.card, await renter.sum())).toEqual(paidOnce)
    expect(world.card.asked.filter((line) => line.startsWith('take'))).toHaveLength(2)
  })
})

describe('a tenant without this gateway', () => {
  it('learns that there is no such payment method, and nothing begins (DEC-20)', async () => {
    const renter = await world.renter()
    for (const provider of ['paypal', 'sign', '__proto__', 'constructor']) expect((await renter.post({ provider })).json()).toMatchObject({ status: 400, code: 'InvalidRequest' })
    expect((await renter.post({ token: null })).json()).toMatchObject({ status: 400, code: 'InvalidRequest' })
    expect(oneCharge(world.card, await renter.sum())).toEqual(notPaid)
  })
})
