import { sql } from 'kysely'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startCleanup } from '../../cleanup.ts'
import { wholeApi, type WholeApi } from '../../../test/fixtures/whole-api.fixture.ts'
import { readTenants } from '../../tenants/tenant-store.ts'
import { clearRemains, endRetentionOfSome } from './image-retention.ts'
import type { SealedFiles } from '../sealed-files.ts'

/** More than a statement of PostgreSQL can have parameters, three times over. */
const ended = 200_000
const pictures = 2500

let api: WholeApi
beforeAll(async () => {
  api = await wholeApi()
  await endedRentals('costaverde', ended)
  await picturesOfEnded('costaverde', pictures)
})
afterAll(() => api.stop())

/** Rentals that ended years ago, made in the database itself: by calls it would take an hour. */
const endedRentals = (tenant: string, count: number) => api.asAdmin(`set session_replication_role = replica;
  insert into reservation (tenant_id, id, guid, number, reference, reference_key, customer_name, customer_surname, check_out_at, check_out_place, check_out_zone,
    check_in_at, check_in_place, check_in_zone, days, vehicle, excess, driver_rules)
  select '${tenant}', md5('${tenant}' || n)::uuid, 'guid-' || n, 'number-' || n, 'E' || n, 'E' || n, 'Maria', 'Silva', '2020-05-02 10:30', 'Faro', 'Europe/Lisbon',
    '2020-05-07 10:00', 'Faro', 'Europe/Lisbon', 5, '{}', '{}', '{}' from generate_series(1, ${count}) n`)

const picturesOfEnded = (tenant: string, count: number) => api.asAdmin(`
  insert into document_image (tenant_id, id, reservation_id, role, part, side, sealed_key, bytes)
  select '${tenant}', md5('${tenant} picture ' || n)::uuid, md5('${tenant}' || n)::uuid, 'main', 'licence', 'front', '\\x00', 1 from generate_series(1, ${count}) n`)

const count = async (table: string, tenant: string): Promise<number> =>
  Number((await api.asAdmin(`select count(*)::int as count from ${table} where tenant_id = '${tenant}'`))[0]?.['count'])

describe('retention of a company with 200,000 rentals that ended (REL-3)', () => {
  it('destroys the pictures of all of them', async () => {
    await api.documents.cleanUp(api.database, 'costaverde', 30)
    expect(await count('document_image', 'costaverde')).toBe(0)
  })

  it('leaves nothing of their bytes to a later run', async () => {
    expect(await count('document_remains', 'costaverde')).toBe(0)
  })

  it('reads no rentals when no picture is kept, however many ended', async () => {
    const read = await api.database.withTenant('costaverde', async (transaction) => {
      // Includes what this connection read before and has not reported yet.
      const soFar = async () => (await sql<{ rows: number }>`select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as rows
        from pg_stat_xact_all_tables where relid = 'reservation'::regclass`.execute(transaction)).rows[0]?.rows ?? 0
      const before = await soFar()
      await endRetentionOfSome(transaction, { tenantId: 'costaverde', keepDays: 30, after: '00000000-0000-0000-0000-000000000000' })
      return await soFar() - before
    })
    expect(read).toBe(0)
  })

  it('keeps the pictures of a rental that has not ended for long enough', async () => {
    const { id } = await api.stored('costaverde', 'STILL-ON')
    await api.asAdmin(`insert into document_image (tenant_id, id, reservation_id, role, part, side, sealed_key, bytes) values ('costaverde', gen_random_uuid(), '${id}', 'main', 'licence', 'front', '\\x00', 1)`)
    await api.documents.cleanUp(api.database, 'costaverde', 30)
    expect(await count('document_image', 'costaverde')).toBe(1)
  })
})

describe('a cleanup that fails for one company (REL-3)', () => {
  it('goes on for the next and for the other kinds, and is told by log and figures', async () => {
    await endedRentals('alpen', 3)
    await picturesOfEnded('alpen', 3)
    await picturesOfEnded('costaverde', 3)
    await api.asAdmin(`create function refuse() returns trigger language plpgsql as $$ begin if old.tenant_id = 'alpen' then raise exception 'disk on fire'; end if; return old; end $$`)
    await api.asAdmin('create trigger refuse before delete on document_image for each row execute function refuse()')
    const metrics = new Registry()
    const tidied: string[] = []
    const tenants = async () => (await readTenants(api.database.kysely)).tenants
    const cleanup = startCleanup({
      log: api.app.log, metrics, everyMs: 3_600_000,
      jobs: {
        documents: { tenants, cleanUp: ({ id, settings }) => api.documents.cleanUp(api.database, id, settings.documentRetentionDays) },
        after: { tenants, cleanUp: ({ id }) => { tidied.push(id); return Promise.resolve() } },
      },
    })
    await cleanup.run()
    await cleanup.stop()
    expect([await count('document_image', 'alpen'), await count('document_image', 'costaverde')]).toEqual([3, 1])
    expect(tidied).toEqual(['alpen', 'costaverde'])
    expect(api.logs()).toContain('cleanup failed: documents')
    const figures = await metrics.metrics()
    expect(figures).toContain('checkin_housekeeping_failures_total{kind="documents"} 1')
    expect(figures).toMatch(/last_success_timestamp_seconds\{kind="after"\} \d/)
    expect(figures).not.toMatch(/last_success_timestamp_seconds\{kind="documents"\}/)
  })
})

describe('bytes that cannot be removed', () => {
  it('stay noted for a later run and do not keep the others on the disk', async () => {
    const [good, bad] = ['00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000001']
    await api.asAdmin(`insert into document_remains (tenant_id, id) values ('costaverde', '${good}'), ('costaverde', '${bad}')`)
    const removed: string[] = []
    const files: SealedFiles = {
      write: () => Promise.resolve(), read: () => Promise.resolve(null),
      remove: (_tenant, id) => (id === bad ? Promise.reject(new Error('read-only file system')) : Promise.resolve(void removed.push(id))),
    }
    await expect(clearRemains(api.database, files, 'costaverde')).rejects.toThrow('read-only')
    expect(removed).toEqual([good])
    expect(await api.asAdmin("select id from document_remains where tenant_id = 'costaverde'")).toEqual([{ id: bad }])
  })
})
