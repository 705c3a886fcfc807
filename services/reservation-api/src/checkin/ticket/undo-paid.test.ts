import type { Ticket } from '@checkin/api/ticket'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { payingApi, type PayingApi } from '../../../test/fixtures/paying-renter.fixture.ts'
import { select } from '../../../test/fixtures/renter.fixture.ts'
import { codeOf, setTenant, ticketOf } from '../../../test/fixtures/ticket-renter.fixture.ts'
import { adminToken, aFleetReservation, anExtra } from '../../../test/fixtures/whole-api.fixture.ts'

let world: PayingApi
beforeAll(async () => { world = await payingApi() })
afterAll(() => world.stop())
beforeEach(() => allow(['paid', 'upgrade', 'driver']))

const gateways = [{ code: 'card', name: 'Card' }, { code: 'wallet', name: 'Wallet' }]
const allow = (ticketUndoIncludes: ('paid' | 'upgrade' | 'driver')[]) => setTenant(world.api, { gateways, ticketUndoHours: 24, ticketUndoIncludes })
const extras = [...aFleetReservation().extras ?? [], anExtra('GPS', { value: 10, isValuePerRA: true }), anExtra('SEAT', { value: 20, isValuePerRA: true })]

/** A renter who added both extras, paid everything here and completed by it; with the ticket. */
async function paid({ groupId, wallet = false }: { readonly groupId?: string; readonly wallet?: boolean } = {}) {
  const renter = await world.renter({ extras })
  expect((await renter.put({ extras: [select('GPS'), select('SEAT')], ...(groupId !== undefined && { groupId }) })).statusCode).toBe(200)
  const { due: amount } = await renter.sum()
  if (wallet) {
    await renter.post({ provider: 'wallet', token: null, amount })
    world.wallet.approves()
    await world.work()
  } else expect((await renter.pay({ amount })).status).toBe('paid')
  return { renter, amount, ...await ticketOf(world.api, renter) }
}
type Paid = Awaited<ReturnType<typeof paid>>
const moneyOf = async ({ renter }: Paid) => {
  const { ledger, due } = await renter.sum()
  return { refunds: ledger.filter(({ kind }) => kind === 'refund').map(({ amount }) => amount), due }
}
const additions = ({ undo }: Ticket) => undo?.additions.map(({ extraID, isPaid, back }) => [extraID, isPaid, back])
const refunds = ({ refunds: of }: Ticket) => of?.map(({ amount, state }) => [amount, state])
const paymentEvents = async ({ renter }: Paid) => (await renter.events()).filter(({ kind }) => kind.startsWith('payment.refund')).map(({ kind, data }) => `${kind} ${String(data['amount'])}`)

