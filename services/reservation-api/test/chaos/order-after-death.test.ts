import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MoneyOrder, ReservationMoney } from '@checkin/internal'
import { internalFetch } from '@checkin/server'
import { testDatabase } from '@checkin/server/testing'
import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { migrationsFolder } from '../../src/settings.ts'
import type { Tables } from '../../src/tables.ts'
import { putTenant } from '../../src/tenants/tenant-store.ts'
import { fleetToken, tenantSettings } from '../fixtures/whole-api.fixture.ts'
import { apiAddress, apiEnvironment, runPorts } from './chaos-run.ts'
import { paymentLoad } from './payment-load.ts'
import { startServing, type Program } from './processes.ts'
import { startProviders } from './provider-processes.ts'

const ends: (() => Promise<unknown>)[] = []
afterAll(async () => { for (const end of ends.reverse()) await end() })

const people = { Olga: { persons: ['olga'], behind: [] }, Petra: { persons: ['petra'], behind: [] } } as const
const call = async <Answer>(base: number, who: keyof typeof people, method: 'GET' | 'PUT' | 'POST', path: string, body?: object): Promise<Answer> => (await internalFetch(`${apiAddress(base)}/internal/v1/tenants/costaverde${path}`, {
  method, ...(body && { body }), timeoutMs: 60_000,
  headers: { authorization: 'Bearer demo-admin', 'x-checkin-actor': who, 'x-checkin-identity': encodeURIComponent(JSON.stringify(people[who])) },
})).json() as Answer

it('an order that a second person approved goes on by itself, once, where its process is killed before it was begun (DEC-126)', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'checkin-order-'))
  ends.push(() => rm(folder, { recursive: true, force: true }))
  const database = await testDatabase<Tables>({ schema: 'reservation', migrations: migrationsFolder })
  ends.push(() => database.close())
  await database.withTx((transaction) => putTenant(transaction, { id: 'costaverde', host: 'costaverde.localhost', settings: tenantSettings(), fleetToken: fleetToken('costaverde') }))
  const { provider: port, api: [first = 0, second = 0] } = await runPorts()
  const provider = await startProviders({ port, folder, seed: 'order', shops: [`http://costaverde.localhost:${first}`], faults: { charges: {}, followUps: {} } })
  ends.push(() => provider.stop())
  const start = async (base: number): Promise<Program> => {
    const program = await startServing('services/reservation-api/src/main.ts', apiEnvironment({ provider, databaseUrl: database.url, folder, base, callbacks: base }), `${apiAddress(base)}/readyz`)
    ends.push(() => program.kill())
    return program
  }
  const doomed = await start(first)

  await paymentLoad({ database, provider, servers: [apiAddress(first)], chance: () => 0 }).visit()
  const money = () => call<ReservationMoney>(second, 'Olga', 'GET', '/reservations/K1/money')
  const { payments: [payment] } = await call<ReservationMoney>(first, 'Olga', 'GET', '/reservations/K1/money')
  const waiting = await call<MoneyOrder>(first, 'Olga', 'PUT', `/reservations/K1/money/orders/${randomUUID()}`, { kind: 'refund', paymentId: payment?.paymentId, amount: 20, reason: 'as agreed by phone' })
  expect(waiting.state).toBe('waiting')

  // Somebody has the reservation's row, so that the process gets no further than the approval.
  const other = new pg.Client({ connectionString: database.adminUrl, options: '-c search_path=reservation' })
  other.on('error', () => undefined)
  await other.connect()
  await other.query("begin; select 1 from reservation where reference = 'K1' for update")
  const approved = call(first, 'Petra', 'POST', `/money-orders/${waiting.orderId}/decision`, { approve: true }).catch(() => 'nobody answered')
  await expect.poll(async () => (await other.query('select state from money_order')).rows, { timeout: 60_000 }).toEqual([{ state: 'approved' }])
  await doomed.kill()
  expect(await approved).toBe('nobody answered')
  await other.query('rollback')
  expect((await other.query('select state from money_order')).rows).toEqual([{ state: 'approved' }])
  expect((await other.query('select 1 from refund_order')).rows).toEqual([])
  await other.end()

  await start(second)
  await expect.poll(async () => (await money()).orders, { timeout: 60_000, interval: 200 }).toMatchObject([{ state: 'done', decidedBy: 'Petra', result: { state: 'refunded', code: null } }])
  expect((await money()).ledger.map(({ kind, amount }) => `${kind} ${amount}`)).toEqual(['charge 179.55', 'refund 20'])
  expect((await provider.ledger()).filter(({ type }) => type === 'REFUND')).toHaveLength(1)
}, 300_000)
