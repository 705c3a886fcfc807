import type { FastifyBaseLogger } from 'fastify'
import { tenantRounds } from '../tenants/tenant-rounds.ts'
import type { Tenant } from '../tenants/tenant-store.ts'
import type { PaymentEngine } from './payment-engine.ts'

export interface PaymentWorkerOptions {
  readonly engine: PaymentEngine
  /** The tenants of today; asked again at every look. */
  readonly tenants: () => Promise<readonly Pick<Tenant, 'id'>[]>
  readonly log: FastifyBaseLogger
  /** Milliseconds between two looks for jobs that are due. */
  readonly pollMs: number
  /** Milliseconds between two comparisons with the providers' records. */
  readonly reconcileMs: number
}

export interface PaymentWorker {
  /** Looks at once. */
  readonly wake: () => void
  /** Processes everything that is due now. */
  readonly runDue: () => Promise<void>
  readonly reconcile: () => Promise<void>
  /** Stops after what is under way. */
  readonly stop: () => Promise<void>
}

/** Brings payments to their end whatever became of the process that began them. As many processes as wanted may run one. */
export function startPaymentWorker({ engine, tenants, log, pollMs, reconcileMs }: PaymentWorkerOptions): PaymentWorker {
  let stopped = false
  /** One run at a time; who asks meanwhile gets another one after it. */
  const alone = (work: (tenantId: string) => Promise<boolean>, problem: string) => {
    const rounds = tenantRounds(log, problem)
    let running: Promise<void> | null = null
    let again = false
    const run = async (): Promise<void> => {
      do {
        again = false
        const { more } = await rounds(tenants, async ({ id }) => !stopped && work(id))
        again ||= more
      } while (again && !stopped)
    }
    return {
      start: (): Promise<void> => {
        if (running) {
          again = true
          return running
        }
        running = run().finally(() => { running = null })
        return running
      },
      ended: async () => { await running },
    }
  }
  const jobs = alone((tenantId) => engine.processDue(tenantId), 'jobs of payments cannot be read')
  const comparison = alone(async (tenantId) => {
    await engine.reconcile(tenantId)
    return false
  }, 'payments cannot be compared with the providers\' records')
  const timers = [setInterval(() => void jobs.start(), pollMs), setInterval(() => void comparison.start(), reconcileMs)]
  return {
    wake: () => { if (!stopped) void jobs.start() },
    runDue: jobs.start,
    reconcile: comparison.start,
    stop: async () => {
      stopped = true
      timers.forEach(clearInterval)
      await Promise.all([jobs.ended(), comparison.ended()])
      await engine.idle()
    },
  }
}