describe('what was paid goes back the way it came (DEC-282)', () => {
  it.each([['card', false], ['wallet', true]])('by %s: the ticket says how much, orders it with the change, and shows it come back', async (_by, wallet) => {
    const rental = await paid({ wallet })
    expect(additions(await rental.read())).toEqual([['GPS', false, 12.3], ['SEAT', false, 24.6]])
    const answer = await rental.undo(await rental.proof('GPS'))
    expect(answer.statusCode).toBe(200)
    expect(refunds(answer.json<Ticket>())).toEqual([[12.3, 'ordered']])
    expect((await rental.renter.events()).at(-1)).toMatchObject({ kind: 'reservation.updated', data: { extras: [{ extraID: 'GPS', from: 1, to: 0 }], refunds: [{ amount: 12.3 }] } })
    await world.work()
    expect([refunds(await rental.read()), await moneyOf(rental), await paymentEvents(rental)]).toEqual([[[12.3, 'refunded']], { refunds: [12.3], due: 0 }, ['payment.refunded 12.3']])
  })

  it('two additions one after the other are two refunds, also of the same amount to one card', async () => {
    const rental = await paid()
    for (const extraID of ['GPS', 'SEAT']) {
      expect((await rental.undo(await rental.proof(extraID))).statusCode).toBe(200)
      await world.work()
    }
    expect([await moneyOf(rental), world.card.refunds.size]).toEqual([{ refunds: [12.3, 24.6], due: 0 }, 2])
  })

  it('sent again after a lost answer, or at once in two tabs, it goes back once', async () => {
    const rental = await paid()
    const body = await rental.proof('GPS')
    expect((await Promise.all([rental.undo(body), rental.undo(body)])).map(({ statusCode }) => statusCode)).toEqual([200, 200])
    await world.work()
    expect([(await rental.undo(body)).statusCode, await moneyOf(rental)]).toEqual([200, { refunds: [12.3], due: 0 }])
  })

  it('only what is too much then: what was still due falls first', async () => {
    const rental = await paid()
    await world.api.asAdmin(`update reservation set paid_minor = paid_minor - 1000 where id = '${rental.renter.id}'`)
    expect(additions(await rental.read())).toEqual([['GPS', false, 2.3], ['SEAT', false, 14.6]])
    await rental.undo(await rental.proof('SEAT'))
    await world.work()
    expect(await moneyOf(rental)).toEqual({ refunds: [14.6], due: 0 })
  })

  it('what was too much before is left to the company', async () => {
    const rental = await paid()
    await world.api.asAdmin(`update reservation set paid_minor = paid_minor + 1000 where id = '${rental.renter.id}'`)
    await rental.undo(await rental.proof('GPS'))
    await world.work()
    expect(await moneyOf(rental)).toEqual({ refunds: [12.3], due: -10 })
  })

  it('of several payments the latest goes back first, and no payment gives more than it took', async () => {
    const rental = await paid()
    // The company's figure was less by five when the second payment was made.
    await world.api.asAdmin(`update reservation set paid_minor = paid_minor - 500, is_completed = false, completed_by = null where id = '${rental.renter.id}'`)
    expect((await rental.renter.pay({ amount: 5 })).status).toBe('paid')
    const ticket = await ticketOf(world.api, rental.renter)
    expect(additions(await ticket.read())).toEqual([['GPS', false, 12.3], ['SEAT', false, 24.6]])
    expect((await ticket.undo(await ticket.proof('SEAT'))).statusCode).toBe(200)
    await world.work()
    expect([(await moneyOf(rental)).refunds.toSorted((one, other) => one - other), world.card.refunds.size]).toEqual([[5, 19.6], 2])
  })
})

describe('what of it stays with the company (DEC-282, DEC-288)', () => {
  it('everything, where the tenant does not refund by the ticket', async () => {
    const rental = await paid()
    const body = await rental.proof('GPS')
    await allow(['upgrade'])
    expect([additions(await rental.read()), codeOf(await rental.undo(body))]).toEqual([[['GPS', true, undefined], ['SEAT', true, undefined]], '409 CannotUpdate paid'])
  })

  it('what was paid elsewhere: no more goes back than was paid here', async () => {
    const rental = await paid()
    const body = await rental.proof('GPS', 'SEAT')
    const { payments: [payment] } = (await world.api.fleet('costaverde', 'GET', `/reservations/${rental.renter.reference}`)).json<{ payments: { paymentId: string }[] }>()
    await world.api.fleet('costaverde', 'POST', `/reservations/${rental.renter.reference}/payments/${payment?.paymentId ?? ''}/refund`, { amount: rental.amount - 20 })
    await world.api.asAdmin(`update reservation set paid_minor = paid_minor + ${Math.round((rental.amount - 20) * 100)} where id = '${rental.renter.id}'`)
    const ticket = await rental.read()
    expect([additions(ticket), codeOf(await rental.undo({ ...body, version: ticket.version }))]).toEqual([[['GPS', false, 12.3], ['SEAT', true, undefined]], '409 CannotUpdate paid'])
  })

  it('a wrong code orders nothing', async () => {
    const rental = await paid()
    expect(codeOf(await rental.undo({ ...await rental.proof('GPS'), code: '000000' }))).toBe('404 CodeNotFound')
    await world.work()
    expect([await moneyOf(rental), refunds(await rental.read())]).toEqual([{ refunds: [], due: 0 }, undefined])
  })
})

