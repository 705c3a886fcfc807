import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import { readTenants, type Tenant } from './tenant-store.ts'
import type { TenantTables } from './tenant-tables.ts'

/** The tenants that work can be done for now; asked again at every look, by each kind of background work. */
export type TenantRoll = () => Promise<readonly Tenant[]>

/** Reads the tenants and tells of those whose settings cannot be read: once in the log, and in `checkin_tenants_unreadable` as long as it lasts. */
export function tenantRoll(database: Kysely<TenantTables>, { log, metrics }: { readonly log: FastifyBaseLogger; readonly metrics: Registry }): TenantRoll {
  const told = new Map<string, string>()
  const gauge = new Gauge({ name: 'checkin_tenants_unreadable', help: 'Tenants whose settings this process cannot read; each needs a person', registers: [metrics] })
  return async () => {
    const { tenants, unreadable } = await readTenants(database)
    gauge.set(unreadable.length)
    for (const { id, host, problem, isKept } of unreadable) {
      if (told.get(id) === problem) continue
      log.error({ tenant: id, host, problem, isKept }, isKept ? 'settings of a tenant cannot be read: the last good ones are kept' : 'settings of a tenant cannot be read: it is not served')
      told.set(id, problem)
    }
    for (const id of [...told.keys()].filter((known) => unreadable.every((bad) => bad.id !== known))) {
      log.info({ tenant: id }, 'settings of a tenant can be read again')
      told.delete(id)
    }
    return tenants
  }
}
