import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PayingApi } from '../../test/fixtures/paying-renter.fixture.ts'
import { signingApi, type SigningApi } from '../../test/fixtures/signing-renter.fixture.ts'

let world: SigningApi
beforeAll(async () => { world = await signingApi() })
afterAll(() => world.stop())

type Renter = Pick<Awaited<ReturnType<PayingApi['renter']>>, 'id' | 'reference' | 'sum' | 'events'>
interface Payment { readonly paymentId: string; readonly state: string; readonly renews: string | null; readonly purpose: string }
const post = (renter: Renter, path: string, body: object = {}) => world.api.fleet('costaverde', 'POST', `/reservations/${renter.reference}${path}`, body)
const paymentsOf = async (renter: Renter) => (await world.api.fleet('costaverde', 'GET', `/reservations/${renter.reference}`)).json<{ payments: Payment[] }>().payments
const renew = async (renter: Renter, paymentId: string) => (await post(renter, '/deposit/renew', { paymentId })).json<Record<string, unknown>>()
const moneyOf = async (renter: Renter) => {
  const { payments, ledger } = await renter.sum()
  return { states: payments.map(({ state }) => state), ledger: ledger.map(({ kind, amount }) => `${kind} ${amount}`) }
}
const events = async (renter: Renter) => (await renter.events()).filter(({ kind }) => kind.startsWith('payment.')).map(({ kind, data }) => `${kind} ${String(data['amount'])}`)

/** A renter who kept the card with which 300.00 are held until a day before the return. */
async function held(isKept = true) {
  const renter = await world.renter()
  const { paymentId } = await renter.pay({ transactionType: 'Preauth', isRecurrent: isKept, amount: 300 })
  return { renter, hold: paymentId }
}
/** The hold ends in so many hours, and the car comes back a day after that. */
const endsIn = async ({ id }: Renter, hours: number) => {
  await world.api.asAdmin(`update payment_intent set capture_before = now() + interval '${hours} hours' where reservation_id = '${id}'`)
  await world.api.asAdmin(`update reservation set check_out_at = (now() at time zone check_in_zone), check_in_at = (now() at time zone check_in_zone) + interval '${hours + 24} hours' where id = '${id}'`)
}
const lookAround = async () => {
  await world.api.payments.reconcile('costaverde')
  await world.work()
  await world.work()
}

