import { ServiceError } from '@checkin/server'
import { sql, type Transaction } from 'kysely'
import type { FastifyBaseLogger } from 'fastify'
import { decimalOf } from '../pricing/money.ts'
import type { Tables } from './tables.ts'
import { appendEvent } from '../reservations/event-store.ts'
import { discrepancyIn, recordDiscrepancy } from './discrepancy-store.ts'
import { updateIntent, type IntentRow } from './intent-store.ts'
import { refundedOf } from './ledger-store.ts'
import type { PaymentLimits } from './payment-settings.ts'
import type { PaymentMetrics } from './payment-metrics.ts'
import type { PaymentState } from './payment-state.ts'
import { isFault, outcomeFacts, type ProviderOutcome } from './providers/provider.ts'
import { holdsToRenew, orderRenewal } from './renewals.ts'
import { applyOutcome } from './settle.ts'
import type { ProcessDependencies } from './process-payment.ts'

export interface ReconcileDependencies extends ProcessDependencies {
  readonly limits: PaymentLimits
  readonly metrics: PaymentMetrics
  readonly log: FastifyBaseLogger
}

const batch = 20

/** Statuses of a provider that agree with a payment which ended so, where refunds may be transactions of their own; anything else is applied by the table, or is a discrepancy. */
const agreeing: Readonly<Partial<Record<PaymentState, readonly ProviderOutcome['kind'][]>>> = {
  paid: ['charged'], refunded: ['refunded', 'charged', 'held'], authorised: ['held'], captured: ['charged', 'held', 'refunded'], voided: ['voided', 'cancelled', 'expired'],
  declined: ['declined', 'notFound', 'cancelled', 'expired'], cancelled: ['cancelled', 'expired', 'voided', 'declined', 'notFound'],
  expired: ['expired', 'cancelled', 'voided', 'declined', 'notFound'],
}
const held: readonly PaymentState[] = ['paid', 'authorised', 'refunded', 'captured']

/**
 * Asks each provider once more, some time after a payment ended, whether its records agree; and whether a hold whose time is over is
 * over. What can be recorded is, everything else is a discrepancy for people (I2, I3). Safe in several processes: a comparison changes nothing twice.
 */
export async function reconcile(dependencies: ReconcileDependencies, tenantId: string): Promise<void> {
  const { database, limits } = dependencies
  const intents = await database.withTenant(tenantId, (transaction) => unchecked(transaction, tenantId, limits.checkAfterSeconds))
  for (const intent of intents) await compare(dependencies, intent)
  await renewHolds(dependencies, tenantId)
  await warnOfHolds(dependencies, tenantId)
}

const unchecked = (transaction: Transaction<Tables>, tenantId: string, afterSeconds: number): Promise<readonly IntentRow[]> =>
  transaction.selectFrom('payment_intent').selectAll().where('tenant_id', '=', tenantId)
    .where('state', 'not in', ['created', 'sent', 'awaiting'])
    .where((eb) => eb.or([
      eb.and([eb('checked_at', 'is', null), eb('updated_at', '<', sql<Date>`now() - make_interval(secs => ${afterSeconds})`)]),
      eb.and([eb('state', '=', 'authorised'), eb('capture_before', '<', sql<Date>`now()`), eb('checked_at', '<', eb.ref('capture_before'))]),
    ]))
    // What is on its way back is booked by its own order, by the refund's id at the provider: a sum would book it twice.
    .where((eb) => eb.and((['refund_order', 'ticket_refund'] as const).map((table) => eb.not(eb.exists(eb.selectFrom(`${table as 'refund_order'} as refund`).select('refund.intent_id')
      .whereRef('refund.tenant_id', '=', 'payment_intent.tenant_id').whereRef('refund.intent_id', '=', 'payment_intent.id').where('refund.state', '=', 'ordered'))))))
    .orderBy('updated_at').limit(batch).execute()

