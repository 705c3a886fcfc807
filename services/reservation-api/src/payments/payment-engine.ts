import { ServiceError, type Database, type Tracer } from '@checkin/server'
import type { FastifyBaseLogger } from 'fastify'
import type { Tables } from './tables.ts'
import type { SiteScheme } from '../tenants/site-address.ts'
import type { Work } from '../tenants/due-work.ts'
import { tenantById } from '../tenants/tenant-store.ts'
import { circuitBreaker } from './circuit-breaker.ts'
import { gatewayCalls } from './gateway-calls.ts'
import { breakerName, type Gateways } from './gateways.ts'
import type { PaymentLimits } from './payment-settings.ts'
import type { PaymentMetrics } from './payment-metrics.ts'
import type { Payments } from './payments.ts'
import { createPayments } from './payments.ts'
import type { Proceeding } from '../reservations/proceeding.ts'
import { receiveCallback, type CallbackResult } from './receive-callback.ts'
import type { RawCallback } from './providers/provider.ts'
import { reconcile } from './reconcile.ts'
import { processCapture } from './captures.ts'
import { processRefund } from './refunds.ts'
import { processRelease } from './releases.ts'
import { compareSettlement, type SettlementDifference, type SettlementRecord } from './settlement.ts'
import type { Completion } from './settle-consequences.ts'
import { leaseDueJobs, type JobRow } from './outbox-store.ts'
import { processPayment, type ProcessDependencies, type Processed } from './process-payment.ts'

export interface PaymentEngineOptions {
  readonly database: Database<Tables>
  readonly gateways: Gateways
  readonly site: SiteScheme
  /** Origin at which providers reach this service. */
  readonly callbackBase: string
  /** Seals payment instruments while they are needed. */
  readonly secret: string
  readonly limits: PaymentLimits
  readonly complete: Completion
  readonly proceeding: Proceeding
  readonly log: FastifyBaseLogger
  /** Does a job for the trace of its cause. */
  readonly traced: Tracer['job']
  readonly metrics: (sources: { readonly away: () => readonly string[] }) => PaymentMetrics
  /** A payment was settled and committed: mail may wait. */
  readonly settled: () => void
}

export interface PaymentEngine {
  readonly payments: Payments
  /** When `processDue` and `reconcile` have something to do for a tenant. */
  readonly work: { readonly jobs: readonly Work[]; readonly comparison: readonly Work[] }
  /** Processes the jobs that are due for a tenant. Answers whether there may be more at once. */
  readonly processDue: (tenantId: string) => Promise<boolean>
  /** Compares what ended with the providers' records, and warns of holds that end. */
  readonly reconcile: (tenantId: string) => Promise<void>
  /** Receives a provider's callback. */
  readonly receive: (provider: string, tenantId: string, callback: RawCallback) => Promise<CallbackResult>
  /** Compares a provider's settlement file with our ledger (P23). */
  readonly compareSettlement: (file: { readonly tenantId: string; readonly provider: string; readonly records: readonly SettlementRecord[] }) => Promise<readonly SettlementDifference[]>
  /** Resolves when nothing of this process is under way. */
  readonly idle: () => Promise<void>
}

const batch = 10

/** Who takes a job further, by its kind. */
const processors = { take: processPayment, void: processRelease, refund: processRefund, 'ticket-refund': processRefund, capture: processCapture } as const

/** Everything about payments of one process. As many processes as wanted may run one over the same database. */
export function createPaymentEngine(options: PaymentEngineOptions): PaymentEngine {
  const { database, gateways, limits, log, complete, secret, traced } = options
  const breaker = circuitBreaker(limits.breaker)
  const metrics = options.metrics({ away: breaker.away })
  const asking = { gateways, breaker, site: options.site, callbackBase: options.callbackBase, callMs: limits.callMs }
  const calls = gatewayCalls(asking)
  const underWay = new Set<Promise<Processed>>()

  const dependencies: ProcessDependencies = {
    database, calls, secret, complete,
    tenantById: async (id) => {
      const tenant = await tenantById(database.kysely, id)
      if (!tenant) throw new Error('the tenant of a payment is there')
      return tenant
    },
    onUnrecorded: (job, outcome, error) => { log.error({ err: error, job: job.id, outcome: outcome.kind }, 'a provider\'s status is not recorded yet') },
    onApplied: (outcome, applied) => {
      const { provider, purpose, id } = applied.intent
      metrics.outcome(provider, outcome.kind)
      if (applied.kind === 'moved' && applied.from !== applied.intent.state) {
        metrics.state(provider, purpose, applied.intent.state)
        log.info({ payment: id, provider, purpose, from: applied.from, to: applied.intent.state }, 'payment moved')
        if (applied.intent.state === 'paid' || applied.intent.state === 'captured' || applied.intent.state === 'refunded') options.settled()
      }
      if (applied.kind === 'mismatch' && applied.isNew) {
        metrics.discrepancy(applied.discrepancyKind)
        log.error({ payment: id, provider, kind: applied.discrepancyKind }, 'a provider and our ledger do not agree')
      }
    },
  }

  /** Never throws: what could not be recorded now is tried again when the lease of the job ends. */
  const processJob = (job: JobRow): Promise<Processed> => {
    // However many questions a step asks, it ends before its lease does: nobody else is at the same job meanwhile.
    const step = { ...dependencies, calls: gatewayCalls({ ...asking, until: AbortSignal.timeout(limits.stepMs) }) }
    const work = traced(`payment ${job.kind}`, job.traceparent, () => processors[job.kind](step, job))
      .catch((error: unknown): Processed => {
        log.error({ err: error, job: job.id }, 'a job is left for later')
        return 'processed'
      })
      .finally(() => { underWay.delete(work) })
    underWay.add(work)
    return work
  }

  return {
    payments: createPayments({
      database, secret, limits, processJob, proceeding: options.proceeding,
      accountOf: gateways.current,
      requireThere: (account) => {
        if (!breaker.isOpen(breakerName(account))) return
        throw new ServiceError(503, 'Unavailable', 'This way to pay is not available at the moment', { headers: { 'retry-after': '10' } })
      },
    }),
    work: {
      jobs: [{ kind: 'payment-jobs' }],
      comparison: [
        { kind: 'unchecked-payments', leadSeconds: -limits.checkAfterSeconds }, { kind: 'ended-holds' },
        { kind: 'holds-to-renew', leadSeconds: limits.renewBeforeSeconds }, { kind: 'holds-to-warn-of', leadSeconds: limits.holdWarningSeconds },
      ],
    },
    processDue: async (tenantId) => {
      const jobs = await database.withTenant(tenantId, (transaction) =>
        leaseDueJobs(transaction, tenantId, { count: batch, leaseSeconds: limits.leaseSeconds, away: breaker.away() }))
      await Promise.all(jobs.map(processJob))
      return jobs.length === batch
    },
    reconcile: (tenantId) => reconcile({ ...dependencies, limits, metrics, log }, tenantId),
    receive: (provider, tenantId, callback) => receiveCallback({ ...dependencies, gateways, metrics, log }, { provider, tenantId, callback }),
    compareSettlement: (file) => compareSettlement({ database, metrics, log }, file),
    idle: async () => { while (underWay.size > 0) await Promise.all(underWay) },
  }
}
