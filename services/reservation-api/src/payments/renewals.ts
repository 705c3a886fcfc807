import { ServiceError } from '@checkin/server'
import { sql, type Transaction } from 'kysely'
import { loadCards } from '../reservations/reservation-store.ts'
import { isReplaceable, keptCard, renewalState, requireRenewable, type HoldFacts } from './order-rules.ts'
import { isBeingCaptured } from './order-store.ts'
import { insertIntent, lockIntent, newIntentId, sealInstrument, updateIntent, type IntentRow } from './intent-store.ts'
import { hasJob, queueJob } from './outbox-store.ts'
import type { Tables } from './tables.ts'

/** A hold that is to be held anew before it ends. */
export interface RenewalOf {
  readonly tenantId: string
  readonly reservationId: string
  /** The payment that holds it now. */
  readonly intentId: string
}

/** A renewal with the hold that it renews. */
export interface Renewal {
  readonly hold: IntentRow
  readonly renewal: IntentRow
}

/** Nobody is at the page for a renewal, so that a provider has time to come back. */
const deadlineSeconds = 3600

/** The newest attempt to hold a deposit anew; null when there was none. */
export const latestRenewal = async (transaction: Transaction<Tables>, { tenant_id: tenantId, id }: IntentRow): Promise<IntentRow | null> =>
  await transaction.selectFrom('payment_intent').selectAll().where('tenant_id', '=', tenantId).where('renews', '=', id)
    .orderBy('created_at', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirst() ?? null

/** How a hold stands that a renewal is to take the place of. */
const factsOf = async (transaction: Transaction<Tables>, hold: IntentRow): Promise<HoldFacts> => ({
  state: hold.state, isAside: hold.is_aside, isBeingCaptured: await isBeingCaptured(transaction, hold), isReleased: await hasJob(transaction, hold.tenant_id, hold.id, 'void'),
})

/**
 * Begins a new hold of the same sum on the card that the renter kept, beside the one in force (decision 0133). Asked again while it is under way or after it has
 * taken the place, it answers that one; after a refusal it begins another. Throws 404 `NotFound` for a payment that is no hold of the reservation, 409 `NothingHeld`,
 * `CaptureUnderWay`, `ReleaseUnderWay` where the hold is not to go on, `NoCardKept` where there is no card to hold it on.
 */
export async function orderRenewal(transaction: Transaction<Tables>, { tenantId, reservationId, intentId }: RenewalOf, { secret }: { readonly secret: string }): Promise<Renewal> {
  const known = await transaction.selectFrom('payment_intent').select('id').where('tenant_id', '=', tenantId).where('reservation_id', '=', reservationId)
    .where('id', '=', intentId).where('purpose', '=', 'deposit').executeTakeFirst()
  if (!known) throw new ServiceError(404, 'NotFound', 'There is no such hold')
  const hold = await lockIntent(transaction, tenantId, intentId)
  const before = await latestRenewal(transaction, hold)
  if (before && renewalState({ hold, renewal: before }) !== 'refused') return { hold, renewal: before }
  requireRenewable(await factsOf(transaction, hold))
  const referenceToken = keptCard(await loadCards(transaction, tenantId, reservationId), hold)
  const id = newIntentId()
  const { purpose, amount_minor, currency, row_version, provider, account_revision, session_id, language } = hold
  const renewal = await insertIntent(transaction, {
    tenant_id: tenantId, id, reservation_id: reservationId, purpose, amount_minor, currency, row_version, provider, account_revision, session_id, language,
    keeps_card: false, renews: hold.id, is_aside: true, means: sealInstrument(secret, id, { kind: 'saved', referenceToken, token: null }),
  }, deadlineSeconds)
  await queueJob(transaction, { tenantId, intentId: id, kind: 'take', afterSeconds: 0, leaseSeconds: 0 })
  return { hold, renewal }
}

/**
 * What follows from a renewal that is held, in the transaction that books it: it takes the place of the former hold, which is then voided. Where that one is
 * being captured or released, or is over, it stands and the new one is voided: never are two captured. Answers whether it took the place.
 */
export async function takePlace(transaction: Transaction<Tables>, renewal: IntentRow, renews: string): Promise<boolean> {
  const hold = await lockIntent(transaction, renewal.tenant_id, renews)
  const isFree = isReplaceable(await factsOf(transaction, hold))
  if (isFree) {
    await updateIntent(transaction, hold, { is_aside: true })
    await updateIntent(transaction, renewal, { is_aside: false })
  }
  await queueJob(transaction, { tenantId: renewal.tenant_id, intentId: isFree ? hold.id : renewal.id, kind: 'void', afterSeconds: 0, leaseSeconds: 0 })
  return isFree
}

/** Holds that end before the car is back and within some seconds, for which nobody has tried a renewal yet. One whose card was not kept is left to the warning. */
export const holdsToRenew = (transaction: Transaction<Tables>, tenantId: string, { beforeSeconds, count }: { readonly beforeSeconds: number; readonly count: number }): Promise<readonly Pick<IntentRow, 'id' | 'reservation_id'>[]> =>
  transaction.selectFrom('payment_intent as intent')
    .innerJoin('reservation', (join) => join.onRef('reservation.tenant_id', '=', 'intent.tenant_id').onRef('reservation.id', '=', 'intent.reservation_id'))
    .where('intent.tenant_id', '=', tenantId).where('intent.purpose', '=', 'deposit').where('intent.state', '=', 'authorised').where('intent.is_aside', '=', false)
    .where('intent.capture_before', '>', sql<Date>`now()`).where('intent.capture_before', '<', sql<Date>`now() + make_interval(secs => ${beforeSeconds})`)
    .where(sql<boolean>`reservation.check_in_at at time zone reservation.check_in_zone > intent.capture_before`).where('reservation.erased_at', 'is', null)
    .where((eb) => eb.not(eb.exists(eb.selectFrom('payment_intent as renewal').select('renewal.id').whereRef('renewal.tenant_id', '=', 'intent.tenant_id').whereRef('renewal.renews', '=', 'intent.id'))))
    .where((eb) => eb.not(eb.exists(eb.selectFrom('payment_outbox as job').select('job.id').whereRef('job.tenant_id', '=', 'intent.tenant_id').whereRef('job.intent_id', '=', 'intent.id')
      .where('job.state', '=', 'queued').where('job.kind', 'in', ['void', 'capture']))))
    .where((eb) => eb.exists(eb.selectFrom('saved_card as card').select('card.token').whereRef('card.tenant_id', '=', 'intent.tenant_id').whereRef('card.reservation_id', '=', 'intent.reservation_id')
      .whereRef('card.provider', '=', 'intent.provider').where('card.reference_token', 'is not', null).where(sql<boolean>`card.masked_number = intent.card ->> 'masked'`)))
    .select(['intent.id', 'intent.reservation_id']).orderBy('intent.capture_before').limit(count).execute()
