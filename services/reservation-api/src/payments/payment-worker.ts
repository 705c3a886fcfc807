import type { FastifyBaseLogger } from 'fastify'
import { repeatedWork, type RepeatedWork } from '../tenants/repeated-work.ts'
import type { DueTenants } from '../tenants/due-work.ts'
import { tenantRounds } from '../tenants/tenant-rounds.ts'
import type { PaymentEngine } from './payment-engine.ts'

export interface PaymentWorkerOptions {
  readonly engine: PaymentEngine
  /** Those that have jobs which are due, and those that have something to compare; asked again at every look. */
  readonly tenants: { readonly jobs: DueTenants; readonly comparison: DueTenants }
  readonly log: FastifyBaseLogger
  /** Milliseconds between two looks for jobs that are due. */
  readonly pollMs: number
  /** Milliseconds between two comparisons with the providers' records. */
  readonly reconcileMs: number
}

export interface PaymentWorker extends RepeatedWork {
  /** Compares what ended with the providers' records. */
  readonly reconcile: () => Promise<void>
}

/** Brings payments to their end whatever became of the process that began them. As many processes as wanted may run one. */
export function startPaymentWorker({ engine, tenants, log, pollMs, reconcileMs }: PaymentWorkerOptions): PaymentWorker {
  const atTenants = (due: DueTenants, everyMs: number, problem: string, visit: (tenantId: string) => Promise<boolean>): RepeatedWork => {
    const rounds = tenantRounds(log, problem)
    return repeatedWork({ everyMs }, async (isStopped) => (await rounds(due, async ({ id }) => !isStopped() && visit(id))).more)
  }
  const jobs = atTenants(tenants.jobs, pollMs, 'jobs of payments cannot be read', engine.processDue)
  const comparison = atTenants(tenants.comparison, reconcileMs, 'payments cannot be compared with the providers\' records', async (tenantId) => {
    await engine.reconcile(tenantId)
    return false
  })
  return {
    ...jobs,
    reconcile: comparison.run,
    stop: async () => {
      await Promise.all([jobs.stop(), comparison.stop()])
      await engine.idle()
    },
  }
}
