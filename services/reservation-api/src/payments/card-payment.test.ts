import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { due, notPaid, oneCharge, paidOnce, payingApi, type PayingApi } from '../../test/fixtures/paying-renter.fixture.ts'

let world: PayingApi
beforeAll(async () => { world = await payingApi() })
afterAll(() => world.stop())

describe('a card that pays (API-28)', () => {
  it('is charged what is due, and the reservation is paid and completed with that (PAY-14, DEC-22)', async () => {
    const renter = await world.renter()
    expect(await renter.pay()).toMatchObject({ status: 'paid', redirectURL: null, code: null })
    expect(oneCharge(world.card, await renter.sum())).toEqual(paidOnce)
    expect((await renter.events()).map(({ kind }) => kind)).toEqual(expect.arrayContaining(['payment.settled', 'reservation.completed']))
    expect(await renter.state()).toMatchObject({ state: 'paid', amount: due, provider: 'card' })
  })

  it.each(['2003', '2006', '2009', '2010', '2013', '2015'])('is declined with %s, and the renter may try again with another one (P6)', async (code) => {
    const renter = await world.renter()
    world.card.does({ decline: code })
    expect(await renter.pay()).toMatchObject({ status: 'declined', code })
    expect(oneCharge(world.card, await renter.sum())).toEqual(notPaid)
    expect((await renter.pay({ token: 'ix::two' })).status).toBe('paid')
    expect(oneCharge(world.card, await renter.sum())).toEqual(paidOnce)
  })

  it.each([['new', { token: 'ix::one' }], ['saved', { token: 'tok-1' }]])('a %s one that the card form did not accept is sent to nobody', async (_which, card) => {
    const renter = await world.renter()
    expect((await renter.post({ ...card, validated: false })).json()).toMatchObject({ status: 400, code: 'PaymentDeclined' })
    expect([world.card.asked, oneCharge(world.card, await renter.sum())]).toEqual([[], notPaid])
  })

  it('of a wallet needs no acceptance of a card form', async () => {
    const renter = await world.renter()
    expect((await renter.post({ provider: 'wallet', token: null, validated: false })).json<{ status: string }>().status).toBe('redirect')
  })

  it('is not charged another amount than is due (DEC-23)', async () => {
    const renter = await world.renter()
    for (const amount of [0, 0.01, 100, 179.54, 279.55, 1_000_000]) {
      expect((await renter.post({ amount })).json()).toMatchObject({ status: 409, code: 'AmountChanged', data: { amount: due } })
    }
    expect(world.card.asked).toEqual([])
  })

  it('is charged once for one key, and another body under that key is refused (DEC-48)', async () => {
    const renter = await world.renter()
    const first = await renter.pay({}, 'k')
    expect(await renter.pay({}, 'k')).toEqual(first)
    expect((await renter.post({ amount: 1 }, 'k')).json()).toMatchObject({ status: 409, code: 'KeyReused' })
    expect((await renter.post({ token: 'ix::two' }, 'k')).json()).toMatchObject({ status: 409, code: 'KeyReused' })
    expect(oneCharge(world.card, await renter.sum())).toEqual(paidOnce)
  })

  it('says to the site that check-in is completed with it, as the page need not ask again (DEC-295)', async () => {
    const answer = await (await world.renter()).post({}, 'paid', { 'x-checkin-set': '7' })
    expect(answer.headers['x-checkin-journey']).toMatch(/^completed \d+$/)
  })

  it('answers the same payment to who presses again after it was paid (P12)', async () => {
    const renter = await world.renter()
    const first = await renter.pay()
    expect(await renter.pay({ token: 'ix::again' })).toEqual(first)
    expect(oneCharge(world.card, await renter.sum())).toEqual(paidOnce)
  })
})
