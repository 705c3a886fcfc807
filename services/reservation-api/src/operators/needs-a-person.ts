import { sql, type Kysely, type Transaction } from 'kysely'
import { refusalOutcome } from '../payments/release-refusal.ts'
import type { DiscrepancyKind } from '../payments/tables.ts'
import type { Tables } from '../tables.ts'
import { openMoneyOrders } from './money-orders.ts'
import { endingFleetToken } from '../tenants/fleet-tokens.ts'
import { smsKinds } from '../mail/tables.ts'
import { accountStates } from '../tenants/accounts/account-store.ts'

/** Something that no machine will mend by itself. */
export interface Attention {
  readonly kind: 'fleet-token-ends' | 'events-undelivered' | 'mail-undelivered' | 'mail-no-account' | 'signature-unconfirmed' | 'agreement-failed' | 'agreement-stale' | 'hold-expiring' | 'hold-not-renewed' | 'hold-not-released' | 'refund-refused' | 'money-waiting' | 'payment-unclear' | `payment-${DiscrepancyKind}`
  /** The reservation; a provider's own number where the payment is nobody's, the event's where a company's system takes none, the token's where a company's last one ends. */
  readonly reference: string
  /** ISO instant since when it waits. */
  readonly since: string
}

const most = 200
/** A payment that nobody knows the end of for this long is no longer a matter of waiting. */
const unclearAfter = sql<Date>`now() - interval '15 minutes'`

/** Ids of the tenants that may have something: one question however many tenants there are. */
export const tenantsWithAttention = async (database: Kysely<Tables>): Promise<readonly string[]> =>
  (await sql<{ tenant_id: string }>`select tenant_id from tenants_with_attention()`.execute(database)).rows.map(({ tenant_id: id }) => id)

