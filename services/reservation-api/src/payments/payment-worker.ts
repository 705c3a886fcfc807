import type { FastifyBaseLogger } from 'fastify'
import { tenantRounds } from '../tenants/tenant-rounds.ts'
import type { Tenant } from '../tenants/tenant-store.ts'
import type { PaymentEngine } from './payment-engine.ts'

export interface PaymentWorkerOptions {
  readonly engine: PaymentEngine
  /** The tenants of today; asked again at every look. */
  readonly tenants: () => Promise<readonly Pick<Tenant, 'id'>[]>
  readonly log: FastifyBaseLogger
  /** Milliseconds between two looks for orders that are due. */
  readonly pollMs: number
  /** Milliseconds between two comparisons with the providers' books. */
  readonly reconcileMs: number
}

export interface PaymentWorker {
  /** There is news: look at once. */
  readonly nudge: () => void
  /** Carries out everything that is due now. */
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
  const orders = alone((tenantId) => engine.carryOutDue(tenantId), 'orders to payment providers cannot be read')
  const books = alone(async (tenantId) => {
    await engine.reconcile(tenantId)
    return false
  }, 'payments cannot be compared with the providers\' books')
  const timers = [setInterval(() => void orders.start(), pollMs), setInterval(() => void books.start(), reconcileMs)]
  return {
    nudge: () => { if (!stopped) void orders.start() },
    runDue: orders.start,
    reconcile: books.start,
    stop: async () => {
      stopped = true
      timers.forEach(clearInterval)
      await Promise.all([orders.ended(), books.ended()])
      await engine.idle()
    },
  }
}
