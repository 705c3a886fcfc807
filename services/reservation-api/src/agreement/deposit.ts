import { ServiceError } from '@checkin/server'
import type { Transaction } from 'kysely'
import type { TenantSettings } from '@checkin/internal'
import type { Session } from '../identity/session-store.ts'
import { liveIntent, type IntentRow } from '../payments/intent-store.ts'
import type { PaymentView } from '../payments/payment-view.ts'
import type { Payments } from '../payments/payments.ts'
import type { CardInstrument } from '../payments/providers/provider.ts'
import type { Minor } from '../pricing/money.ts'
import { lockReservation, type CardRow } from '../reservations/reservation-store.ts'
import type { Tenant } from '../tenants/tenant-store.ts'
import type { AgreementServices, Step } from './agreement-services.ts'
import { over } from './agreement-state.ts'
import { agreementById, liveAgreement, moveAgreement, type AgreementRow } from './agreement-store.ts'
import type { Tables } from './tables.ts'

/** Longer than a call takes to begin a hold. One that begins it later still is found again, or given back (`leaveForgottenHolds`). */
const beginsWithinMs = 20_000

/** How the deposit stands: goes on when it is held, makes room for another card when it never will be. A deposit of nothing is held at once. */
export async function checkHold({ database, payments }: AgreementServices, { id: tenantId }: Tenant, row: AgreementRow): Promise<Step> {
  const by = async (move: (transaction: Transaction<Tables>) => Promise<AgreementRow | null>): Promise<Step> => {
    const moved = await database.withTenant(tenantId, move)
    return moved ? { kind: 'moved', row: moved } : { kind: 'waits' }
  }
  if (heldTogether(row) === 0) return by((transaction) => moveAgreement(transaction, row, 'held', { held_minor: 0 }))
  const keep = (heldMinor: number, captureBefore: Date | null): Promise<Step> => by(async (transaction) => {
    // A hold that an earlier agreement left behind serves this one.
    await payments.keepHold(transaction, { tenantId, reservationId: row.reservation_id })
    return moveAgreement(transaction, row, 'held', { held_minor: heldMinor, capture_before: captureBefore })
  })
  const of = { tenantId, reservationId: row.reservation_id, purpose: 'deposit' } as const
  // Asked before the payment is read: a hold that begins between the two reads must not look like one that ended.
  const wasBegun = await isBegun(database, row)
  const view = await payments.refresh(of)
  // A hold of another sum, that an earlier agreement left behind, does not serve this one: whoever proceeds replaces it.
  const hold: Hold = view?.state === 'authorised' && view.amountMinor !== heldTogether(row) ? { kind: 'none' } : holdOf(view)
  switch (hold.kind) {
    case 'held': return keep(hold.heldMinor, hold.captureBefore)
    case 'checking': return { kind: 'waits' }
    case 'redirect': return { kind: 'waits', url: hold.url }
    case 'none': return !wasBegun && Date.now() - row.created_at.getTime() < beginsWithinMs ? { kind: 'waits' } : by((transaction) => declineUnlessHeld(transaction, row))
  }
}

/** What is held on the card for an agreement, in minor units (DEC-62). */
export const heldTogether = ({ deposit_minor: deposit, due_minor: due }: Pick<AgreementRow, 'deposit_minor' | 'due_minor'>): Minor => deposit + due

/** `Idempotency-Key` of the hold of an agreement. */
export const keyOfHold = ({ id }: Pick<AgreementRow, 'id'>): string => `deposit ${id}`

/** Whether a hold was begun for this very agreement, however it ended: earlier ones say nothing about it. */
const isBegun = ({ withTenant }: AgreementServices['database'], row: AgreementRow): Promise<boolean> =>
  withTenant(row.tenant_id, async (transaction) => await transaction.selectFrom('payment_key').select('intent_id').where('tenant_id', '=', row.tenant_id)
    .where('reservation_id', '=', row.reservation_id).where('client_key', '=', keyOfHold(row)).executeTakeFirst() !== undefined)

/**
 * Ends an agreement whose deposit was not held. Null, with nothing changed, where its sum is held or about to be by now: with `requireHolding` before a hold
 * begins, and the reservation's row held by both, a hold never stands without its agreement (A2).
 */
export async function declineUnlessHeld(transaction: Transaction<Tables>, row: AgreementRow): Promise<AgreementRow | null> {
  const { tenant_id: tenantId, reservation_id: reservationId } = row
  await lockReservation(transaction, tenantId, reservationId)
  const hold = await liveIntent(transaction, { tenantId, reservationId, purpose: 'deposit' })
  return hold?.amount_minor === heldTogether(row) ? null : moveAgreement(transaction, row, 'declined')
}

/** The agreement ended before its hold began: nothing was held. */
export class AgreementEnded extends Error {}

/** Throws `AgreementEnded` where an agreement waits for its hold no longer. The caller holds the reservation's row. */
export async function requireHolding(transaction: Transaction<Tables>, { tenant_id: tenantId, id }: AgreementRow): Promise<void> {
  const now = await agreementById(transaction, tenantId, id)
  if (now?.state !== 'holding') throw new AgreementEnded(`the agreement is ${now?.state ?? 'gone'}`)
}

