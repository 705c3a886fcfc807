import type { Transaction } from 'kysely'
import { outcomeFacts } from './providers/provider.ts'
import type { InboxState, Tables } from './tables.ts'
import type { ProviderEvent, ProviderOutcome } from './providers/provider.ts'

type Tx = Transaction<Tables>
export interface EventName {
  readonly tenantId: string
  readonly provider: string
  readonly eventId: string
}

/** Keeps an event of a provider. False when it was here before: then nothing is to be done. */
export async function storeEvent(
  transaction: Tx, { tenantId, provider }: Omit<EventName, 'eventId'>, event: ProviderEvent, state: InboxState,
): Promise<boolean> {
  // Addresses and cards are of no use later, so an event is kept by its facts; a refund that came early is applied from them.
  const row = await transaction.insertInto('provider_inbox').values({
    tenant_id: tenantId, provider, event_id: event.eventId, merchant_transaction_id: event.merchantTransactionId,
    outcome: JSON.stringify(outcomeFacts(event.outcome)), state,
  }).onConflict((conflict) => conflict.columns(['tenant_id', 'provider', 'event_id']).doNothing()).returning('event_id').executeTakeFirst()
  return row !== undefined
}

export async function markEvent(transaction: Tx, { tenantId, provider, eventId }: EventName, state: InboxState): Promise<void> {
  await transaction.updateTable('provider_inbox').where('tenant_id', '=', tenantId).where('provider', '=', provider).where('event_id', '=', eventId)
    .set({ state }).execute()
}

/** Events of a payment that wait for the one that must come before them, oldest first. */
export async function earlyEvents(
  transaction: Tx, tenantId: string, provider: string, merchantTransactionId: string,
): Promise<readonly { readonly eventId: string; readonly outcome: ProviderOutcome }[]> {
  const rows = await transaction.selectFrom('provider_inbox').select(['event_id', 'outcome']).where('tenant_id', '=', tenantId).where('provider', '=', provider)
    .where('merchant_transaction_id', '=', merchantTransactionId).where('state', '=', 'early').orderBy('received_at').execute()
  return rows.map((row) => ({ eventId: row.event_id, outcome: row.outcome }))
}
