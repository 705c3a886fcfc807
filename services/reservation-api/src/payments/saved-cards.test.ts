import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aFleetReservation } from '../../test/fixtures/whole-api.fixture.ts'
import { oneCharge, notPaid, paidOnce, payingApi, type PayingApi } from '../../test/fixtures/paying-renter.fixture.ts'

let world: PayingApi
beforeAll(async () => { world = await payingApi() })
afterAll(() => world.stop())

const cards = [
  { provider: 'card', creditCardNumber: '4111 **** **** 1111', cardFlag: 'Visa', token: 'saved-visa', referenceToken: 'ref-visa' },
  { provider: 'card', creditCardNumber: '5555 **** **** 4444', cardFlag: 'Mastercard', token: 'saved-master', referenceToken: 'ref-master' },
]
const withCards = () => world.renter({ savedCards: cards })
const sentInstrument = () => (world.card.entries.get(world.card.only())!.order as { instrument?: unknown }).instrument
type Renter = Awaited<ReturnType<typeof withCards>>

/** The same reservation, entered by a link of a mail. */
async function byLink(renter: Renter) {
  const { token } = await world.api.session('costaverde', renter.id, 'link')
  return (method: 'GET' | 'POST', path: string, body?: object) => world.api.call(method, `/api${path}`, { token, ...(body && { body }) })
}
const payment = (renter: Renter, change: object) => ({
  documentId: renter.number, amount: 179.55, provider: 'card', token: null, referenceToken: null, transactionType: 'Sale', isRecurrent: false, validated: true, ...change,
})

describe('saved cards (API-31, DEC-25)', () => {
  it('are listed with masked number and brand, by reservation and provider (PAY-28)', async () => {
    const renter = await withCards()
    expect((await renter.call('GET', `/payment/${renter.number}/card`)).json()).toEqual(cards.map(({ provider: _provider, ...card }) => card).sort((a, b) => a.token.localeCompare(b.token)))
    expect((await renter.call('GET', `/payment/${renter.number}/wallet`)).json()).toEqual([])
  })

  it.each([[{ token: 'saved-visa', referenceToken: 'ref-visa' }], [{ token: 'saved-visa', referenceToken: null }], [{ token: null, referenceToken: 'ref-visa' }]])('pays by %j', async (instrument) => {
    const renter = await withCards()
    expect((await renter.pay(instrument)).status).toBe('paid')
    expect(sentInstrument()).toEqual({ kind: 'saved', referenceToken: 'ref-visa', token: null })
    expect(oneCharge(world.card, await renter.sum())).toEqual(paidOnce)
  })

  it('pays with a fresh security code where the page asked for it', async () => {
    const renter = await withCards()
    expect((await renter.pay({ token: 'ix::cvv', referenceToken: 'ref-master' })).status).toBe('paid')
    expect(sentInstrument()).toEqual({ kind: 'saved', referenceToken: 'ref-master', token: 'ix::cvv' })
  })

  it('of somebody else, or invented, pay nothing', async () => {
    await withCards()
    const stranger = await world.renter({ savedCards: [] })
    for (const referenceToken of ['ref-visa', 'saved-visa', 'x', '']) expect((await stranger.post({ token: null, referenceToken })).json()).toMatchObject({ status: 400, code: 'InvalidRequest' })
    expect(oneCharge(world.card, await stranger.sum())).toEqual(notPaid)
  })

  it('are neither listed nor used by a link session before a code was confirmed (DEC-77)', async () => {
    const renter = await withCards()
    const call = await byLink(renter)
    expect((await call('GET', `/payment/${renter.number}/card`)).json()).toMatchObject({ status: 403, code: 'CodeRequired' })
    for (const instrument of [{ token: 'saved-visa' }, { referenceToken: 'ref-visa' }, { referenceToken: 'invented' }]) {
      expect((await call('POST', '/payment', payment(renter, instrument))).json()).toMatchObject({ status: 403, code: 'CodeRequired' })
    }
    expect((await call('POST', '/payment', payment(renter, { token: 'ix::new' }))).json()).toMatchObject({ status: 'paid' })
  })
})

