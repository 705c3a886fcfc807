import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PayingApi } from '../../test/fixtures/paying-renter.fixture.ts'
import { signingApi, type SigningApi } from '../../test/fixtures/signing-renter.fixture.ts'

let world: SigningApi
beforeAll(async () => { world = await signingApi() })
afterAll(() => world.stop())

type Renter = Awaited<ReturnType<PayingApi['renter']>>
const post = (renter: Pick<Renter, 'reference'>, path: string, body?: object) => world.api.fleet('costaverde', 'POST', `/reservations/${renter.reference}${path}`, body)
const capture = (renter: Pick<Renter, 'reference'>, body: object = {}) => post(renter, '/deposit/capture', body)
const moneyOf = async (renter: Renter) => {
  const { payments, ledger, paid, due } = await renter.sum()
  return { states: payments.map(({ state }) => state), ledger: ledger.map(({ kind, amount }) => `${kind} ${amount}`), paid, due }
}
const events = async (renter: Renter) => (await renter.events()).filter(({ kind }) => kind.startsWith('payment.')).map(({ kind, data }) => `${kind} ${String(data['amount'])}`)

/** A renter whose deposit of 300.00 is held, without any agreement. */
async function held() {
  const renter = await world.renter()
  await renter.pay({ transactionType: 'Preauth', isRecurrent: true, amount: 300 })
  return renter
}
/** A renter who signed, with 300.00 of deposit and 179.55 of what is due held together. */
async function signed() {
  const renter = await world.signer()
  const { signatureURL } = await renter.submit()
  world.signatures.signs(signatureURL ?? '')
  expect((await renter.comesBack(signatureURL ?? '')).statusCode).toBe(200)
  return renter
}

