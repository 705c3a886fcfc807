import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { due, notPaid, oneCharge, paidOnce, payingApi, type PayingApi } from '../../test/fixtures/paying-renter.fixture.ts'

let world: PayingApi
beforeAll(async () => { world = await payingApi() })
afterAll(() => world.stop())

const timeIsOver = () => world.api.asAdmin("update payment_intent set deadline_at = now() - interval '1 second' where state = 'awaiting'")

/** A renter who was sent to the wallet's page. */
async function atWallet() {
  const renter = await world.renter()
  const answer = await renter.payByWallet()
  return { renter, answer, id: world.wallet.only() }
}

describe('a wallet (PAY-16, DEC-68)', () => {
  it('answers where to go on; nothing is paid or completed by that (DEC-22)', async () => {
    const { renter, answer, id } = await atWallet()
    expect(answer).toMatchObject({ status: 'redirect', redirectURL: `http://provider.test/${id}` })
    expect(await renter.state()).toMatchObject({ state: 'redirect', redirectURL: answer.redirectURL, isFrame: false, amount: due })
    expect(oneCharge(world.wallet, await renter.sum())).toEqual(notPaid)
  })

  it('has its return addresses, with a token of their own and never the reservation\'s names (DEC-77)', async () => {
    const { renter, id } = await atWallet()
    const { order } = world.wallet.entries.get(id)!
    for (const [address, end] of [[order.successUrl, 'success'], [order.cancelUrl, 'cancel']] as const) {
      expect(address).toMatch(new RegExp(`^http://costaverde\\.localhost:4000/reservation/[\\w-]{43}/${end}$`))
      expect(address).not.toContain(renter.guid)
    }
    expect(order.callbackUrl).toBe('http://127.0.0.1:4004/provider/v1/wallet/callback/costaverde')
  })

  it.each([['pt', { 'accept-language': 'pt' }], ['fr', { 'accept-language': 'en', 'x-checkin-language': 'fr' }]])('gets the language of the page, for its own: %s', async (language, headers) => {
    const renter = await world.renter()
    await renter.post({ provider: 'wallet', token: null }, undefined, headers)
    expect(world.wallet.entries.get(world.wallet.only())?.order.language).toBe(language)
  })

  it('is captured when the renter comes back, once however often the return page is loaded (P17, DEC-23)', async () => {
    const { renter, id } = await atWallet()
    world.wallet.approves()
    const answers = await Promise.all(Array.from({ length: 10 }, () => renter.log(id)))
    expect(answers.some(({ statusCode }) => statusCode === 200)).toBe(true)
    expect((await renter.log(id)).json()).toEqual({ linked: true, guid: renter.guid })
    expect((await renter.log(id)).json()).toEqual({ linked: true, guid: renter.guid })
    expect(oneCharge(world.wallet, await renter.sum())).toEqual(paidOnce)
  })

  it('is captured when only the provider calls: the renter closed the tab (P16)', async () => {
    const { renter, id } = await atWallet()
    world.wallet.approves()
    await world.callback('wallet', world.wallet.event(id, { kind: 'pending', providerId: `p-${id}` }))
    await world.work()
    expect(oneCharge(world.wallet, await renter.sum())).toEqual(paidOnce)
  })

  it('is captured when neither comes: the worker looks (P15)', async () => {
    const { renter } = await atWallet()
    world.wallet.approves()
    await world.work()
    expect(oneCharge(world.wallet, await renter.sum())).toEqual(paidOnce)
  })

  it.each([['an invented name', 'nonsense', 404], ['the name of nothing', 'p-', 404]])('is not associated by %s (P17)', async (_what, name, status) => {
    const { renter } = await atWallet()
    expect((await renter.log(name)).statusCode).toBe(status)
    expect(oneCharge(world.wallet, await renter.sum())).toEqual(notPaid)
  })

  it('is not associated with somebody else\'s reservation (P17)', async () => {
    const { id } = await atWallet()
    const stranger = await world.renter()
    expect((await stranger.log(id)).json()).toMatchObject({ status: 404, code: 'NotFound' })
  })

  it('is not paid by coming to the return page without having approved: the page shows the status (P17)', async () => {
    const { renter, id } = await atWallet()
    expect((await renter.log(id, { requestToken: 'forged', approvalToken: 'forged' })).json()).toMatchObject({ status: 409, code: 'PaymentInProgress' })
    expect(oneCharge(world.wallet, await renter.sum())).toEqual(notPaid)
  })

  it('that was cancelled shows that, and never that the money went through (P17, PAY-34)', async () => {
    const { renter, id } = await atWallet()
    world.wallet.finish(id, { kind: 'cancelled', providerId: `p-${id}` })
    expect((await renter.log(id)).json()).toMatchObject({ status: 400, code: 'PaymentDeclined' })
    expect(await renter.state()).toMatchObject({ state: 'cancelled' })
  })

  it('that took another amount than was ordered is the one case in which the company has to be asked (PAY-34, P14)', async () => {
    const { renter, id } = await atWallet()
    world.wallet.finish(id, { kind: 'charged', providerId: `p-${id}`, amountMinor: 1, currency: 'EUR', card: null })
    expect((await renter.log(id)).json()).toMatchObject({ status: 409, code: 'PaymentNotLinked' })
    expect(await renter.sum()).toMatchObject({ paid: 100, isCompleted: false })
  })
})

