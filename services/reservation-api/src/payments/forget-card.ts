import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from './tables.ts'
import { openStates } from './payment-state.ts'

/**
 * Takes a saved card off a reservation, so that no list offers it any more (API-44). False while a payment is under way with it or a deposit is held
 * on it: that hold may have to be renewed (decision 0133). A card that is not there is gone already.
 */
export async function forgetSavedCard(transaction: Transaction<Tables>, { tenantId, reservationId }: { readonly tenantId: string; readonly reservationId: string }, token: string): Promise<boolean> {
  const used = await transaction.selectFrom('payment_intent as intent').select('intent.id')
    .where('intent.tenant_id', '=', tenantId).where('intent.reservation_id', '=', reservationId)
    .where('intent.state', 'in', [...openStates, 'authorised'])
    .where((eb) => eb.exists(eb.selectFrom('saved_card as card').select('card.token').whereRef('card.tenant_id', '=', 'intent.tenant_id')
      .whereRef('card.reservation_id', '=', 'intent.reservation_id').where('card.token', '=', token).where(sql<boolean>`card.masked_number = intent.card ->> 'masked'`)))
    .limit(1).executeTakeFirst()
  if (used) return false
  await transaction.deleteFrom('saved_card').where('tenant_id', '=', tenantId).where('reservation_id', '=', reservationId).where('token', '=', token).execute()
  return true
}