describe('a deposit that is held anew before its hold ends (DEC-125)', () => {
  it('is held a second time on the kept card, and then the former hold is voided', async () => {
    const { renter, hold } = await held()
    await endsIn(renter, 40)
    await lookAround()
    expect(await moneyOf(renter)).toEqual({ states: ['voided', 'authorised'], ledger: ['hold 300', 'hold 300', 'void 300'] })
    expect(await events(renter)).toEqual(['payment.held 300', 'payment.renewed 300', 'payment.voided 300'])
    expect((await paymentsOf(renter)).map(({ renews }) => renews)).toEqual([null, hold])
    const [, renewed] = [...world.card.entries.values()]
    expect(renewed?.order).toMatchObject({ isMerchantInitiated: true, instrument: { kind: 'saved', token: null } })
    await lookAround()
    expect(world.card.charges).toHaveLength(2)
  })

  it('stands where the new hold is refused; the company is told and somebody is asked', async () => {
    const { renter } = await held()
    await endsIn(renter, 40)
    world.card.does({ decline: '2006' })
    await lookAround()
    await lookAround()
    expect(await moneyOf(renter)).toEqual({ states: ['authorised', 'declined'], ledger: ['hold 300'] })
    expect(await events(renter)).toEqual(['payment.held 300', 'payment.renewal-refused 300'])
    expect((await world.attention()).filter(({ reference }) => reference === renter.reference).map(({ kind }) => kind)).toEqual(['hold-not-renewed'])
  })

  it.each([
    ['lasts until the return', async (renter: Renter) => { await endsIn(renter, 40); await world.api.asAdmin(`update reservation set check_in_at = check_out_at + interval '1 hour' where id = '${renter.id}'`) }, true],
    ['ends later than that', (renter: Renter) => endsIn(renter, 60), true],
    ['is on a card that was not kept', (renter: Renter) => endsIn(renter, 40), false],
    ['is to be released', async (renter: Renter) => {
      await endsIn(renter, 40)
      await world.api.database.withTenant('costaverde', (transaction) => world.api.payments.payments.queueVoid(transaction, { tenantId: 'costaverde', reservationId: renter.id }, 24 * 3600))
    }, true],
  ])('is left alone where it %s', async (_case, prepare, isKept) => {
    const { renter } = await held(isKept)
    await prepare(renter)
    await world.api.payments.reconcile('costaverde')
    expect(await paymentsOf(renter)).toHaveLength(1)
  })

  it('is captured as the new hold afterwards, and never the old one as well', async () => {
    const { renter, hold } = await held()
    const { paymentId } = await renew(renter, hold)
    expect((await post(renter, '/deposit/capture')).json()).toMatchObject({ state: 'captured', paymentId, amount: 300 })
    await world.work()
    expect(await moneyOf(renter)).toMatchObject({ states: ['voided', 'captured'] })
    expect(world.card.captures.size).toBe(1)
  })

  it('gives the new hold back where the old one was captured meanwhile', async () => {
    const { renter, hold } = await held()
    world.card.does('charge-silently')
    expect(await renew(renter, hold)).toMatchObject({ state: 'renewing' })
    expect((await post(renter, '/deposit/capture')).json()).toMatchObject({ state: 'captured', paymentId: hold })
    await world.work()
    await world.work()
    expect(await moneyOf(renter)).toEqual({ states: ['captured', 'voided'], ledger: ['hold 300', 'capture 300', 'hold 300', 'void 300'] })
  })

  it('gives both back where it was released meanwhile', async () => {
    const { renter, hold } = await held()
    world.card.does('charge-silently')
    await renew(renter, hold)
    expect((await post(renter, '/deposit/release')).json()).toMatchObject({ state: 'released' })
    await world.work()
    await world.work()
    expect((await moneyOf(renter)).states).toEqual(['voided', 'voided'])
  })

  it('is what the agreement of its renter is about, and what was due is paid with it (decision 0060)', async () => {
    const renter = await world.signer()
    const { signatureURL } = await renter.submit()
    world.signatures.signs(signatureURL ?? '')
    await renter.comesBack(signatureURL ?? '')
    const [hold] = await paymentsOf(renter)
    const { captureBefore } = await renew(renter, hold?.paymentId ?? '')
    expect((await renter.fleet()).agreement?.hold).toMatchObject({ held: 479.55, captureBefore })
    await post(renter, '/deposit/capture')
    expect(await renter.sum()).toMatchObject({ paid: 279.55, due: 0 })
  })
})

describe('a renewal that the company orders (DEC-125)', () => {
  it('answers how it stands, however often it is asked, and holds once', async () => {
    const { renter, hold } = await held()
    for (let time = 0; time < 3; time += 1) expect(await renew(renter, hold)).toMatchObject({ state: 'renewed', amount: 300, currency: 'EUR', code: null, captureBefore: expect.any(String) as string })
    await world.work()
    expect(await moneyOf(renter)).toEqual({ states: ['voided', 'authorised'], ledger: ['hold 300', 'hold 300', 'void 300'] })
  })
  it('may be tried again after a refusal', async () => {
    const { renter, hold } = await held()
    world.card.does({ decline: '2006' })
    expect(await renew(renter, hold)).toMatchObject({ state: 'refused', code: '2006' })
    expect(await renew(renter, hold)).toMatchObject({ state: 'renewed', code: null })
  })
  it.each([
    ['of a hold whose card was not kept', false, async () => undefined, '409 NoCardKept'],
    ['of a hold that was given back', true, (renter: Renter) => post(renter, '/deposit/release'), '409 NothingHeld'],
    ['of a hold that is being captured', true, (renter: Renter) => { world.card.does('lose'); return post(renter, '/deposit/capture') }, '409 CaptureUnderWay'],
  ])('%s is refused', async (_case, isKept, prepare, expected) => {
    const { renter, hold } = await held(isKept)
    await prepare(renter)
    const { status, code } = await renew(renter, hold)
    expect(`${String(status)} ${String(code)}`).toBe(expected)
  })
  it('of another reservation\'s hold is refused', async () => {
    const { hold } = await held()
    expect(await renew(await world.renter(), hold)).toMatchObject({ status: 404, code: 'NotFound' })
  })
})
