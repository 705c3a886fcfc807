import { join } from 'node:path'
import { testDatabase, type TestDatabase } from '@checkin/server/testing'
import { Registry } from 'prom-client'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Tables } from '../storage/tables.ts'
import { watchCredentials } from './credential-ends.ts'

let database: TestDatabase<Tables>
beforeAll(async () => { database = await testDatabase<Tables>({ schema: 'registry', migrations: join(import.meta.dirname, '../../migrations') }) })
afterAll(() => database.close())

const now = new Date('2026-11-26T12:00:00Z')
const token = (label: string, expires: string, isRevoked = false) =>
  sql`insert into access_token (hash, label, role, demo, expires_at, revoked_at, created_at) values (${label}, ${label}, 'viewer', false, ${expires}, ${isRevoked ? now : null}, ${now})`.execute(database.kysely)

async function ends(): Promise<Readonly<Record<string, number>>> {
  const metrics = new Registry()
  const watch = watchCredentials(database, metrics, { clock: () => now, everyMs: 3_600_000 })
  await watch.run()
  watch.stop()
  return Object.fromEntries([...(await metrics.metrics()).matchAll(/kind="([\w-]+)"\} (\d+)/g)].map(([, kind = '', end]) => [kind, Number(end)]))
}

describe('tokens and keys of the registry that end (DEC-317)', () => {
  it('are told by the next end of those that count still: none that is over or was revoked', async () => {
    expect(await ends()).toEqual({ token: 0, 'runner-key': 0 })
    await token('over', '2026-11-01T00:00:00Z')
    await token('revoked', '2026-12-01T00:00:00Z', true)
    await token('next', '2027-01-01T00:00:00Z')
    await token('later', '2027-06-01T00:00:00Z')
    expect(await ends()).toEqual({ token: Date.parse('2027-01-01T00:00:00Z') / 1000, 'runner-key': 0 })
    await sql`insert into runner_key (key_id, label, public_key, person, behind, added_by, approved_by, added_at, expires_at) values ('k', 'pipeline', 'p', 'a', '{}', 'a', 'b', ${now}, '2027-02-01T00:00:00Z')`.execute(database.kysely)
    expect((await ends())['runner-key']).toBe(Date.parse('2027-02-01T00:00:00Z') / 1000)
  })
})