describe('a payment that waits for the renter (P8, P18)', () => {
  it('goes on where it was when the renter asks for it again', async () => {
    const { renter, answer } = await atWallet()
    expect(await renter.payByWallet()).toEqual(answer)
    expect(world.wallet.asked.filter((line) => line.startsWith('take'))).toHaveLength(1)
  })

  it('is cancelled with the provider\'s status, and only then another one begins', async () => {
    const { renter } = await atWallet()
    world.wallet.goesAway()
    expect(await renter.cancel()).toMatchObject({ state: 'checking', redirectURL: null })
    expect((await renter.post({})).json()).toMatchObject({ status: 409, code: 'PaymentInProgress' })
    world.wallet.goesAway(false)
    expect(await renter.cancel()).toMatchObject({ state: 'cancelled' })
    expect((await renter.pay()).status).toBe('paid')
    expect(world.wallet.charges).toEqual([])
    expect(oneCharge(world.card, await renter.sum())).toEqual(paidOnce)
  })

  it('that was paid faster than it was given up is paid', async () => {
    const { renter, id } = await atWallet()
    world.wallet.finish(id)
    expect(await renter.cancel()).toMatchObject({ state: 'paid' })
    expect(oneCharge(world.wallet, await renter.sum())).toEqual(paidOnce)
  })

  it('approved and given up at the same moment ends one way on both sides', async () => {
    const { renter } = await atWallet()
    world.wallet.approves()
    await Promise.all([renter.cancel(), world.work()])
    await world.work()
    const { state } = await renter.state()
    expect(['paid', 'cancelled']).toContain(state)
    expect(world.wallet.charges).toHaveLength(state === 'paid' ? 1 : 0)
  })

  it('ends after 15 minutes with the provider\'s status, not before it (P8)', async () => {
    const { renter } = await atWallet()
    await timeIsOver()
    world.wallet.goesAway()
    await world.work()
    expect((await renter.sum()).payments).toMatchObject([{ state: 'awaiting' }])
    world.wallet.goesAway(false)
    await world.work()
    expect((await renter.sum()).payments).toMatchObject([{ state: 'expired' }])
    expect((await renter.events()).map(({ kind }) => kind)).toContain('payment.expired')
    expect((await renter.pay()).status).toBe('paid')
  })

  it('by 3-D Secure stays in a frame of the page, and is paid when the provider says so (P8)', async () => {
    const renter = await world.renter()
    world.card.does('redirect')
    expect((await renter.pay()).status).toBe('redirect')
    expect(await renter.state()).toMatchObject({ state: 'redirect', isFrame: true })
    world.card.finish()
    expect(await renter.state()).toMatchObject({ state: 'paid' })
    expect(oneCharge(world.card, await renter.sum())).toEqual(paidOnce)
  })

  it('by 3-D Secure that failed is declined with its reason, and another card may be tried (P8)', async () => {
    const renter = await world.renter()
    world.card.does('redirect')
    await renter.pay()
    world.card.finish(world.card.only(), { kind: 'declined', providerId: 'p', code: '2021' })
    expect(await renter.state()).toMatchObject({ state: 'declined', code: '2021' })
    expect((await renter.pay()).status).toBe('paid')
  })
})
