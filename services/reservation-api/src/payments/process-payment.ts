import { sql, type Transaction } from 'kysely'
import type { Database } from '@checkin/server'
import type { Tables } from './tables.ts'
import { storedReservation } from '../reservations/reservation-store.ts'
import { reservationTotals } from '../reservations/wire-summary.ts'
import type { Tenant } from '../tenants/tenant-store.ts'
import type { GatewayCalls, OrderContext } from './gateway-calls.ts'
import { lockIntent, openInstrument, updateIntent, type IntentRow } from './intent-store.ts'
import { followUp, lookAgainAfter, nextStep, type Situation } from './next-step.ts'
import { closeJobs, postponeJob, type JobRow } from './outbox-store.ts'
import { isOpen } from './payment-state.ts'
import type { ProviderOutcome } from './providers/provider.ts'
import { applyStatus, type Applied } from './settle.ts'
import type { Completion } from './settle-consequences.ts'

export interface ProcessDependencies {
  readonly database: Database<Tables>
  readonly calls: GatewayCalls
  /** Opens the sealed instruments. */
  readonly secret: string
  readonly tenantById: (id: string) => Promise<Tenant>
  readonly complete: Completion
  /** Called with every status of a provider and its effect, after the commit. */
  readonly onApplied: (outcome: ProviderOutcome, applied: Applied) => void
  /** Called with a status that could not be recorded; its job is due again when its lease ends. */
  readonly onUnrecorded: (job: JobRow, outcome: ProviderOutcome, error: unknown) => void
}

/** `unrecorded`: the provider has the renter's money and our ledger does not have it (yet). */
export type Processed = 'processed' | 'unrecorded'

/** Takes the job of a payment one step further: asks the provider outside of any transaction, and records its answer in one. */
export async function processPayment(dependencies: ProcessDependencies, job: JobRow): Promise<Processed> {
  const { database } = dependencies
  const prepared = await database.withTenant(job.tenant_id, (transaction) => prepare(transaction, job))
  if (prepared.step === 'nothing') return 'processed'
  const outcome = await outcomeOf(dependencies, prepared)
  const applied = await database.withTenant(job.tenant_id, async (transaction) => {
    const result = await applyStatus(transaction, { tenantId: job.tenant_id, intentId: job.intent_id, outcome, complete: dependencies.complete })
    if (isOpen(result.intent.state)) await postponeJob(transaction, job, await pause(transaction, result.intent, job.attempts), outcome.kind)
    return result
  }).catch((error: unknown) => {
    dependencies.onUnrecorded(job, outcome, error)
    return null
  })
  if (applied) dependencies.onApplied(outcome, applied)
  return outcome.kind === 'charged' && (!applied || applied.kind === 'mismatch') ? 'unrecorded' : 'processed'
}

type Prepared =
  | { readonly step: 'nothing' }
  | { readonly step: 'send' | 'ask' | 'give-up'; readonly intent: IntentRow; readonly situation: Situation; readonly reference: string }
  | { readonly step: 'end'; readonly outcome: ProviderOutcome }

async function prepare(transaction: Transaction<Tables>, { tenant_id: tenantId, intent_id: intentId }: JobRow): Promise<Prepared> {
  const intent = await lockIntent(transaction, tenantId, intentId)
  const situation = await situationOf(transaction, intent)
  const step = nextStep(situation)
  if (step === 'nothing') {
    await closeJobs(transaction, tenantId, intentId, 'take')
    return { step }
  }
  if (step === 'end') return { step, outcome: endOf(situation) }
  const stored = await storedReservation(transaction, tenantId, intent.reservation_id)
  if (step === 'send') {
    // Something was added or taken off since the renter agreed: nothing is charged, and the page shows the new figures (P19).
    if (intent.purpose === 'balance' && reservationTotals(stored).pending !== intent.amount_minor) {
      return { step: 'end', outcome: { kind: 'declined', providerId: null, code: 'AmountChanged' } }
    }
    await markSent(transaction, intent)
  }
  return { step, intent, situation, reference: stored.row.reference }
}

const markSent = (transaction: Transaction<Tables>, intent: IntentRow): Promise<void> =>
  updateIntent(transaction, intent, { ...(intent.state === 'created' && { state: 'sent' }), sent_at: sql<Date>`now()` })

