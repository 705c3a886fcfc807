import { sql, type Transaction } from 'kysely'
import type { Language } from '@checkin/i18n'
import * as z from 'zod'
import type { Tables } from '../tables.ts'
import { localNow, RentalFacts, rentalFacts } from '../../reservations/rental-facts.ts'
import type { Minor } from '../../pricing/money.ts'
import type { SettledPayment } from '../../payments/settle-consequences.ts'
import { paidHere } from '../../payments/ledger-store.ts'
import type { CardSummary } from '../../payments/providers/provider.ts'
import type { StoredReservation } from '../../reservations/reservation-store.ts'
import type { Tenant } from '../../tenants/tenant-store.ts'

/** With what was paid. A card's digits are null where the provider did not report them, its name then empty. */
const PaidWith = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('card'), name: z.string(), lastFour: z.string().nullable() }),
  z.object({ kind: z.literal('wallet'), name: z.string() }),
])

export const ReceivedPayment = z.object({
  /** Minor units; of an earlier payment without what was given back since. */
  amountMinor: z.int(),
  means: PaidWith,
  /** The merchant transaction id: the provider finds the payment by it too. */
  transactionId: z.string(),
  /** Local time at the pick-up place, to the minute. */
  paidAt: z.string(),
  /** Of a captured deposit: what was held, and how much of what was taken is the deposit, not the rental. Minor units; null for a payment. */
  captured: z.object({ heldMinor: z.int(), depositMinor: z.int() }).nullable().default(null),
})
export type ReceivedPayment = z.infer<typeof ReceivedPayment>

/** The contents of a receipt: the rental as it stood when one payment was settled, that payment, and what was paid beside it (DEC-109). */
export const ReceiptFacts = RentalFacts.extend({
  payment: ReceivedPayment,
  /** Other payments made here before it, oldest first. */
  earlier: z.array(ReceivedPayment),
  /** Paid to somebody else, as the company reported; minor units. */
  elsewhereMinor: z.int(),
})
export type ReceiptFacts = z.infer<typeof ReceiptFacts>

/** With what a payment was made, as documents name it. */
export function paidWith({ settings: { gateways } }: Tenant, provider: string, card: CardSummary | null): ReceivedPayment['means'] {
  const gateway = gateways.find(({ code }) => code === provider)
  if (card === null && provider !== 'card') return { kind: 'wallet', name: gateway?.name ?? provider }
  return { kind: 'card', name: card?.brand ?? '', lastFour: card?.masked.slice(-4) ?? null }
}

/** What of a payment counts towards the rental: of a captured deposit only what was due and held with it. */
export const countedOf = ({ amountMinor, captured }: ReceivedPayment): number => amountMinor - (captured?.depositMinor ?? 0)

/** Payments made here before this one, less what was given back of each, and what counts of a captured deposit. */
async function earlierPayments(transaction: Transaction<Tables>, tenant: Tenant, { intent }: SettledPayment, timeZone: string): Promise<readonly ReceivedPayment[]> {
  const rows = await transaction.selectFrom('payment_intent as intent')
    .innerJoin('payment_ledger as entry', (join) => join.onRef('entry.tenant_id', '=', 'intent.tenant_id').onRef('entry.intent_id', '=', 'intent.id'))
    .where('intent.tenant_id', '=', tenant.id).where('intent.reservation_id', '=', intent.reservation_id).where('intent.id', '!=', intent.id)
    .where('entry.kind', 'in', ['charge', 'capture', 'refund'])
    .groupBy(['intent.id', 'intent.purpose', 'intent.counted_minor', 'intent.provider', 'intent.merchant_transaction_id', 'intent.card'])
    .select(['intent.provider', 'intent.merchant_transaction_id as transactionId', 'intent.card', (eb) => eb.fn.min('entry.recorded_at').as('paidAt'),
      sql<number>`case intent.purpose when 'deposit' then intent.counted_minor else sum(case entry.kind when 'refund' then -entry.amount_minor else entry.amount_minor end)::bigint end`.as('amountMinor')])
    .orderBy('paidAt').execute()
  return rows.filter(({ amountMinor }) => amountMinor > 0)
    .map(({ provider, transactionId, card, paidAt, amountMinor }) => ({ amountMinor, means: paidWith(tenant, provider, card), transactionId, paidAt: localNow(timeZone, paidAt), captured: null }))
}

/** Records the contents of a payment's receipt, or of a captured deposit's, in the transaction that settles it. */
export async function receiptFacts(
  transaction: Transaction<Tables>, tenant: Tenant, stored: StoredReservation, settled: SettledPayment & { readonly countedMinor?: Minor }, language: Language,
): Promise<ReceiptFacts> {
  const { row: { id, check_out_zone: timeZone, paid_minor: paid } } = stored
  const { intent: { provider, merchant_transaction_id: transactionId, amount_minor: heldMinor }, amountMinor, card, countedMinor } = settled
  const captured = countedMinor === undefined ? null : { heldMinor, depositMinor: amountMinor - countedMinor }
  return {
    ...rentalFacts(stored, language, tenant.settings.currency),
    payment: { amountMinor, means: paidWith(tenant, provider, card), transactionId, paidAt: localNow(timeZone), captured },
    earlier: [...await earlierPayments(transaction, tenant, settled, timeZone)],
    elsewhereMinor: Math.max(0, paid - await paidHere(transaction, tenant.id, id)),
  }
}
