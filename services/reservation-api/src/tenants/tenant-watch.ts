import type { FastifyBaseLogger } from 'fastify'
import { sql, type Kysely } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import { repeatedWork, type RepeatedWork } from './repeated-work.ts'
import type { Tables } from './tables.ts'
import { tenantRounds } from './tenant-rounds.ts'
import { readTenants } from './tenant-store.ts'

export interface TenantWatchOptions {
  readonly log: FastifyBaseLogger
  readonly metrics: Registry
  readonly everyMs: number
}

/** Tenants whose settings are parsed in one go: short enough that no call waits for it. */
const atOnce = 100

/**
 * Reports tenants whose settings cannot be read: once in the log, and in `checkin_tenants_unreadable` as long as it lasts. Every look asks for the versions of
 * all rows in one query, and parses only what was written since the look before.
 */
export function watchTenants(database: Kysely<Tables>, { log, metrics, everyMs }: TenantWatchOptions): RepeatedWork {
  const gauge = new Gauge({ name: 'checkin_tenants_unreadable', help: 'Tenants whose settings this process cannot read; each needs a person', registers: [metrics] })
  const rounds = tenantRounds(log, 'the tenants cannot be read')
  /** By tenant the version of the row that was read last: every write gives a row another one, also one by hand. */
  let read: ReadonlyMap<string, string> = new Map()
  const unreadable = new Map<string, string>()

  const compare = async (ids: readonly string[]): Promise<void> => {
    const bad = new Map((await readTenants(database, ids)).unreadable.map((tenant) => [tenant.id, tenant]))
    for (const id of ids) {
      const found = bad.get(id)
      if (found && unreadable.get(id) !== found.problem) {
        const { host, problem, isKept } = found
        log.error({ tenant: id, host, problem, isKept }, isKept ? 'settings of a tenant cannot be read: the last good ones are kept' : 'settings of a tenant cannot be read: it is not served')
        unreadable.set(id, problem)
      }
      if (!found && unreadable.delete(id)) log.info({ tenant: id }, 'settings of a tenant can be read again')
    }
  }
  const look = async (): Promise<readonly []> => {
    const rows = await database.selectFrom('tenant').select(['id', sql<string>`xmin::text`.as('version')]).execute()
    const changed = rows.filter(({ id, version }) => read.get(id) !== version).map(({ id }) => id)
    for (let from = 0; from < changed.length; from += atOnce) await compare(changed.slice(from, from + atOnce))
    read = new Map(rows.map(({ id, version }) => [id, version]))
    for (const id of unreadable.keys()) if (!read.has(id)) unreadable.delete(id)
    gauge.set(unreadable.size)
    return []
  }
  const work = repeatedWork({ everyMs, joins: true }, async () => (await rounds(look, () => Promise.resolve(false))).more)
  work.wake()
  return work
}
