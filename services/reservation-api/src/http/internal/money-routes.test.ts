import { randomUUID } from 'node:crypto'
import type { MoneyOrder, ReservationMoney } from '@checkin/internal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminToken, tenantSettings } from '../../../test/fixtures/whole-api.fixture.ts'
import { payingApi, type PayingApi } from '../../../test/fixtures/paying-renter.fixture.ts'
import { moneyDesk } from '../../agreement/money-desk.ts'
import { beginOrder } from '../../operators/begin-order.ts'
import type { MoneyOrderRow } from '../../operators/money-orders.ts'
import { startOrderWorker } from '../../operators/order-worker.ts'
import { readTenants, requireTenant } from '../../tenants/tenant-store.ts'

let world: PayingApi
beforeAll(async () => { world = await payingApi() })
afterAll(() => world.stop())

type Renter = Awaited<ReturnType<PayingApi['renter']>>
/** Operators by label, with the persons behind their tokens. */
const people = { Olga: { persons: ['olga'], behind: ['boss'] }, Petra: { persons: ['petra'], behind: ['boss'] }, Twin: { persons: ['olga', 'twin'], behind: ['boss'] }, Made: { persons: ['made'], behind: ['olga'] } } as const
type Person = keyof typeof people
const call = async <Answer = MoneyOrder & { status: number; code: string }>(who: Person, method: 'GET' | 'PUT' | 'POST', path: string, body?: object) => (await world.api.app.inject({
  method, url: `/internal/v1${path}`, ...(body && { payload: body }),
  headers: { authorization: `Bearer ${adminToken}`, 'x-checkin-actor': who, 'x-checkin-identity': encodeURIComponent(JSON.stringify(people[who])) },
})).json<Answer>()
const order = (who: Person, renter: Pick<Renter, 'reference'>, body: object, id: string = randomUUID()) => call(who, 'PUT', `/tenants/costaverde/reservations/${renter.reference}/money/orders/${id}`, { reason: 'as agreed by phone', ...body })
const decide = (who: Person, { orderId }: MoneyOrder, approve: boolean) => call(who, 'POST', `/tenants/costaverde/money-orders/${orderId}/decision`, { approve })
const moneyOf = (renter: Renter) => call<ReservationMoney>('Olga', 'GET', `/tenants/costaverde/reservations/${renter.reference}/money`)
const booked = async (renter: Renter) => (await renter.sum()).ledger.map(({ kind, amount }) => `${kind} ${amount}`)
const limit = async (moneyApprovalAbove: number | null) => {
  const gateways = [{ code: 'card', name: 'Card' }, { code: 'wallet', name: 'Wallet' }]
  await world.api.app.inject({ method: 'PUT', url: '/internal/v1/tenants/costaverde', headers: { authorization: `Bearer ${adminToken}` }, payload: { host: 'costaverde.localhost', settings: { ...tenantSettings({ gateways }), moneyApprovalAbove } } })
}

/** Another process that looks for orders that nobody began; at once, and by hand only. */
const orderWorker = () => startOrderWorker({
  database: world.api.database, payments: world.api.payments.payments, log: world.api.app.log, pollMs: 600_000, afterSeconds: 0, tenants: async () => (await readTenants(world.api.database.kysely)).tenants,
})

async function paid() {
  const renter = await world.renter()
  const { paymentId } = await renter.pay()
  return { renter, refund: { kind: 'refund', paymentId, amount: 20 } }
}
async function held() {
  const renter = await world.renter()
  await renter.pay({ transactionType: 'Preauth', isRecurrent: true, amount: 300 })
  return renter
}

