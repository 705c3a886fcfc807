import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paidAfterPut } from '../fleet/put-reservation.ts'
import { aFleetReservation } from '../../test/fixtures/whole-api.fixture.ts'
import { quantityOf } from '../../test/fixtures/renter.fixture.ts'
import { due, oneCharge, paidOnce, payingApi, type PayingApi } from '../../test/fixtures/paying-renter.fixture.ts'

let world: PayingApi
beforeAll(async () => { world = await payingApi() })
afterAll(() => world.stop())

describe('what is due changes while a payment is under way (P19)', () => {
  it('before it was charged: nothing is charged for the old amount', async () => {
    const renter = await world.renter()
    const other = await renter.another()
    await renter.put({ extras: [quantityOf('CSI', 3)] })
    expect((await other.post({})).json()).toMatchObject({ status: 409, code: 'AmountChanged', data: { amount: 189.55 } })
    expect(world.card.asked).toEqual([])
  })

  it('after it was charged: what was paid is booked, the rest stays due, and nothing is completed behind the renter\'s back', async () => {
    const renter = await world.renter()
    world.card.does('charge-later')
    await renter.pay()
    await renter.put({ extras: [quantityOf('CSI', 3)] })
    world.card.finish()
    await world.work()
    expect(await renter.sum()).toMatchObject({ paid: 279.55, due: 10, isCompleted: false })
    expect((await renter.events()).find(({ kind }) => kind === 'payment.settled')).toMatchObject({ data: { amount: due, due: 10 } })
    expect((await renter.pay({ amount: 10, token: 'ix::rest' })).status).toBe('paid')
    expect(await renter.sum()).toMatchObject({ paid: 289.55, due: 0, isCompleted: true })
  })

  it('and becomes less than was charged: the company sees that too much was paid', async () => {
    const renter = await world.renter()
    world.card.does('charge-later')
    await renter.pay()
    await world.api.fleet('costaverde', 'PUT', `/reservations/${renter.reference}`, aFleetReservation({ paidValue: 110 }))
    world.card.finish()
    await world.work()
    expect(await renter.sum()).toMatchObject({ paid: 289.55, due: -10, isCompleted: true })
  })

  it('by the company, in the moment before the order leaves: it does not leave, and the page shows the new figures', async () => {
    const renter = await world.renter()
    world.card.goesAway()
    await renter.pay()
    await world.api.asAdmin(`update payment_intent set state = 'created', sent_at = null where reservation_id = '${renter.id}'`)
    await world.api.fleet('costaverde', 'PUT', `/reservations/${renter.reference}`, aFleetReservation({ paidValue: 200 }))
    world.card.goesAway(false)
    await world.work()
    expect(await renter.state()).toMatchObject({ state: 'declined', code: 'AmountChanged' })
    expect(world.card.charges).toEqual([])
  })
})

describe('what the company sends as paid', () => {
  it('was written before it knew of a payment made here: the renter is not asked twice', async () => {
    const renter = await world.renter()
    await renter.pay()
    await world.api.fleet('costaverde', 'PUT', `/reservations/${renter.reference}`, aFleetReservation({ emailToSign: 'maria.silva@example.com' }))
    expect(oneCharge(world.card, await renter.sum())).toEqual({ ...paidOnce, isCompleted: false })
  })

  it.each([
    ['nothing was paid here', { reported: 50, stored: 100, here: 0 }, 50], ['it knows of all', { reported: 279, stored: 279, here: 179 }, 279],
    ['it knows of all and of more', { reported: 300, stored: 279, here: 179 }, 300], ['it does not know yet', { reported: 100, stored: 279, here: 179 }, 279],
    ['it refunded what was paid elsewhere, and does not know yet', { reported: 0, stored: 279, here: 179 }, 179], ['its figure is between the two', { reported: 200, stored: 279, here: 179 }, 279],
  ])('when %s', (_what, figures, paid) => { expect(paidAfterPut(figures)).toBe(paid) })
})
