import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endSession } from '../src/identity/session-store.ts'
import { wholeApi, type WholeApi } from './fixtures/whole-api.fixture.ts'

let api: WholeApi
let mine: { number: string; guid: string; id: string }
let neighbours: { number: string; guid: string; id: string }
let foreign: { number: string; guid: string; id: string }
beforeAll(async () => {
  api = await wholeApi()
  mine = await api.stored('costaverde', 'I1')
  neighbours = await api.stored('costaverde', 'I2')
  foreign = await api.stored('alpen', 'I1')
})
afterAll(() => api.stop())

/** Every call that takes a name of a reservation, by that name. */
const naming = [
  ['API-13', ({ guid }: typeof mine) => `/api/reservation/${guid}`],
  ['API-14', ({ guid }: typeof mine) => `/api/precheckout/${guid}`],
  ['API-16', ({ number }: typeof mine) => `/api/reservation/modules/status/${number}`],
  ['API-17', ({ guid }: typeof mine) => `/api/reservation/full/${guid}`],
  ['API-31', ({ number }: typeof mine) => `/api/payment/${number}/card`],
] as const

describe.each(naming)('%s', (_id, path) => {
  it('answers a neighbour\'s, another tenant\'s and an unknown reservation with one and the same 404', async () => {
    const { token } = await api.session('costaverde', mine.id)
    expect((await api.call('GET', path(mine), { token })).statusCode).toBe(200)
    const unknown = { number: '99999999', guid: 'x'.repeat(24), id: '' }
    const bodies = await Promise.all([neighbours, foreign, unknown].map(async (other) => {
      const answer = await api.call('GET', path(other), { token })
      return { ...answer.json<object>(), requestId: '', headers: Object.keys(answer.headers).sort() }
    }))
    expect(bodies[0]).toMatchObject({ status: 404, code: 'ReservationNotFound' })
    expect(bodies[1]).toEqual(bodies[0])
    expect(bodies[2]).toEqual(bodies[0])
  })
  it('knows a session at its own tenant\'s host only, and none that is pending, ended or invented', async () => {
    const { token } = await api.session('costaverde', mine.id)
    const { token: pending } = await api.session('costaverde', mine.id, 'pending')
    const { token: ended } = await api.session('costaverde', mine.id)
    await api.database.withTenant('costaverde', (transaction) => endSession(transaction, 'costaverde', ended))
    const answers = [
      await api.call('GET', path(mine), { token, host: 'alpen.localhost:4000' }), await api.call('GET', path(mine), { token: pending }),
      await api.call('GET', path(mine), { token: ended }), await api.call('GET', path(mine), { token: 'a'.repeat(43) }), await api.call('GET', path(mine)),
    ]
    expect(answers.map((answer) => [answer.statusCode, answer.json<{ code: string }>().code])).toEqual(answers.map(() => [401, 'Unauthorized']))
  })
})

describe('the wall in the database (row-level security)', () => {
  /** Every table that has a tenant, but the token by which a tenant is found and drafts and records of changes of its own settings and accounts: nothing of renters is in them. */
  const walled = async (): Promise<string[]> => (await api.asAdmin(
    'select table_name from information_schema.columns where table_schema = \'reservation\' and column_name = \'tenant_id\' and table_name not in (\'fleet_token\', \'fleet_token_change\', \'settings_draft\', \'tenant_change\', \'provider_account_change\') order by 1',
  )).map(({ table_name: name }) => String(name))

  it('stands around every table of renters, also for the owner of the tables', async () => {
    const rows = await api.asAdmin('select relname, relrowsecurity, relforcerowsecurity from pg_class where relnamespace = \'reservation\'::regnamespace and relkind = \'r\'')
    const open = rows.filter(({ relrowsecurity, relforcerowsecurity }) => relrowsecurity !== true || relforcerowsecurity !== true).map(({ relname }) => String(relname))
    expect(open.sort()).toEqual(['fleet_token', 'fleet_token_change', 'kysely_migration', 'provider_account_change', 'settings_draft', 'tenant', 'tenant_change'])
    expect((await walled()).length).toBeGreaterThan(12)
  })
  it('tenant comes first in the key of every such table', async () => {
    const keys = await api.asAdmin(`select t.relname as name, a.attname as first from pg_index i join pg_class t on t.oid = i.indrelid
      join pg_attribute a on a.attrelid = t.oid and a.attnum = i.indkey[0] where i.indisprimary and t.relnamespace = 'reservation'::regnamespace`)
    const first = new Map(keys.map(({ name, first: column }) => [name, column]))
    for (const table of await walled()) expect(first.get(table), table).toBe('tenant_id')
  })
  it('a query that forgets its tenant sees that of its transaction only, and without one nothing', async () => {
    const seen = (tenant: string) => api.database.withTenant(tenant, async (transaction) =>
      (await sql<{ tenant_id: string }>`select tenant_id from reservation union all select tenant_id from driver union all select tenant_id from extra_line`.execute(transaction)).rows.map(({ tenant_id: id }) => id))
    expect(new Set(await seen('costaverde'))).toEqual(new Set(['costaverde']))
    expect(new Set(await seen('alpen'))).toEqual(new Set(['alpen']))
    for (const table of await walled()) expect((await sql`select 1 from ${sql.table(table)}`.execute(api.database.kysely)).rows, table).toEqual([])
  })
  it('a write into another tenant\'s rows is refused by the database', async () => {
    const into = api.database.withTenant('costaverde', (transaction) => sql`insert into fleet_event_counter (tenant_id, last_number) values ('other', 1)`.execute(transaction))
    await expect(into).rejects.toThrow(/row-level security/)
    const changed = await api.database.withTenant('costaverde', (transaction) => sql`update reservation set customer_name = 'Taken' where id = ${foreign.id}`.execute(transaction))
    expect(changed.numAffectedRows).toBe(0n)
  })
})