/** The work list of one tenant: both ledgers that differ, holds that end, agreements and mails that failed or have no server to leave by. */
export async function needsAPerson(transaction: Transaction<Tables>, tenantId: string, { hasEnvironmentMail }: { readonly hasEnvironmentMail: boolean }): Promise<readonly Attention[]> {
  const mails = await transaction.selectFrom('mail_outbox as it').innerJoin('reservation', (join) => join.onRef('reservation.tenant_id', '=', 'it.tenant_id').onRef('reservation.id', '=', 'it.reservation_id'))
    .where('it.tenant_id', '=', tenantId).where('it.state', '=', 'failed').where('it.kind', 'not in', smsKinds).select(['reservation.reference', 'it.created_at as since']).limit(most).execute()
  const accounts = await accountStates(transaction, tenantId)
  const mailAccount = accounts.get('mail')
  const hasMail = mailAccount === 'own' || (mailAccount === undefined && hasEnvironmentMail)
  const waiting = hasMail ? [] : await transaction.selectFrom('mail_outbox as it').innerJoin('reservation', (join) => join.onRef('reservation.tenant_id', '=', 'it.tenant_id').onRef('reservation.id', '=', 'it.reservation_id'))
    .where('it.tenant_id', '=', tenantId).where('it.state', '=', 'queued').where('it.kind', 'not in', smsKinds).select(['reservation.reference', 'it.created_at as since']).limit(most).execute()
  const discrepancies = await transaction.selectFrom('reconciliation_break as it').leftJoin('reservation', (join) => join.onRef('reservation.tenant_id', '=', 'it.tenant_id').onRef('reservation.id', '=', 'it.reservation_id'))
    .where('it.tenant_id', '=', tenantId).where('it.resolved_at', 'is', null).select(['it.kind', 'reservation.reference', 'it.merchant_transaction_id as number', 'it.found_at as since']).limit(most).execute()
  const intents = await transaction.selectFrom('payment_intent as it').innerJoin('reservation', (join) => join.onRef('reservation.tenant_id', '=', 'it.tenant_id').onRef('reservation.id', '=', 'it.reservation_id'))
    .where('it.tenant_id', '=', tenantId)
    .where((eb) => eb.or([eb.and([eb('it.state', '=', 'sent'), eb('it.created_at', '<', unclearAfter)]), eb.and([eb('it.state', '=', 'authorised'), eb('it.is_aside', '=', false), eb('it.hold_warned_at', 'is not', null)])]))
    .select(['it.state', 'reservation.reference', 'it.created_at as since']).limit(most).execute()
  // The hold that was to be renewed still stands: somebody asks the renter for another card, or captures in time.
  const unrenewed = await transaction.selectFrom('payment_intent as it').innerJoin('reservation', (join) => join.onRef('reservation.tenant_id', '=', 'it.tenant_id').onRef('reservation.id', '=', 'it.reservation_id'))
    .innerJoin('payment_intent as hold', (join) => join.onRef('hold.tenant_id', '=', 'it.tenant_id').onRef('hold.id', '=', 'it.renews'))
    .where('it.tenant_id', '=', tenantId).where('it.state', 'in', ['declined', 'cancelled', 'expired']).where('hold.state', '=', 'authorised').where('hold.is_aside', '=', false)
    .groupBy(['hold.id', 'reservation.reference']).select(['reservation.reference', (eb) => eb.fn.min('it.created_at').as('since')]).limit(most).execute()
  // The provider says no, and is asked again every hour: somebody asks there, or the renter's card is blocked until the hold ends.
  const unreleased = await transaction.selectFrom('payment_outbox as job').innerJoin('payment_intent as it', (join) => join.onRef('it.tenant_id', '=', 'job.tenant_id').onRef('it.id', '=', 'job.intent_id'))
    .innerJoin('reservation', (join) => join.onRef('reservation.tenant_id', '=', 'it.tenant_id').onRef('reservation.id', '=', 'it.reservation_id'))
    .where('job.tenant_id', '=', tenantId).where('job.kind', '=', 'void').where('job.state', '=', 'queued').where('job.last_outcome', 'like', refusalOutcome('%'))
    .select(['reservation.reference', 'job.created_at as since']).limit(most).execute()
  // The renter took something back and was told that the company has to refund it: until it ordered that of the payment.
  const unrefunded = await transaction.selectFrom('ticket_refund as back').innerJoin('payment_intent as it', (join) => join.onRef('it.tenant_id', '=', 'back.tenant_id').onRef('it.id', '=', 'back.intent_id'))
    .innerJoin('reservation', (join) => join.onRef('reservation.tenant_id', '=', 'it.tenant_id').onRef('reservation.id', '=', 'it.reservation_id'))
    .leftJoin('refund_order as own', (join) => join.onRef('own.tenant_id', '=', 'back.tenant_id').onRef('own.intent_id', '=', 'back.intent_id').on('own.state', '<>', 'refused'))
    .where('back.tenant_id', '=', tenantId).where('back.state', '=', 'refused')
    .where((eb) => eb.or([eb('own.ordered_at', 'is', null), eb('own.ordered_at', '<', eb.ref('back.ordered_at'))]))
    .select(['reservation.reference', 'back.ordered_at as since']).limit(most).execute()
  const waitingOrders = await openMoneyOrders(transaction, tenantId)
  const agreements = await transaction.selectFrom('rental_agreement as it').innerJoin('reservation', (join) => join.onRef('reservation.tenant_id', '=', 'it.tenant_id').onRef('reservation.id', '=', 'it.reservation_id'))
    .where('it.tenant_id', '=', tenantId)
    .where((eb) => eb.or([eb('it.state', '=', 'failed'), eb.and([eb('it.state', '=', 'signed'), eb('it.is_stale', '=', true)]), eb.and([eb('it.state', '=', 'open'), eb('it.created_at', '<', unclearAfter)]), eb.and([eb('it.state', '=', 'withdrawing'), eb('it.outdated_at', '<', unclearAfter)])]))
    .select(['it.state', 'reservation.reference', 'it.created_at as since']).limit(most).execute()
  const events = accounts.get('events') !== 'own' ? [] : await transaction.selectFrom('fleet_event_delivery').where('tenant_id', '=', tenantId).where('failing_since', '<', unclearAfter)
    .select(['delivered', 'failing_since']).execute()
  const token = await endingFleetToken(transaction, tenantId)
  const found: (Omit<Attention, 'since'> & { since: Date })[] = [
    ...(token ? [{ kind: 'fleet-token-ends' as const, reference: token.id.slice(0, 8), since: token.since }] : []),
    ...mails.map((mail) => ({ kind: 'mail-undelivered' as const, ...mail })),
    ...waiting.map((mail) => ({ kind: 'mail-no-account' as const, ...mail })),
    ...events.map(({ delivered, failing_since: since }) => ({ kind: 'events-undelivered' as const, reference: String(delivered + 1), since: since ?? new Date() })),
    ...discrepancies.map(({ kind, reference, number, since }) => ({ kind: `payment-${kind}` as const, reference: reference ?? number, since })),
    ...intents.map(({ state, reference, since }) => ({ kind: state === 'sent' ? 'payment-unclear' as const : 'hold-expiring' as const, reference, since })),
    ...unrenewed.map((hold) => ({ kind: 'hold-not-renewed' as const, ...hold })),
    ...unreleased.map((hold) => ({ kind: 'hold-not-released' as const, ...hold })),
    ...unrefunded.map((refund) => ({ kind: 'refund-refused' as const, ...refund })),
    ...waitingOrders.map(({ reference, ordered_at: since }) => ({ kind: 'money-waiting' as const, reference, since })),
    ...agreements.map(({ state, reference, since }) => ({ kind: state === 'failed' ? 'agreement-failed' as const : state === 'signed' ? 'agreement-stale' as const : 'signature-unconfirmed' as const, reference, since })),
  ]
  return found.sort((one, other) => one.since.getTime() - other.since.getTime()).map((one) => ({ ...one, since: one.since.toISOString() }))
}
