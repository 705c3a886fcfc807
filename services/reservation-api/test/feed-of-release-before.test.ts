import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { numberEvents } from '../src/reservations/event-store.ts'
import { dueTenants, workFinder } from '../src/tenants/due-work.ts'
import { wholeApi, type WholeApi } from './fixtures/whole-api.fixture.ts'

let api: WholeApi
let id: string
beforeAll(async () => {
  api = await wholeApi()
  ;({ id } = await api.stored('costaverde', 'BEFORE'))
})
afterAll(() => api.stop())
beforeEach(() => api.asAdmin(`delete from fleet_event; delete from fleet_event_counter; delete from fleet_event_delivery; delete from provider_account;
  insert into provider_account (tenant_id, kind, revision, sealed, key_id, actor) values ('costaverde', 'events', 1, '\\x00', 'k', 'a')`))

const asTenant = <Result>(query: ReturnType<typeof sql<Result>>) => api.database.withTenant('costaverde', async (transaction) => (await query.execute(transaction)).rows)

/** What a server of the release before does, by the statements that it has. */
const before = {
  appends: (reference: string) => api.database.withTenant('costaverde', async (transaction) => {
    const { rows: [row] } = await sql<{ last: number }>`insert into fleet_event_counter (tenant_id, last_number) values ('costaverde', 1)
      on conflict (tenant_id) do update set last_number = fleet_event_counter.last_number + 1 returning last_number as last`.execute(transaction)
    await sql`insert into fleet_event (tenant_id, number, kind, reservation_id, reference, data) values ('costaverde', ${row?.last}, 'reservation.stored', ${id}, ${reference}, '{}')`.execute(transaction)
  }),
  reads: async (after = 0) => (await asTenant(sql<{ number: number; reference: string }>`select number, reference from fleet_event where tenant_id = 'costaverde' and number > ${after} order by number limit 100`)).map(({ number, reference }) => [number, reference]),
  takes: async () => {
    await asTenant(sql`insert into fleet_event_delivery (tenant_id, delivered) values ('costaverde', (select coalesce(max(number), 0) from fleet_event where tenant_id = 'costaverde' and occurred_at
      < (select min(changed_at) from provider_account where tenant_id = 'costaverde' and kind = 'events'))) on conflict (tenant_id) do nothing`)
    return (await asTenant(sql<{ delivered: number }>`update fleet_event_delivery set attempts = attempts + 1 where tenant_id = 'costaverde' and next_attempt_at <= now()
      and exists (select from fleet_event where fleet_event.tenant_id = 'costaverde' and fleet_event.number > fleet_event_delivery.delivered) returning delivered`)).map(({ delivered }) => delivered)
  },
}
/** What a server of this one does. */
const now = {
  appends: (reference: string) => asTenant(sql`insert into fleet_event (tenant_id, kind, reservation_id, reference, data) values ('costaverde', 'reservation.stored', ${id}, ${reference}, '{}')`),
  reads: async () => (await api.fleet('costaverde', 'GET', '/events')).json<{ events: { id: string; reference: string }[] }>().events.map((event) => [Number(event.id), event.reference]),
  stops: () => api.database.withTenant('costaverde', (transaction) => numberEvents(transaction, 'costaverde')),
}
const due = async () => (await dueTenants(api.database.kysely, workFinder(api.database.kysely), { kind: 'events' })()).map((tenant) => tenant.id)
const waits = async () => (await sql<{ tenants: number }>`select tenants::int from oldest_waiting_work('deliveries')`.execute(api.database.kysely)).rows

describe('the feed while servers of the release before run (REL-18, DEC-363, decision 0145)', () => {
  it('is one, numbered by one counter: what this release wrote is read there once anybody of this release read, and nothing stands where something was read already', async () => {
    await before.appends('OLD1')
    await now.appends('NEW1')
    await before.appends('OLD2')
    expect(await before.reads()).toEqual([[1, 'OLD1'], [2, 'OLD2']])
    expect(await now.reads()).toEqual([[1, 'OLD1'], [2, 'OLD2'], [3, 'NEW1']])
    expect(await before.reads(2)).toEqual([[3, 'NEW1']])
    await before.appends('OLD3')
    expect(await now.reads()).toEqual([[1, 'OLD1'], [2, 'OLD2'], [3, 'NEW1'], [4, 'OLD3']])
  })

  it('has after the way back what the last worker numbered; what waits is seen to wait and is told after the next upgrade, not lost', async () => {
    await before.appends('OLD1')
    expect(await before.takes()).toEqual([0])
    await now.appends('NEW1')
    await now.stops()
    await now.appends('NEW2')
    // The company's system has acknowledged what has a number.
    await asTenant(sql`update fleet_event_delivery set delivered = 2 where tenant_id = 'costaverde'`)
    expect(await before.reads()).toEqual([[1, 'OLD1'], [2, 'NEW1']])
    // A look in vain each time, and the alert says that deliveries wait.
    expect([await due(), await before.takes(), await waits()]).toEqual([['costaverde'], [], [{ tenants: 1 }]])
    await before.appends('OLD2')
    expect([await before.takes(), await before.reads(2)]).toEqual([[2], [[3, 'OLD2']]])
    expect(await now.reads()).toEqual([[1, 'OLD1'], [2, 'NEW1'], [3, 'OLD2'], [4, 'NEW2']])
  })
})
