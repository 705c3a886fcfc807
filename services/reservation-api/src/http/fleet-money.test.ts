import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PayingApi } from '../../test/fixtures/paying-renter.fixture.ts'
import { signingApi, type SigningApi } from '../../test/fixtures/signing-renter.fixture.ts'

let world: SigningApi
beforeAll(async () => { world = await signingApi() })
afterAll(() => world.stop())

type Renter = Awaited<ReturnType<PayingApi['renter']>>
const post = (renter: Pick<Renter, 'reference'>, path: string, body?: object) => world.api.fleet('costaverde', 'POST', `/reservations/${renter.reference}${path}`, body)
const moneyOf = async (renter: Renter) => {
  const { payments, ledger, paid, due } = await renter.sum()
  return { states: payments.map(({ state }) => state), ledger: ledger.map(({ kind, amount }) => `${kind} ${amount}`), paid, due }
}
const events = async (renter: Renter) => (await renter.events()).filter(({ kind }) => kind.startsWith('payment.')).map(({ kind, data }) => `${kind} ${String(data['amount'])}`)

/** A renter who paid 179.55 by card, and how the company refunds it. */
async function paid() {
  const renter = await world.renter()
  expect((await renter.pay()).status).toBe('paid')
  const { payments: [payment] } = (await world.api.fleet('costaverde', 'GET', `/reservations/${renter.reference}`)).json<{ payments: { paymentId: string; transactionId: string }[] }>()
  const refund = (body: object = {}) => post(renter, `/payments/${payment?.paymentId ?? ''}/refund`, body)
  return { renter, refund, id: payment?.transactionId ?? '' }
}

describe('a refund that the company orders (DEC-124)', () => {
  it('goes back in part, is booked once and told, and what is due is due again', async () => {
    const { renter, refund } = await paid()
    expect((await refund({ amount: 20 })).json()).toMatchObject({ state: 'refunded', amount: 20, currency: 'EUR', code: null })
    expect((await refund({ amount: 20 })).json()).toMatchObject({ state: 'refunded', amount: 20 })
    expect(await moneyOf(renter)).toEqual({ states: ['paid'], ledger: ['charge 179.55', 'refund 20'], paid: 259.55, due: 20 })
    expect(await events(renter)).toEqual(['payment.settled 179.55', 'payment.refunded 20'])
    expect(world.card.refunds.size).toBe(1)
  })

  it('takes all that is left where no amount is named', async () => {
    const { renter, refund } = await paid()
    expect((await refund()).json()).toMatchObject({ state: 'refunded', amount: 179.55 })
    expect(await moneyOf(renter)).toEqual({ states: ['refunded'], ledger: ['charge 179.55', 'refund 179.55'], paid: 100, due: 179.55 })
  })

  it('whose answer is lost is asked for under the same id, and never given back twice (P9)', async () => {
    const { renter, refund } = await paid()
    world.card.does('charge-silently')
    expect((await refund({ amount: 20 })).json()).toMatchObject({ state: 'ordered' })
    await world.work()
    expect((await refund()).json()).toMatchObject({ state: 'refunded', amount: 20 })
    expect((await moneyOf(renter)).ledger).toEqual(['charge 179.55', 'refund 20'])
    expect(world.card.refunds.size).toBe(1)
  })

  it('that the provider reports as well is booked once, whichever comes first', async () => {
    for (const isReportedFirst of [true, false]) {
      const { renter, refund, id } = await paid()
      const report = () => world.callback('card', world.card.event(id, { kind: 'refunded', providerId: `p-${id}-refund`, amountMinor: 2000 }))
      world.card.does(...(isReportedFirst ? ['charge-silently' as const] : []))
      await refund({ amount: 20 })
      expect((await report()).statusCode).toBe(200)
      await world.work()
      expect((await refund()).json()).toMatchObject({ state: 'refunded' })
      expect((await moneyOf(renter)).ledger).toEqual(['charge 179.55', 'refund 20'])
    }
  })

  it('of a wallet goes back by the wallet, once', async () => {
    const renter = await world.renter()
    await renter.payByWallet()
    world.wallet.approves()
    await world.work()
    const { payments: [payment] } = (await world.api.fleet('costaverde', 'GET', `/reservations/${renter.reference}`)).json<{ payments: { paymentId: string }[] }>()
    world.wallet.does('charge-silently')
    expect((await post(renter, `/payments/${payment?.paymentId ?? ''}/refund`, { amount: 20 })).json()).toMatchObject({ state: 'ordered' })
    await world.work()
    expect((await post(renter, `/payments/${payment?.paymentId ?? ''}/refund`, { amount: 20 })).json()).toMatchObject({ state: 'refunded', amount: 20 })
    expect(await moneyOf(renter)).toEqual({ states: ['paid'], ledger: ['charge 179.55', 'refund 20'], paid: 259.55, due: 20 })
    expect([world.wallet.refunds.size, world.card.refunds.size]).toEqual([1, 0])
  })

  it('in full agrees with a provider whose record of the payment still says charged', async () => {
    const { renter, refund } = await paid()
    await refund()
    await world.api.asAdmin(`update payment_intent set updated_at = now() - interval '1 hour' where reservation_id = '${renter.id}'`)
    await world.api.payments.reconcile('costaverde')
    expect(await world.api.asAdmin(`select kind from reconciliation_break where reservation_id = '${renter.id}'`)).toEqual([])
    expect(await world.api.asAdmin(`select checked_at from payment_intent where reservation_id = '${renter.id}' and checked_at is not null`)).toHaveLength(1)
  })

  it('that the provider refuses moves nothing, and the company is told why', async () => {
    const { renter, refund } = await paid()
    world.card.does({ decline: '2003' })
    expect((await refund({ amount: 20 })).json()).toMatchObject({ state: 'refused', code: '2003' })
    expect(await moneyOf(renter)).toMatchObject({ ledger: ['charge 179.55'], paid: 279.55 })
    expect(await events(renter)).toEqual(['payment.settled 179.55', 'payment.refund-refused 20'])
  })

  it.each([
    ['more than was paid', { amount: 179.56 }, '409 NotRefundable'], ['nothing', { amount: 0 }, '400 InvalidRequest'], ['an unknown field', { sum: 1 }, '400 InvalidRequest'],
  ])('of %s is refused', async (_case, body, expected) => {
    const { renter, refund } = await paid()
    const { status, code } = (await refund(body)).json<{ status: number; code: string }>()
    expect(`${status} ${code}`).toBe(expected)
    expect((await moneyOf(renter)).ledger).toEqual(['charge 179.55'])
  })

  it('of another amount than was ordered before, of a hold, or of another reservation\'s payment is refused', async () => {
    const { refund } = await paid()
    await refund({ amount: 20 })
    expect((await refund({ amount: 30 })).json()).toMatchObject({ status: 409, code: 'RefundExists' })
    const other = await world.renter()
    const { paymentId: hold } = await other.pay({ transactionType: 'Preauth', isRecurrent: true, amount: 300 })
    expect((await post(other, `/payments/${hold}/refund`, {})).json()).toMatchObject({ status: 409, code: 'NotRefundable' })
    const { payments: [strange] } = (await world.api.fleet('costaverde', 'GET', '/reservations/P1')).json<{ payments: { paymentId: string }[] }>()
    expect((await post(other, `/payments/${strange?.paymentId ?? ''}/refund`, {})).json()).toMatchObject({ status: 404, code: 'NotFound' })
    expect((await post({ ...other, reference: 'NONE' }, `/payments/${strange?.paymentId ?? ''}/refund`, {})).json()).toMatchObject({ status: 404, code: 'ReservationNotFound' })
  })
})

