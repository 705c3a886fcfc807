import type { FastifyBaseLogger } from 'fastify'
import { Counter, Gauge, type Registry } from 'prom-client'
import { repeatedWork, type RepeatedWork } from './tenants/repeated-work.ts'
import type { DueTenants } from './tenants/due-work.ts'
import { tenantRounds } from './tenants/tenant-rounds.ts'
import type { Tenant } from './tenants/tenant-store.ts'

/** What is cleaned up of one kind of data. */
export interface CleanupJob {
  /** The tenants that have something to clean up. */
  readonly tenants: DueTenants
  readonly cleanUp: (tenant: Tenant) => Promise<unknown>
}

export interface CleanupOptions {
  /** By the name that metrics and log use. */
  readonly jobs: Readonly<Record<string, CleanupJob>>
  readonly everyMs: number
  readonly log: FastifyBaseLogger
  readonly metrics: Registry
}

/** Removes what is kept no longer, kind by kind and tenant by tenant: whatever fails stops neither the other kinds nor the other tenants. */
export function startCleanup({ jobs, everyMs, log, metrics }: CleanupOptions): RepeatedWork {
  const lastGood = new Gauge({
    name: 'checkin_housekeeping_last_success_timestamp_seconds', help: 'When a kind of data was last cleaned up without a failure at any tenant, in Unix seconds',
    labelNames: ['kind'], registers: [metrics],
  })
  const failures = new Counter({ name: 'checkin_housekeeping_failures_total', help: 'Cleanups of one kind for one tenant that failed', labelNames: ['kind'], registers: [metrics] })
  // Series that are there from the start: the first failure is an increase too.
  for (const kind of Object.keys(jobs)) failures.inc({ kind }, 0)
  const kinds = Object.entries(jobs).map(([kind, job]) => ({ kind, ...job, rounds: tenantRounds(log, `cleanup failed: ${kind}`) }))
  return repeatedWork({ everyMs, joins: true }, async (isStopped) => {
    for (const { kind, tenants, cleanUp, rounds } of kinds) {
      const { failed } = await rounds(tenants, async (tenant) => {
        if (isStopped()) return false
        await cleanUp(tenant).catch((error: unknown) => {
          failures.inc({ kind })
          throw error
        })
        return false
      })
      if (!failed && !isStopped()) lastGood.set({ kind }, Date.now() / 1000)
    }
    return false
  })
}