describe('who may pay', () => {
  it('is nobody without a session, and nobody for another reservation', async () => {
    const renter = await withCards()
    const stranger = await world.renter()
    expect((await world.api.call('POST', '/api/payment', { body: payment(renter, { token: 'ix::a' }) })).statusCode).toBe(401)
    expect((await stranger.post({ documentId: renter.number })).json()).toMatchObject({ status: 404, code: 'ReservationNotFound' })
    expect((await stranger.call('GET', `/payment/state/${renter.number}`)).statusCode).toBe(404)
    expect((await stranger.call('POST', '/payment/cancel', { documentId: renter.number })).statusCode).toBe(404)
  })

  it('is not the session that completed without paying; a later one is (DEC-21, DEC-85)', async () => {
    const renter = await world.renter()
    await renter.put({ completes: true })
    expect((await renter.post({})).json()).toMatchObject({ status: 409, code: 'ReadOnlySession' })
    const later = await renter.another()
    expect((await later.pay()).status).toBe('paid')
  })

  it('leaves no token, and nothing of the renter, in the logs', async () => {
    const renter = await withCards()
    await renter.pay({ token: 'ix::very-secret' })
    expect(world.api.logs()).not.toMatch(/ix::|Silva|maria\.silva|ref-visa/)
  })

  it('leaves no card behind when the renter\'s personal data are deleted; the ledger stays', async () => {
    const renter = await world.renter()
    await renter.pay()
    const card = async () => (await world.api.asAdmin(`select card, redirect_url from payment_intent where reservation_id = '${renter.id}'`))[0]
    expect(await card()).toMatchObject({ card: { masked: '4111 **** **** 1111' } })
    expect((await world.api.fleet('costaverde', 'DELETE', `/reservations/${renter.reference}/personal-data`)).statusCode).toBe(204)
    expect(await card()).toEqual({ card: null, redirect_url: null })
    expect((await renter.sum()).ledger).toMatchObject([{ kind: 'charge', amount: 179.55 }])
  })

  it('leaves the instrument of a payment sealed while it is open, and deleted after its end', async () => {
    const renter = await world.renter()
    world.card.does('pending')
    await renter.pay({ token: 'ix::very-secret' })
    const read = () => world.api.asAdmin(`select means, to_jsonb(payment_intent)::text as text from payment_intent where reservation_id = '${renter.id}'`)
    const [open] = await read()
    expect([open?.['means'] === null, String(open?.['text']).includes('very-secret')]).toEqual([false, false])
    world.card.finish()
    await world.work()
    expect((await read())[0]?.['means']).toBeNull()
  })
})

describe('a gateway that is away (P11)', () => {
  it('is not asked for a while: whoever comes then is refused at once, and nothing is begun for them', async () => {
    const weary = await payingApi({ breaker: { faults: 2, restMs: 3_600_000 } })
    const first = await weary.renter()
    weary.card.goesAway()
    expect((await first.pay()).status).toBe('checking')
    await weary.work()
    const second = await weary.renter()
    expect((await second.post({})).json()).toMatchObject({ status: 503, code: 'Unavailable' })
    expect((await second.sum()).payments).toEqual([])
    expect((await second.payByWallet()).status).toBe('redirect')
    await weary.stop()
  })
})

describe('a saved card that is forgotten (API-44, DEC-184)', () => {
  const listed = async (renter: Renter) => (await renter.call('GET', `/payment/${renter.number}/card`)).json<{ token: string }[]>().map(({ token }) => token)
  const forget = (renter: Renter, token: string, documentId = renter.number) => renter.call('POST', '/payment/cards/forget', { documentId, token })

  it('is offered no more and pays nothing, also where the company sends the same reservation again; again is fine', async () => {
    const renter = await withCards()
    for (let time = 0; time < 2; time += 1) expect((await forget(renter, 'saved-visa')).json()).toEqual({ forgotten: true })
    expect(await listed(renter)).toEqual(['saved-master'])
    await world.api.stored('costaverde', renter.reference, aFleetReservation({ savedCards: cards }))
    expect(await listed(renter)).toEqual(['saved-master'])
    expect((await renter.post({ token: null, referenceToken: 'ref-visa' })).statusCode).toBe(400)
  })

  it('needs a code, and is nobody else\'s to forget', async () => {
    const [renter, neighbour] = [await withCards(), await withCards()]
    expect((await (await byLink(renter))('POST', '/payment/cards/forget', { documentId: renter.number, token: 'saved-visa' })).json()).toMatchObject({ status: 403, code: 'CodeRequired' })
    expect((await forget(neighbour, 'saved-visa', renter.number)).statusCode).toBe(404)
    expect(await listed(renter)).toHaveLength(2)
  })

  it('stays while a deposit is held on it, which may have to be renewed', async () => {
    const renter = await withCards()
    await world.api.asAdmin(`update reservation set deposit_minor = 30000 where id = '${renter.id}'`)
    expect((await renter.pay({ transactionType: 'Preauth', amount: 300, token: 'saved-visa' })).status).toBe('paid')
    expect((await forget(renter, 'saved-visa')).json()).toMatchObject({ status: 409, code: 'PaymentInProgress' })
    expect((await forget(renter, 'saved-master')).statusCode).toBe(200)
  })
})