/** What a payment says about the deposit. `none`: it never came about, or is given back. */
export type Hold =
  | { readonly kind: 'held'; readonly heldMinor: number; readonly captureBefore: Date | null }
  | { readonly kind: 'checking' }
  | { readonly kind: 'redirect'; readonly url: string }
  | { readonly kind: 'none' }

export function holdOf(view: PaymentView | null): Hold {
  switch (view?.state) {
    case 'authorised': return { kind: 'held', heldMinor: view.amountMinor, captureBefore: view.captureBefore === null ? null : new Date(view.captureBefore) }
    // The counter took it meanwhile: it is held no longer, but it was.
    case 'captured': case 'paid': return { kind: 'held', heldMinor: view.amountMinor, captureBefore: null }
    case 'checking': return { kind: 'checking' }
    case 'redirect': return { kind: 'redirect', url: view.url }
    default: return { kind: 'none' }
  }
}

/** What of a hold is the amount due, by the agreement for which this very sum is held; nothing where no agreement is about it (decision 0060). */
export async function dueOfHold(transaction: Transaction<Tables>, { tenant_id: tenantId, reservation_id: reservationId, amount_minor: heldMinor }: Pick<IntentRow, 'tenant_id' | 'reservation_id' | 'amount_minor'>): Promise<Minor> {
  const agreement = await liveAgreement(transaction, tenantId, reservationId)
  return agreement && heldTogether(agreement) === heldMinor ? agreement.due_minor : 0
}

/** The agreement's hold lasts longer than it was written: what the company is told follows, the document stays as it was signed. */
export async function holdRenewed(transaction: Transaction<Tables>, { tenant_id: tenantId, reservation_id: reservationId, amount_minor: heldMinor }: Pick<IntentRow, 'tenant_id' | 'reservation_id' | 'amount_minor'>, captureBefore: string | null): Promise<void> {
  await transaction.updateTable('rental_agreement').where('tenant_id', '=', tenantId).where('reservation_id', '=', reservationId).where('state', 'not in', over)
    .where('held_minor', '=', heldMinor).set({ capture_before: captureBefore === null ? null : new Date(captureBefore) }).execute()
}

/** A hold without an agreement is left for the counter, and given back after a day. */
export const leftForCounterSeconds = 24 * 3600

/**
 * Queues the giving back of held deposits that no agreement is about any more: the company replaced the trip, or a process ended between two steps. A
 * renter who proceeds again meanwhile keeps the hold.
 */
export async function leaveForgottenHolds(transaction: Transaction<Tables>, payments: Pick<Payments, 'queueVoid'>, tenantId: string): Promise<number> {
  const forgotten = await transaction.selectFrom('payment_intent as intent').where('intent.tenant_id', '=', tenantId)
    .where('intent.purpose', '=', 'deposit').where('intent.state', '=', 'authorised').where('intent.is_aside', '=', false)
    .where((eb) => eb.not(eb.exists(eb.selectFrom('rental_agreement as agreement').whereRef('agreement.tenant_id', '=', 'intent.tenant_id')
      .whereRef('agreement.reservation_id', '=', 'intent.reservation_id').where('agreement.state', 'not in', over).select('agreement.id'))))
    .where((eb) => eb.not(eb.exists(eb.selectFrom('payment_outbox as order').whereRef('order.tenant_id', '=', 'intent.tenant_id')
      .whereRef('order.intent_id', '=', 'intent.id').where('order.kind', '=', 'void').where('order.state', '=', 'queued').select('order.id'))))
    .select('intent.reservation_id').limit(100).execute()
  for (const { reservation_id: reservationId } of forgotten) await payments.queueVoid(transaction, { tenantId, reservationId }, leftForCounterSeconds)
  return forgotten.length
}

/** With what a deposit is held: the gateway, and the card at it. */
export interface DepositInstrument {
  readonly provider: string
  readonly instrument: CardInstrument
}

/** Codes of gateways that can hold money on a card (DEC-69). */
const cardGateways = ['card']

/**
 * Reads `authorization` of DEC-62: the token of a new card, or token or reference of a saved one. A saved card needs a session that a code raised
 * (403 `CodeRequired`, DEC-77). Null where a tenant has no card gateway.
 */
export function depositInstrument(authorization: string, cards: readonly CardRow[], settings: TenantSettings, session: Session): DepositInstrument | null {
  const saved = cards.find((card) => card.token === authorization || card.reference_token === authorization)
  if (saved && session.level !== 'verified') throw new ServiceError(403, 'CodeRequired', 'Confirm the e-mailed code first')
  if (saved) return { provider: saved.provider, instrument: { kind: 'saved', referenceToken: saved.reference_token ?? saved.token, token: saved.token } }
  const gateway = settings.gateways.find(({ code }) => cardGateways.includes(code))
  return gateway ? { provider: gateway.code, instrument: { kind: 'token', token: authorization } } : null
}
