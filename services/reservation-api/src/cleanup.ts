import type { FastifyBaseLogger } from 'fastify'
import { Counter, Gauge, type Registry } from 'prom-client'
import { tenantRounds, type TenantRoll } from './tenants/tenant-rounds.ts'
import type { Tenant } from './tenants/tenant-store.ts'

export interface CleanupOptions {
  readonly tenants: TenantRoll
  /** What is cleaned up, by the name that metrics and log use. */
  readonly jobs: Readonly<Record<string, (tenant: Tenant) => Promise<unknown>>>
  readonly everyMs: number
  readonly log: FastifyBaseLogger
  readonly metrics: Registry
}

export interface Cleanup {
  /** Cleans up everything of every tenant now; a run that is on is joined. Never throws. */
  readonly run: () => Promise<void>
  /** Stops after what is under way. */
  readonly stop: () => Promise<void>
}

/** Removes what is kept no longer, kind by kind and tenant by tenant: whatever fails stops neither the other kinds nor the other tenants. */
export function startCleanup({ tenants, jobs, everyMs, log, metrics }: CleanupOptions): Cleanup {
  const lastGood = new Gauge({
    name: 'checkin_housekeeping_last_success_timestamp_seconds', help: 'When a kind of data was last cleaned up for every tenant without a failure, in Unix seconds',
    labelNames: ['kind'], registers: [metrics],
  })
  const failures = new Counter({ name: 'checkin_housekeeping_failures_total', help: 'Cleanups of one kind for one tenant that failed', labelNames: ['kind'], registers: [metrics] })
  const kinds = Object.entries(jobs).map(([kind, job]) => ({ kind, job, rounds: tenantRounds(log, `cleanup failed: ${kind}`) }))
  const runAll = async (): Promise<void> => {
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
  const run = (): Promise<void> => (running ??= runAll().finally(() => { running = null }))
  const timer = setInterval(() => void run(), everyMs)
  return {
    run,
    stop: async () => {
      stopped = true
      clearInterval(timer)
      await running
    },
  }
}