describe('a provider that does not give it back at once (P9, DEC-282)', () => {
  it('is asked under the same number until it answers, and nothing else is taken back meanwhile', async () => {
    const rental = await paid()
    const both = await rental.proof('GPS')
    world.card.does('charge-silently')
    await rental.undo(both)
    await world.work()
    expect((await rental.read()).undo?.closed).toBe('payment')
    expect(codeOf(await rental.code())).toBe('409 CannotUpdate payment')
    await world.work()
    expect([await moneyOf(rental), world.card.refunds.size, (await rental.read()).undo?.closed]).toEqual([{ refunds: [12.3], due: 0 }, 1, null])
  })

  it('that refuses is told to the company, who can refund it itself; the ticket sends the renter there', async () => {
    const rental = await paid()
    world.card.does()
    const body = await rental.proof('GPS')
    world.card.does({ decline: '2003' })
    await rental.undo(body)
    await world.work()
    expect([refunds(await rental.read()), await paymentEvents(rental)]).toEqual([[[12.3, 'refused']], ['payment.refund-refused 12.3']])
    const needing = async () => (await world.api.app.inject({ url: '/internal/v1/attention', headers: { authorization: `Bearer ${adminToken}` } })).json<{ rows: { reference: string; kind: string }[] }>()
      .rows.filter(({ reference }) => reference === rental.renter.reference).map(({ kind }) => kind)
    expect(await needing()).toEqual(['refund-refused'])
    const { payments: [payment] } = (await world.api.fleet('costaverde', 'GET', `/reservations/${rental.renter.reference}`)).json<{ payments: { paymentId: string }[] }>()
    expect((await world.api.fleet('costaverde', 'POST', `/reservations/${rental.renter.reference}/payments/${payment?.paymentId ?? ''}/refund`, { amount: 12.3 })).json()).toMatchObject({ state: 'refunded' })
    expect([await moneyOf(rental), await needing()]).toEqual([{ refunds: [12.3], due: 0 }, []])
  })

  it('that reports it as well has it booked once', async () => {
    const rental = await paid()
    await rental.undo(await rental.proof('GPS'))
    const id = world.card.only()
    await world.callback('card', world.card.event(id, { kind: 'refunded', providerId: `p-${id}-refund2`, amountMinor: 1230 }))
    await world.work()
    expect([await moneyOf(rental), refunds(await rental.read())]).toEqual([{ refunds: [12.3], due: 0 }, [[12.3, 'refunded']]])
  })

  it('nor while a refund of the company is under way', async () => {
    const rental = await paid()
    const { payments: [payment] } = (await world.api.fleet('costaverde', 'GET', `/reservations/${rental.renter.reference}`)).json<{ payments: { paymentId: string }[] }>()
    world.card.does('lose')
    await world.api.fleet('costaverde', 'POST', `/reservations/${rental.renter.reference}/payments/${payment?.paymentId ?? ''}/refund`, { amount: 5 })
    expect([(await rental.read()).undo?.closed, codeOf(await rental.code())]).toEqual(['payment', '409 CannotUpdate payment'])
  })

  it('that names the sum of its refunds in between has none booked twice (I2)', async () => {
    const rental = await paid()
    const body = await rental.proof('GPS')
    world.card.does('charge-silently')
    await rental.undo(body)
    await world.work()
    const id = world.card.only()
    world.card.finish(id, { kind: 'refunded', providerId: 'sum', amountMinor: 1230 })
    await world.api.asAdmin(`update payment_intent set checked_at = null, updated_at = now() - interval '1 hour' where reservation_id = '${rental.renter.id}'`)
    await world.api.payments.reconcile('costaverde')
    expect((await moneyOf(rental)).refunds).toEqual([])
    await world.work()
    expect(await moneyOf(rental)).toEqual({ refunds: [12.3], due: 0 })
  })

  it('the company can refund the rest of the payment meanwhile, and no more than that', async () => {
    const rental = await paid()
    const body = await rental.proof('GPS')
    world.card.goesAway()
    await rental.undo(body)
    const { payments: [payment] } = (await world.api.fleet('costaverde', 'GET', `/reservations/${rental.renter.reference}`)).json<{ payments: { paymentId: string }[] }>()
    const refund = (amount: number) => world.api.fleet('costaverde', 'POST', `/reservations/${rental.renter.reference}/payments/${payment?.paymentId ?? ''}/refund`, { amount })
    expect(codeOf(await refund(rental.amount))).toBe('409 NotRefundable')
    world.card.goesAway(false)
    expect((await refund(Math.round((rental.amount - 12.3) * 100) / 100)).json()).toMatchObject({ state: 'refunded' })
    await world.work()
    expect((await moneyOf(rental)).refunds.reduce((sum, amount) => sum + amount, 0)).toBeCloseTo(rental.amount)
  })
})