describe('a deposit that the company releases (DEC-124)', () => {
  it('is given back, booked and told once, however often it is asked', async () => {
    const renter = await world.renter()
    await renter.pay({ transactionType: 'Preauth', isRecurrent: true, amount: 300 })
    for (let time = 0; time < 2; time += 1) expect((await post(renter, '/deposit/release')).json()).toMatchObject({ state: 'released', amount: 300, currency: 'EUR' })
    expect(await moneyOf(renter)).toMatchObject({ states: ['voided'], ledger: ['hold 300', 'void 300'] })
    expect(await events(renter)).toEqual(['payment.held 300', 'payment.voided 300'])
  })
  it('is on its way while the provider is away, and goes when it is there again', async () => {
    const renter = await world.renter()
    await renter.pay({ transactionType: 'Preauth', isRecurrent: true, amount: 300 })
    world.card.goesAway()
    expect((await post(renter, '/deposit/release')).json()).toMatchObject({ state: 'releasing' })
    world.card.goesAway(false)
    await world.work()
    expect((await post(renter, '/deposit/release')).json()).toMatchObject({ state: 'released' })
  })
  it('stays while an agreement needs it, and goes once that is signed', async () => {
    const renter = await world.signer()
    const { signatureURL } = await renter.submit()
    expect((await post(renter, '/deposit/release')).json<{ code: string }>().code).toBe('AgreementUnderWay')
    world.signatures.signs(signatureURL ?? '')
    expect((await renter.comesBack(signatureURL ?? '')).statusCode).toBe(200)
    expect((await post(renter, '/deposit/release')).json()).toMatchObject({ state: 'released', amount: 479.55 })
  })
  it('that is not there cannot be released', async () => {
    expect((await post(await world.renter(), '/deposit/release')).json()).toMatchObject({ status: 409, code: 'NothingHeld' })
  })
})