describe('an order about a renter\'s money at the console (DEC-126)', () => {
  it('waits until a second person approves, and only then moves money', async () => {
    const { renter, refund } = await paid()
    const waiting = await order('Olga', renter, refund)
    expect(waiting).toMatchObject({ state: 'waiting', kind: 'refund', amount: 20, currency: 'EUR', reason: 'as agreed by phone', orderedBy: 'Olga', decidedBy: null, result: null })
    expect(await booked(renter)).toEqual(['charge 179.55'])
    expect((await call<{ rows: MoneyOrder[] }>('Petra', 'GET', '/money-orders')).rows).toContainEqual(expect.objectContaining({ host: 'costaverde.localhost', tenant: 'costaverde', orderId: waiting.orderId, reference: renter.reference }))
    expect(await decide('Petra', waiting, true)).toMatchObject({ state: 'done', decidedBy: 'Petra', result: { state: 'refunded', code: null } })
    expect(await booked(renter)).toEqual(['charge 179.55', 'refund 20'])
    expect(await moneyOf(renter)).toMatchObject({ reference: renter.reference, currency: 'EUR', total: 279.55, paid: 259.55, due: 20, approvalAbove: 0, payments: [{ state: 'paid' }], orders: [{ state: 'done' }] })
  })

  it.each(['Olga', 'Twin', 'Made'] as const)('is not approved by who ordered it, nor by who stands behind one of the tokens: %s (decision 0114)', async (who) => {
    const { renter, refund } = await paid()
    const waiting = await order('Olga', renter, refund)
    expect(await decide(who, waiting, true)).toMatchObject({ status: 403, code: 'SamePerson' })
    expect(await booked(renter)).toEqual(['charge 179.55'])
  })

  it('may be rejected by anybody, its orderer too, and is over then', async () => {
    const { renter, refund } = await paid()
    const waiting = await order('Olga', renter, refund)
    for (let time = 0; time < 2; time += 1) expect(await decide('Olga', waiting, false)).toMatchObject({ state: 'rejected', decidedBy: 'Olga' })
    expect(await decide('Petra', waiting, true)).toMatchObject({ status: 409, code: 'AlreadyDecided' })
    expect(await booked(renter)).toEqual(['charge 179.55'])
  })

  it('has one effect however often it is ordered and approved', async () => {
    const { renter, refund } = await paid()
    const id = randomUUID()
    await Promise.all([order('Olga', renter, refund, id), order('Olga', renter, refund, id)])
    const waiting = await order('Olga', renter, refund, id)
    await Promise.all([decide('Petra', waiting, true), decide('Petra', waiting, true)])
    expect(await decide('Petra', waiting, true)).toMatchObject({ state: 'done' })
    expect(await order('Olga', renter, { ...refund, amount: 30 }, id)).toMatchObject({ status: 409, code: 'OrderExists' })
    expect(await booked(renter)).toEqual(['charge 179.55', 'refund 20'])
  })

  it('goes on by itself where its process ended between approval and beginning, once however many look for it', async () => {
    const { renter, refund } = await paid()
    const waiting = await order('Olga', renter, refund)
    await world.api.asAdmin(`update money_order set state = 'approved', decider = 'Petra', decided_at = now() where id = '${waiting.orderId}'`)
    const workers = [orderWorker(), orderWorker()]
    await Promise.all(workers.map((worker) => worker.run()))
    await Promise.all(workers.map((worker) => worker.stop()))
    expect((await moneyOf(renter)).orders).toMatchObject([{ state: 'done', decidedBy: 'Petra', result: { state: 'refunded', code: null } }])
    expect(await booked(renter)).toEqual(['charge 179.55', 'refund 20'])
    expect(await decide('Petra', waiting, true)).toMatchObject({ state: 'done', result: { state: 'refunded' } })
    expect(world.card.refunds.size).toBe(1)
  })

  it('that is begun touches no deposit that came later, whoever begins it again', async () => {
    const renter = await held()
    const waiting = await order('Olga', renter, { kind: 'release' })
    const before = await world.api.asAdmin(`select * from money_order where id = '${waiting.orderId}'`)
    await decide('Petra', waiting, true)
    await renter.pay({ transactionType: 'Preauth', isRecurrent: true, amount: 300 })
    const tenant = await requireTenant(world.api.database.kysely, 'costaverde')
    await beginOrder({ database: world.api.database, desk: moneyDesk({ database: world.api.database, payments: world.api.payments.payments }) }, tenant, { ...before[0], state: 'approved' } as unknown as MoneyOrderRow)
    expect(await booked(renter)).toEqual(['hold 300', 'void 300', 'hold 300'])
  })

  it('whose provider does not answer is under way, and says how it ended when it did', async () => {
    const { renter, refund } = await paid()
    const waiting = await order('Olga', renter, refund)
    world.card.does('lose')
    expect(await decide('Petra', waiting, true)).toMatchObject({ state: 'done', result: { state: 'ordered', code: null } })
    await world.work()
    expect((await moneyOf(renter)).orders).toMatchObject([{ state: 'done', result: { state: 'refunded', code: null } }])
    const other = await held()
    const release = await order('Olga', other, { kind: 'release' })
    world.card.goesAway()
    expect(await decide('Petra', release, true)).toMatchObject({ result: { state: 'releasing', code: null } })
    world.card.goesAway(false)
    await world.work()
    expect((await moneyOf(other)).orders).toMatchObject([{ result: { state: 'released', code: null } }])
  })

  it('up to the limit of its company needs nobody else, above it somebody', async () => {
    await limit(50)
    const { renter, refund } = await paid()
    expect(await order('Olga', renter, { ...refund, amount: 50 })).toMatchObject({ state: 'done', decidedBy: null, result: { state: 'refunded' } })
    const other = await held()
    expect(await order('Olga', other, { kind: 'capture', amount: 50.01 })).toMatchObject({ state: 'waiting' })
    expect(await order('Olga', other, { kind: 'release' })).toMatchObject({ state: 'waiting' })
    await limit(null)
    expect(await order('Olga', other, { kind: 'capture' })).toMatchObject({ state: 'done', result: { state: 'captured' } })
    await limit(0)
  })

  it('to hold a deposit anew needs nobody else: nothing is taken', async () => {
    const renter = await held()
    const { payments: [hold] } = await moneyOf(renter)
    expect(await order('Olga', renter, { kind: 'renew', paymentId: hold?.paymentId })).toMatchObject({ state: 'done', result: { state: 'renewed' } })
  })

  it('captures and releases like the company\'s own system', async () => {
    const renter = await held()
    expect(await decide('Petra', await order('Olga', renter, { kind: 'capture', amount: 120 }), true)).toMatchObject({ state: 'done', result: { state: 'captured' } })
    const other = await held()
    expect(await decide('Petra', await order('Olga', other, { kind: 'release' }), true)).toMatchObject({ state: 'done', result: { state: 'released' } })
    expect([await booked(renter), await booked(other)]).toEqual([['hold 300', 'capture 120'], ['hold 300', 'void 300']])
  })

  it('that cannot be done says why, and is over', async () => {
    const { renter, refund } = await paid()
    expect(await decide('Petra', await order('Olga', renter, { ...refund, amount: 500 }), true)).toMatchObject({ state: 'done', result: { state: 'refused', code: 'NotRefundable' } })
  })

  it('is on the list of what needs a person while it waits', async () => {
    const { renter, refund } = await paid()
    const waiting = await order('Olga', renter, refund)
    const kinds = async () => (await call<{ rows: { reference: string; kind: string }[] }>('Olga', 'GET', '/attention')).rows.filter(({ reference }) => reference === renter.reference).map(({ kind }) => kind)
    expect(await kinds()).toEqual(['money-waiting'])
    await decide('Petra', waiting, false)
    expect(await kinds()).toEqual([])
  })

  it.each([
    ['without a reason', { kind: 'release', reason: ' ' }, '400 InvalidRequest'], ['of a payment of somebody else', { kind: 'refund', paymentId: randomUUID() }, '404 NotFound'], ['of a hold that is not there', { kind: 'capture' }, '409 NothingHeld'],
  ])('%s is refused', async (_case, body, expected) => {
    const { status, code } = await order('Olga', await world.renter(), body)
    expect(`${status} ${code}`).toBe(expected)
  })
  it('of a reservation or company that is not there is refused', async () => {
    expect(await order('Olga', { reference: 'NONE' }, { kind: 'release' })).toMatchObject({ status: 404, code: 'ReservationNotFound' })
    expect(await call('Olga', 'GET', '/tenants/nobody/reservations/P1/money')).toMatchObject({ status: 404 })
  })
})
