import type { FastifyBaseLogger } from 'fastify'
import { Counter, Gauge, type Registry } from 'prom-client'
import { tenantRounds } from './features/tenants/tenant-rounds.ts'
import type { TenantRoll } from './features/tenants/tenant-roll.ts'
import type { Tenant } from './features/tenants/tenant-store.ts'

export interface HousekeepingOptions {
  readonly tenants: TenantRoll
  /** What is tidied, by the name under which metrics and log tell of it. */
  readonly jobs: Readonly<Record<string, (tenant: Tenant) => Promise<unknown>>>
  readonly everyMs: number
  readonly log: FastifyBaseLogger
  readonly metrics: Registry
}

export interface Housekeeping {
  /** Tidies everything of every tenant now; a run that is on is joined. Never throws. */
  readonly tidy: () => Promise<void>
  /** Stops after what is under way. */
  readonly stop: () => Promise<void>
}

/** Removes what is kept no longer, kind by kind and tenant by tenant: whatever fails stops neither the other kinds nor the other tenants. */
export function startHousekeeping({ tenants, jobs, everyMs, log, metrics }: HousekeepingOptions): Housekeeping {
  const lastGood = new Gauge({
    name: 'checkin_housekeeping_last_success_timestamp_seconds', help: 'When a kind of data was last tidied for every tenant without a failure, in Unix seconds',
    labelNames: ['kind'], registers: [metrics],
  })
  const failures = new Counter({ name: 'checkin_housekeeping_failures_total', help: 'Tidyings of one kind for one tenant that failed', labelNames: ['kind'], registers: [metrics] })
  const kinds = Object.entries(jobs).map(([kind, job]) => ({ kind, job, rounds: tenantRounds(log, `tidying failed: ${kind}`) }))
  const tidyAll = async (): Promise<void> => {
    for (const { kind, job, rounds } of kinds) {
      const { failed } = await rounds(tenants, async (tenant) => {
        if (stopped) return false
        await job(tenant).catch((error: unknown) => {
          failures.inc({ kind })
          throw error
        })
        return false
      })
      if (!failed && !stopped) lastGood.set({ kind }, Date.now() / 1000)
    }
  }
  let running: Promise<void> | null = null
  let stopped = false
  const tidy = (): Promise<void> => (running ??= tidyAll().finally(() => { running = null }))
  const timer = setInterval(() => void tidy(), everyMs)
  return {
    tidy,
    stop: async () => {
      stopped = true
      clearInterval(timer)
      await running
    },
  }
}
