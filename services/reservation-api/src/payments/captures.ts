import type { Transaction } from 'kysely'
import type { Minor } from '../pricing/money.ts'
import { intentById, latestIntent, lockIntent, type IntentRow } from './intent-store.ts'
import { lookAgainAfter } from './next-step.ts'
import { captureAmount, nothingHeld, requireSameOrder } from './order-rules.ts'
import { endOrder, insertOrder, orderOf, refuseOrder, type OrderRow } from './order-store.ts'
import { closeJobs, isJobBegun, postponeJob, queueJob, type JobRow } from './outbox-store.ts'
import type { Processed, ProcessDependencies } from './process-payment.ts'
import type { ProviderOutcome } from './providers/provider.ts'
import { applyOutcome, type Applied } from './settle.ts'
import type { Tables } from './tables.ts'

/** A reservation of whose held deposit something is to be taken. */
export interface CaptureOf {
  readonly tenantId: string
  readonly reservationId: string
  /** Minor units; null takes all that is held. */
  readonly amountMinor: Minor | null
}

/**
 * Writes down what a company wants taken of a held deposit, with the job that does it, before the provider is asked (decision 0132). The same order again
 * changes nothing and answers the first one. Throws 409 `NothingHeld` where no deposit is held here, `NotCapturable` for more than is held, `CaptureExists`
 * for another amount than was ordered before, `ReleaseUnderWay` for a hold that is on its way back.
 */
export async function orderCapture(transaction: Transaction<Tables>, { tenantId, reservationId, amountMinor }: CaptureOf): Promise<{ readonly order: OrderRow<'capture'>; readonly intent: IntentRow }> {
  const hold = await latestIntent(transaction, { tenantId, reservationId, purpose: 'deposit' })
  if (!hold) throw nothingHeld()
  const intent = await lockIntent(transaction, tenantId, hold.id)
  const before = await orderOf(transaction, 'capture', intent)
  if (before) {
    requireSameOrder('capture', amountMinor, before.amount_minor)
    return { order: before, intent }
  }
  const isReleaseBegun = await isJobBegun(transaction, tenantId, intent.id, 'void')
  const amount = captureAmount(amountMinor, { state: intent.state, heldMinor: intent.amount_minor, isReleaseBegun })
  const order = await insertOrder(transaction, 'capture', { tenant_id: tenantId, intent_id: intent.id, amount_minor: amount })
  await closeJobs(transaction, tenantId, intent.id, 'void', 'dropped')
  await queueJob(transaction, { tenantId, intentId: intent.id, kind: 'capture', afterSeconds: 0, leaseSeconds: 0 })
  return { order, intent }
}

/** Takes the job of a capture one step further: only the provider's own answer books it or refuses it; silence asks again, under the same id. */
export async function processCapture({ database, calls, complete, onApplied }: ProcessDependencies, job: JobRow): Promise<Processed> {
  const { tenant_id: tenantId, intent_id: intentId } = job
  const { intent, order } = await database.withTenant(tenantId, async (transaction) => {
    const row = await intentById(transaction, tenantId, intentId)
    return { intent: row, order: await orderOf(transaction, 'capture', row) }
  })
  const asked = order?.state === 'ordered' && intent.state === 'authorised' ? await calls.captureHold(intent, order.amount_minor) : null
  // Why it cannot be captured may be news of the hold itself: it was voided, or its time is over.
  const news = asked?.kind === 'declined' ? await calls.ask(intent) : null
  const applied = await database.withTenant(tenantId, async (transaction): Promise<readonly [ProviderOutcome, Applied][]> => {
    const results: [ProviderOutcome, Applied][] = []
    for (const outcome of [asked, news]) {
      if (outcome?.kind === 'charged' || outcome?.kind === 'voided' || outcome?.kind === 'expired') results.push([outcome, await applyOutcome(transaction, { tenantId, intentId, outcome, complete })])
    }
    const locked = await lockIntent(transaction, tenantId, intentId)
    const now = await orderOf(transaction, 'capture', locked)
    if (now?.state !== 'ordered') await closeJobs(transaction, tenantId, intentId, 'capture')
    // Money that cannot be booked is recorded for people: either way the order is over.
    else if (locked.state === 'captured' || asked?.kind === 'charged') await endOrder(transaction, 'capture', locked)
    else if (asked?.kind === 'declined') await refuseOrder(transaction, 'capture', locked, now, asked.code)
    else if (locked.state !== 'authorised') await refuseOrder(transaction, 'capture', locked, now, locked.state)
    else await postponeJob(transaction, job, lookAgainAfter(job.attempts), asked?.kind ?? 'unasked')
    return results
  })
  for (const [outcome, result] of applied) onApplied(outcome, result)
  return 'processed'
}