describe('a deposit that the company captures (DEC-125)', () => {
  it('is taken in part, once and told; the rest is released, and what is due stays due', async () => {
    const renter = await held()
    for (let time = 0; time < 2; time += 1) expect((await capture(renter, { amount: 120 })).json()).toMatchObject({ state: 'captured', amount: 120, currency: 'EUR', code: null })
    expect(await moneyOf(renter)).toEqual({ states: ['captured'], ledger: ['hold 300', 'capture 120'], paid: 100, due: 179.55 })
    expect(await events(renter)).toEqual(['payment.held 300', 'payment.captured 120'])
    expect((await renter.events()).at(-1)?.data).toMatchObject({ released: 180 })
    expect(world.card.captures.size).toBe(1)
  })

  it('and released or renewed, is told with the agreement as it stands now, beside what was agreed to (DEC-136)', async () => {
    const holdOf = async (renter: Awaited<ReturnType<typeof signed>>) => (await renter.fleet()).agreement?.hold
    const renter = await signed()
    const agreed = { deposit: 300, due: 179.55, held: 479.55 }
    expect(await holdOf(renter)).toMatchObject({ ...agreed, now: { held: 479.55, captured: 0, captureBefore: expect.stringMatching(/^\d{4}-/) as string } })
    await capture(renter, { amount: 200 })
    expect(await holdOf(renter)).toMatchObject({ ...agreed, now: { held: 0, captured: 200, captureBefore: null } })
    const other = await signed()
    expect((await post(other, '/deposit/release')).json()).toMatchObject({ state: 'released' })
    expect(await holdOf(other)).toMatchObject({ ...agreed, now: { held: 0, captured: 0, captureBefore: null } })
  })

  it('counts what was due and held with it as paid, once it is captured', async () => {
    const renter = await signed()
    expect(await moneyOf(renter)).toMatchObject({ paid: 100, due: 179.55 })
    expect((await capture(renter)).json()).toMatchObject({ state: 'captured', amount: 479.55 })
    expect(await moneyOf(renter)).toEqual({ states: ['captured'], ledger: ['hold 479.55', 'capture 479.55'], paid: 279.55, due: 0 })
    expect((await renter.fleet()).agreement?.isStale).toBe(false)
  })

  it('pays what is due first where only a part is captured', async () => {
    const renter = await signed()
    await capture(renter, { amount: 100 })
    expect(await moneyOf(renter)).toMatchObject({ ledger: ['hold 479.55', 'capture 100'], paid: 200, due: 79.55 })
  })

  it('can be refunded like a payment: of the deposit first, then of what counted as paid', async () => {
    const renter = await signed()
    await capture(renter)
    const [payment] = (await renter.fleet()).payments
    expect((await post(renter, `/payments/${payment?.paymentId ?? ''}/refund`, { amount: 350 })).json()).toMatchObject({ state: 'refunded', amount: 350 })
    expect(await moneyOf(renter)).toMatchObject({ states: ['captured'], ledger: ['hold 479.55', 'capture 479.55', 'refund 350'], paid: 229.55, due: 50 })
  })

  it('of which more is asked back than was captured is refused', async () => {
    const renter = await held()
    await capture(renter, { amount: 120 })
    const [payment] = (await world.api.fleet('costaverde', 'GET', `/reservations/${renter.reference}`)).json<{ payments: { paymentId: string }[] }>().payments
    expect((await post(renter, `/payments/${payment?.paymentId ?? ''}/refund`, { amount: 120.01 })).json()).toMatchObject({ status: 409, code: 'NotRefundable' })
    expect((await post(renter, `/payments/${payment?.paymentId ?? ''}/refund`, {})).json()).toMatchObject({ state: 'refunded', amount: 120 })
    expect((await moneyOf(renter)).states).toEqual(['refunded'])
  })

  it('brings its renter one receipt, with what was held, what was taken and what was released (DEC-109)', async () => {
    const renter = await signed()
    await capture(renter, { amount: 200 })
    const receipts = (await world.mails(renter.id)).filter(({ kind }) => kind === 'receipt')
    expect(receipts).toHaveLength(1)
    expect(receipts[0]?.payload).toMatchObject({ facts: { payment: { amountMinor: 20_000, captured: { heldMinor: 47_955, depositMinor: 2045 }, means: { kind: 'card', lastFour: '1111' } }, dueMinor: 0, elsewhereMinor: 10_000 } })
  })

  it('whose answer is lost is asked for under the same id, and never taken twice (P9)', async () => {
    const renter = await held()
    world.card.does('charge-silently')
    expect((await capture(renter, { amount: 120 })).json()).toMatchObject({ state: 'ordered' })
    expect((await post(renter, '/deposit/release')).json()).toMatchObject({ status: 409, code: 'CaptureUnderWay' })
    await world.work()
    expect((await capture(renter)).json()).toMatchObject({ state: 'captured', amount: 120 })
    expect((await moneyOf(renter)).ledger).toEqual(['hold 300', 'capture 120'])
  })

  it('that the provider reports as well is booked once', async () => {
    const renter = await held()
    const id = world.card.only()
    world.card.does('charge-silently')
    await capture(renter, { amount: 120 })
    await world.callback('card', world.card.event(id, { kind: 'charged', providerId: `p-${id}-capture`, amountMinor: 12_000, currency: 'EUR', card: null }))
    await world.work()
    expect((await capture(renter)).json()).toMatchObject({ state: 'captured' })
    expect((await moneyOf(renter)).ledger).toEqual(['hold 300', 'capture 120'])
  })

  it('that the provider refuses stays held, and the company is told why', async () => {
    const renter = await held()
    world.card.does({ decline: '2003' })
    expect((await capture(renter)).json()).toMatchObject({ state: 'refused', code: '2003' })
    expect(await moneyOf(renter)).toMatchObject({ states: ['authorised'], ledger: ['hold 300'] })
    expect(await events(renter)).toEqual(['payment.held 300', 'payment.capture-refused 300'])
    expect((await post(renter, '/deposit/release')).json()).toMatchObject({ state: 'released' })
  })

  it('that the provider has voided meanwhile is known as voided', async () => {
    const renter = await held()
    const id = world.card.only()
    world.card.finish(id, { kind: 'voided', providerId: `p-${id}` })
    expect((await capture(renter)).json()).toMatchObject({ state: 'refused', code: '1006' })
    expect((await moneyOf(renter)).states).toEqual(['voided'])
  })

  it('is kept from the release that was to come later', async () => {
    const renter = await held()
    await world.api.database.withTenant('costaverde', (transaction) => world.api.payments.payments.queueVoid(transaction, { tenantId: 'costaverde', reservationId: renter.id }, 24 * 3600))
    world.card.does('lose')
    await capture(renter)
    await world.work()
    expect((await moneyOf(renter)).ledger).toEqual(['hold 300', 'capture 300'])
  })

  it('stays while an agreement that is not signed needs it', async () => {
    const renter = await world.signer()
    await renter.submit()
    expect((await capture(renter)).json()).toMatchObject({ status: 409, code: 'AgreementUnderWay' })
  })

  it.each([
    ['more than is held', { amount: 300.01 }, '409 NotCapturable'], ['nothing', { amount: 0 }, '400 InvalidRequest'], ['an unknown field', { sum: 1 }, '400 InvalidRequest'],
  ])('of %s is refused', async (_case, body, expected) => {
    const { status, code } = (await capture(await held(), body)).json<{ status: number; code: string }>()
    expect(`${status} ${code}`).toBe(expected)
  })

  it('of another amount, of a deposit that is going back, or of none is refused', async () => {
    const renter = await held()
    await capture(renter, { amount: 120 })
    expect((await capture(renter, { amount: 130 })).json()).toMatchObject({ status: 409, code: 'CaptureExists' })
    const other = await held()
    world.card.goesAway()
    await post(other, '/deposit/release')
    expect((await capture(other)).json()).toMatchObject({ status: 409, code: 'ReleaseUnderWay' })
    expect((await capture(await world.renter())).json()).toMatchObject({ status: 409, code: 'NothingHeld' })
  })
})