async function compare(dependencies: ReconcileDependencies, intent: IntentRow): Promise<void> {
  const { database, calls, complete, metrics, log } = dependencies
  const { tenant_id: tenantId, id: intentId } = intent
  const answer = await calls.ask(intent)
  if (isFault(answer)) return
  const found = await database.withTenant(tenantId, async (transaction) => {
    const outcome = await unrecorded(transaction, intent, answer)
    const applied = outcome && await applyOutcome(transaction, { tenantId, intentId, outcome, complete, isRest: true })
    await updateIntent(transaction, intent, { checked_at: sql<Date>`now()` })
    const isAgreed = agreeing[intent.state]?.includes(answer.kind) ?? false
    const isMissing = held.includes(intent.state) && !isAgreed && applied?.kind !== 'moved' && applied?.kind !== 'mismatch'
    const isNew = isMissing && await recordDiscrepancy(transaction, {
      ...discrepancyIn(intent), kind: 'not-at-provider', reported: outcomeFacts(answer),
    })
    return { outcome, applied, isNew }
  })
  if (found.outcome && found.applied) dependencies.onApplied(found.outcome, found.applied)
  if (found.isNew) {
    metrics.discrepancy('not-at-provider')
    log.error({ payment: intentId, provider: intent.provider, reported: answer.kind }, 'the provider does not have what we recorded')
  }
}

/** The part of an answer that is not in our ledger; null when all of it is. A provider answers refunds as their sum. */
async function unrecorded(transaction: Transaction<Tables>, intent: IntentRow, answer: ProviderOutcome): Promise<ProviderOutcome | null> {
  if (answer.kind !== 'refunded') return answer
  const amountMinor = answer.amountMinor - await refundedOf(transaction, intent)
  return amountMinor > 0 ? { ...answer, amountMinor } : null
}

/** Holds that end before the car is back are held anew on the kept card; the payment's worker does it, and whether that worked is told to the company. */
async function renewHolds({ database, limits, secret, log }: ReconcileDependencies, tenantId: string): Promise<void> {
  const ending = await database.withTenant(tenantId, (transaction) => holdsToRenew(transaction, tenantId, { beforeSeconds: limits.renewBeforeSeconds, count: batch }))
  for (const { id: intentId, reservation_id: reservationId } of ending) {
    await database.withTenant(tenantId, (transaction) => orderRenewal(transaction, { tenantId, reservationId, intentId }, { secret })).catch((error: unknown) => {
      // Somebody captured or released it meanwhile: then there is nothing to renew.
      if (!(error instanceof ServiceError)) throw error
      log.info({ payment: intentId, code: error.code }, 'a hold is not renewed')
    })
  }
}

/** The company is notified a day before a hold ends that nobody captured or voided (P20). */
async function warnOfHolds({ database, limits, metrics, log }: ReconcileDependencies, tenantId: string): Promise<void> {
  const warned = await database.withTenant(tenantId, async (transaction) => {
    const ending = await transaction.selectFrom('payment_intent').selectAll().where('tenant_id', '=', tenantId).where('state', '=', 'authorised').where('is_aside', '=', false)
      .where('hold_warned_at', 'is', null).where('capture_before', '<', sql<Date>`now() + make_interval(secs => ${limits.holdWarningSeconds})`)
      .limit(batch).forUpdate().skipLocked().execute()
    for (const intent of ending) await appendHoldEnds(transaction, intent)
    return ending.length
  })
  for (let count = 0; count < warned; count += 1) metrics.holdEnds()
  if (warned > 0) log.warn({ tenant: tenantId, holds: warned }, 'holds end within the warning time')
}

async function appendHoldEnds(transaction: Transaction<Tables>, intent: IntentRow): Promise<void> {
  const { reference } = await transaction.selectFrom('reservation').select('reference')
    .where('tenant_id', '=', intent.tenant_id).where('id', '=', intent.reservation_id).executeTakeFirstOrThrow()
  await updateIntent(transaction, intent, { hold_warned_at: sql<Date>`now()` })
  await appendEvent(transaction, {
    tenantId: intent.tenant_id, reservationId: intent.reservation_id, reference, kind: 'payment.hold-ends',
    data: { paymentId: intent.id, amount: decimalOf(intent.amount_minor, intent.currency), currency: intent.currency, captureBefore: intent.capture_before?.toISOString() ?? null },
  })
}