describe('an upgrade is taken back where the tenant says so (DEC-282)', () => {
  const offered = { groupId: 'C' }

  it('the vehicle that was booked comes back, with the money, and the company is told', async () => {
    const rental = await paid(offered)
    const before = await rental.read()
    expect([before.vehicle.group, additions(before)?.map(([id]) => id)]).toEqual(['Compact', ['UPGRADE', 'GPS', 'SEAT'].sort((one, other) => Number(one === 'UPGRADE') - Number(other === 'UPGRADE'))])
    const after = (await rental.undo(await rental.proof('UPGRADE'))).json<Ticket>()
    await world.work()
    expect([after.vehicle.group, additions(after)?.map(([id]) => id), Math.round((before.total - after.total) * 100), (await moneyOf(rental)).refunds]).toEqual(['Economy', ['GPS', 'SEAT'], 4000, [40]])
    expect((await rental.renter.events()).filter(({ kind }) => kind === 'upgrade.withdrawn').map(({ data }) => data)).toMatchObject([{ groupId: 'B', withdrawnGroupId: 'C', refunds: [{ amount: 40 }] }])
    expect((await rental.renter.company()).reservation.vehicle.groupId).toBe('B')
  })

  it('together with an extra, once, however often it is sent', async () => {
    const rental = await paid(offered)
    const body = await rental.proof('UPGRADE', 'GPS')
    for (let time = 0; time < 2; time += 1) expect((await rental.undo(body)).statusCode).toBe(200)
    await world.work()
    const { vehicle, changes } = await rental.read()
    expect([(await moneyOf(rental)).refunds, vehicle.group, changes.map(({ what }) => what)]).toEqual([[52.3], 'Economy', ['booked', 'upgrade', 'extras', 'paid', 'completed', 'extras']])
  })

  it('not where the tenant does not say so, nor one that the company gave or changed since', async () => {
    const rental = await paid(offered)
    const body = await rental.proof('UPGRADE')
    await allow(['paid'])
    expect(additions(await rental.read())?.map(([id]) => id)).toEqual(['GPS', 'SEAT'])
    const { total } = await rental.read()
    expect((await rental.undo(body)).json<Ticket>().total).toBe(total)
    await allow(['paid', 'upgrade'])
    const upgrade = anExtra('UPGRADE', { ratePeriodType: 'DaysUpselling', value: 6.5, isAccepted: true })
    const vehicle = { id: 'G-D', vehicle: 'Passat', groupId: 'D', name: 'Family' }
    expect((await world.api.fleet('costaverde', 'PUT', `/reservations/${rental.renter.reference}`, aFleetReservation({ isCompleted: true, vehicle, extras: [...extras, upgrade] }))).statusCode).toBe(200)
    expect(additions(await rental.read())).toEqual(undefined)
  })

  it('not where a saved driver may not drive what was booked before', async () => {
    const rental = await paid(offered)
    await world.api.asAdmin(`update reservation set vehicle_before = vehicle_before || '{"groupMinAge": 60}' where id = '${rental.renter.id}'`)
    expect(additions(await rental.read())?.map(([id]) => id)).toEqual(['GPS', 'SEAT'])
  })
})
