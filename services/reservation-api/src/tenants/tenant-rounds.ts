import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import type { Tables } from './tables.ts'
import { readTenants, type Tenant } from './tenant-store.ts'

/** How a round over all tenants went. */
export interface Round {
  /** Whether there may be more to do at once. */
  readonly more: boolean
  /** Whether something failed, at a tenant or in finding them. */
  readonly failed: boolean
}

interface Named { readonly id: string }

/** Visits every tenant once; a visit answers whether there may be more at once. Never throws. */
export type Rounds = <T extends Named>(tenants: () => Promise<readonly T[]>, visit: (tenant: T) => Promise<boolean>) => Promise<Round>

/** Stands for the finding of the tenants among those that fail. */
const listing = ''

/**
 * Rounds of one kind of work. What fails at one tenant stops nobody behind it, and is logged once, not at every round, until it works again:
 * rounds are made several times a second.
 */
export function tenantRounds(log: FastifyBaseLogger, problem: string): Rounds {
  const failing = new Set<string>()
  const guarded = async <Result>(tenant: string, work: () => Promise<Result>): Promise<Result | null> => {
    const about = tenant === listing ? {} : { tenant }
    try {
      const result = await work()
      if (failing.delete(tenant)) log.info(about, `no longer: ${problem}`)
      return result
    } catch (error) {
      if (!failing.has(tenant)) log.error({ ...about, err: error }, problem)
      failing.add(tenant)
      return null
    }
  }
  return async (tenants, visit) => {
    const all = await guarded(listing, tenants)
    let [more, failed] = [false, all === null]
    for (const tenant of all ?? []) {
      const again = await guarded(tenant.id, () => visit(tenant))
      more = again === true || more
      failed = again === null || failed
    }
    return { more, failed }
  }
}

/** The tenants that work can be done for now; asked again at every look, by each kind of background work. */
export type TenantRoll = () => Promise<readonly Tenant[]>

/** Reads the tenants and reports those whose settings cannot be read: once in the log, and in `checkin_tenants_unreadable` as long as it lasts. */
export function tenantRoll(database: Kysely<Tables>, { log, metrics }: { readonly log: FastifyBaseLogger; readonly metrics: Registry }): TenantRoll {
  const reported = new Map<string, string>()
  const gauge = new Gauge({ name: 'checkin_tenants_unreadable', help: 'Tenants whose settings this process cannot read; each needs a person', registers: [metrics] })
  return async () => {
    const { tenants, unreadable } = await readTenants(database)
    gauge.set(unreadable.length)
    for (const { id, host, problem, isKept } of unreadable) {
      if (reported.get(id) === problem) continue
      log.error({ tenant: id, host, problem, isKept }, isKept ? 'settings of a tenant cannot be read: the last good ones are kept' : 'settings of a tenant cannot be read: it is not served')
      reported.set(id, problem)
    }
    for (const id of [...reported.keys()].filter((known) => unreadable.every((bad) => bad.id !== known))) {
      log.info({ tenant: id }, 'settings of a tenant can be read again')
      reported.delete(id)
    }
    return tenants
  }
}