/** By the database's clock, as all of a payment's times are. */
async function situationOf(transaction: Transaction<Tables>, { tenant_id: tenantId, id, state, cancel_reason: cancelReason }: IntentRow): Promise<Situation> {
  const { isPastDeadline, secondsSinceSent } = await transaction.selectFrom('payment_intent').where('tenant_id', '=', tenantId).where('id', '=', id)
    .select([sql<boolean>`deadline_at <= now()`.as('isPastDeadline'), sql<number | null>`extract(epoch from now() - sent_at)::float8`.as('secondsSinceSent')])
    .executeTakeFirstOrThrow()
  return { state, cancelReason, isPastDeadline, secondsSinceSent }
}

const endOf = ({ cancelReason }: Situation): ProviderOutcome => ({ kind: cancelReason === 'renter' ? 'cancelled' : 'expired', providerId: null })

async function outcomeOf(dependencies: ProcessDependencies, prepared: Exclude<Prepared, { step: 'nothing' }>): Promise<ProviderOutcome> {
  if (prepared.step === 'end') return prepared.outcome
  const { step, intent, situation, reference } = prepared
  const { calls } = dependencies
  if (step === 'send') return calls.send(intent, await contextOf(dependencies, intent, reference))
  if (step === 'give-up') return giveUp(calls, intent, situation)
  const answer = await calls.ask(intent)
  switch (followUp(answer, calls.kindOf(intent.provider), situation)) {
    // Somebody voided at the provider what was never finished here.
    case 'apply': return answer.kind === 'voided' ? endOf(situation) : answer
    case 'wait': return answer
    case 'capture': return calls.capture(withProviderId(intent, answer))
    case 'give-up': return giveUp(calls, withProviderId(intent, answer), situation)
    case 'end': return endOf(situation)
    case 'send':
      await dependencies.database.withTenant(intent.tenant_id, (transaction) => markSent(transaction, intent))
      return calls.send(intent, await contextOf(dependencies, intent, reference))
  }
}

const withProviderId = (intent: IntentRow, answer: ProviderOutcome): IntentRow =>
  ('providerId' in answer && answer.providerId !== null ? { ...intent, provider_id: answer.providerId } : intent)

async function contextOf({ database, tenantById, secret }: ProcessDependencies, intent: IntentRow, reference: string): Promise<OrderContext> {
  const { tenant_id: tenantId, session_id: sessionId } = intent
  const session = await database.withTenant(tenantId, (transaction) =>
    transaction.selectFrom('renter_session').where('tenant_id', '=', tenantId).where('id', '=', sessionId).select('is_preview').executeTakeFirst())
  return { isPreview: session?.is_preview ?? false, tenant: await tenantById(intent.tenant_id), reference, instrument: intent.means && openInstrument(secret, intent.id, intent.means) }
}

/** Asks the provider to cancel the order. Only its own status ends the payment: had the money been faster, that is its status. */
async function giveUp(calls: GatewayCalls, intent: IntentRow, situation: Situation): Promise<ProviderOutcome> {
  const answer = await calls.giveUp(intent)
  if (answer.kind === 'cancelled' || answer.kind === 'voided') return endOf(situation)
  if (answer.kind === 'charged' || answer.kind === 'held' || answer.kind === 'expired') return answer
  if (answer.kind === 'unknown' || answer.kind === 'unavailable') return answer
  const truth = await calls.ask(intent)
  if (truth.kind === 'cancelled' || truth.kind === 'voided') return endOf(situation)
  // The page at the provider is still open, so nothing has changed.
  return truth.kind === 'redirect' ? { kind: 'pending', providerId: truth.providerId } : truth
}

/** Until the next look; a payment that waits for the renter is looked at in time for its end. */
async function pause(transaction: Transaction<Tables>, intent: IntentRow, attempts: number): Promise<number> {
  const { left } = await transaction.selectFrom('payment_intent').where('tenant_id', '=', intent.tenant_id).where('id', '=', intent.id)
    .select(sql<number>`extract(epoch from deadline_at - now())::float8`.as('left')).executeTakeFirstOrThrow()
  const next = lookAgainAfter(attempts)
  return left > 0 ? Math.min(next, left + 0.1) : next
}
