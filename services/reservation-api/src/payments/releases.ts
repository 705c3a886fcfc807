import { intentById } from './intent-store.ts'
import { lookAgainAfter } from './next-step.ts'
import { appendRefusal } from './order-store.ts'
import { closeJobs, lastOutcomeOf, postponeJob, type JobRow } from './outbox-store.ts'
import type { Processed, ProcessDependencies } from './process-payment.ts'
import { refusalOutcome } from './release-refusal.ts'
import { applyOutcome } from './settle.ts'

/** A provider that refused to void a hold is asked again so many seconds later: the hold stays on the renter's card until it does, or until its time is over. */
const askAgainSeconds = 3600

/**
 * Voids a hold; it is over only when the provider has confirmed it. Asked again as long as it does not (P20, P22). A refusal is told to the company once and asked
 * about more seldom.
 */
export async function processRelease({ database, calls, complete, onApplied }: ProcessDependencies, job: JobRow): Promise<Processed> {
  const { tenant_id: tenantId, intent_id: intentId } = job
  const intent = await database.withTenant(tenantId, async (transaction) => {
    const row = await intentById(transaction, tenantId, intentId)
    if (row.state !== 'authorised') await closeJobs(transaction, tenantId, intentId, 'void')
    return row
  })
  if (intent.state !== 'authorised') return 'processed'
  const answer = await calls.voidHold(intent)
  // A refusal to void decides nothing by itself: the hold may be over already, or be taken.
  const outcome = answer.kind === 'declined' || answer.kind === 'notFound' || answer.kind === 'pending' ? await calls.ask(intent) : answer
  const applied = await database.withTenant(tenantId, async (transaction) => {
    const result = await applyOutcome(transaction, { tenantId, intentId, outcome, complete })
    if (result.intent.state !== 'authorised') return result
    if (answer.kind === 'declined' && outcome.kind === 'held') {
      const { code } = answer
      const isKnown = await lastOutcomeOf(transaction, { tenantId, intentId, kind: 'void' }) === refusalOutcome(code)
      await postponeJob(transaction, job, askAgainSeconds, refusalOutcome(code))
      if (!isKnown) await appendRefusal(transaction, result.intent, { kind: 'release', amountMinor: result.intent.amount_minor, code })
    } else await postponeJob(transaction, job, lookAgainAfter(job.attempts), outcome.kind)
    return result
  })
  onApplied(outcome, applied)
  return 'processed'
}
