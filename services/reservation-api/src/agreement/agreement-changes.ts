import { ServiceError } from '@checkin/server'
import { sql, type Transaction } from 'kysely'
import { unsealed } from '../keys/sealed-values.ts'
import { cancelMails } from '../mail/outbox-store.ts'
import { loadReservation, lockReservation, type StoredReservation } from '../reservations/reservation-store.ts'
import { tenantById } from '../tenants/tenant-store.ts'
import { saysTheSame } from './agreement-facts.ts'
import { unsigned } from './agreement-state.ts'
import { liveAgreement, moveAgreement, type AgreementRow } from './agreement-store.ts'
import type { Tables } from './tables.ts'
import type { Language } from '@checkin/i18n'
import { rentalFacts } from '../reservations/rental-facts.ts'
import { acceptedOn } from './terms/acceptance-store.ts'
import type { AgreementFacts } from './agreement-facts.ts'

/** What an agreement about a reservation says as it stands now. `currency` is an ISO 4217 code. */
export async function agreementFacts(transaction: Transaction<Tables>, stored: StoredReservation, language: Language, currency: string): Promise<AgreementFacts> {
  const { row: { tenant_id: tenantId, id } } = stored
  return { ...rentalFacts(stored, language, currency), termsAcceptedOn: await acceptedOn(transaction, tenantId, id) }
}

/** Refuses to change what an agreement is written about: money is held on those terms, and the counter may change them (409). */
export async function requireNoAgreement(transaction: Transaction<Tables>, tenantId: string, reservationId: string): Promise<void> {
  if (await liveAgreement(transaction, tenantId, reservationId)) throw new ServiceError(409, 'HasRentalAgreement', 'The reservation already has a rental agreement')
}

/** What the company sent: local times of check-out and check-in, to the minute, and whether it knows of an agreement. */
interface ReportedTrip {
  readonly checkOutAt: string
  readonly checkInAt: string
  readonly hasAgreement: boolean
}

/**
 * What becomes of a reservation's signed agreement when the company replaces the reservation. One about the same times stays: it is not undone by a request
 * that was written before the company heard of it; one about other times is over. Where the company itself states that there is an agreement, a stale
 * one has been looked at. Answers whether a signed one stays. Unsigned ones are compared once the new figures stand (`compareAgreement`).
 */
export async function signedAfterPut(transaction: Transaction<Tables>, tenantId: string, reservationId: string, { checkOutAt, checkInAt, hasAgreement }: ReportedTrip): Promise<boolean> {
  const live = await liveAgreement(transaction, tenantId, reservationId)
  if (live?.state !== 'signed') return false
  if (live.facts?.checkOut.at !== checkOutAt || live.facts.checkIn.at !== checkInAt) {
    await moveAgreement(transaction, live, 'superseded')
    return false
  }
  if (hasAgreement && live.is_stale) {
    await transaction.updateTable('rental_agreement').where('tenant_id', '=', tenantId).where('id', '=', live.id).set({ is_stale: false }).execute()
  }
  return true
}

/** Takes what is personal out of a reservation's agreements; none can be signed afterwards. */
export async function forgetAgreements(transaction: Transaction<Tables>, tenantId: string, reservationId: string): Promise<void> {
  await transaction.updateTable('rental_agreement').where('tenant_id', '=', tenantId).where('reservation_id', '=', reservationId)
    .set((eb) => ({
      facts: null, ...unsealed, signer_name: null, signer_email: null, signature: null, sealed_url: null, return_token_hash: null, former_return_hash: null, former_signature_id: null,
      state: eb.case().when('state', 'in', ['signed', 'failed', 'declined']).then(eb.ref('state')).else(sql<'superseded'>`'superseded'`).end(),
    })).execute()
}

/** Takes the names of papers out of a reservation's agreements; whoever destroys the papers calls it before, in the same transaction (decision 0284). */
export async function forgetDocuments(transaction: Transaction<Tables>, tenantId: string, reservationId: string): Promise<void> {
  await transaction.updateTable('rental_agreement').where('tenant_id', '=', tenantId).where('reservation_id', '=', reservationId)
    .where((eb) => eb.or([eb('paper_id', 'is not', null), eb('signed_paper_id', 'is not', null)])).set({ paper_id: null, signed_paper_id: null }).execute()
}

/** Whether what an agreement says is what its reservation is now, by the rows of the caller's transaction. True for a reservation without a person. */
export async function isStillTrue(transaction: Transaction<Tables>, { tenant_id: tenantId, reservation_id: id, facts, language }: AgreementRow): Promise<boolean> {
  const stored = await loadReservation(transaction, tenantId, { id })
  const tenant = await tenantById(transaction, tenantId)
  if (!stored || stored.row.erased_at || !tenant || facts === null) return true
  return saysTheSame(facts, await agreementFacts(transaction, stored, language, tenant.settings.currency))
}

/**
 * Compares an unsigned agreement with its reservation after a write, in the write's own transaction, which holds the reservation's row. One that prints
 * something else is withdrawn from then on: it signs nothing, a mail with its link that still waits is taken back, and the worker does the rest (DEC-108).
 */
export async function compareAgreement(transaction: Transaction<Tables>, tenantId: string, reservationId: string): Promise<void> {
  const live = await liveAgreement(transaction, tenantId, reservationId)
  if (!live || !(unsigned as readonly string[]).includes(live.state)) return
  if (await isStillTrue(transaction, live)) {
    await transaction.updateTable('rental_agreement').where('tenant_id', '=', tenantId).where('id', '=', live.id)
      .set((eb) => ({ seen_row_version: eb.selectFrom('reservation').where('tenant_id', '=', tenantId).where('id', '=', reservationId).select('row_version') })).execute()
    return
  }
  await moveAgreement(transaction, live, 'outdated', { outdated_at: sql<Date>`now()`, next_attempt_at: sql<Date>`now()` })
  await cancelMails(transaction, tenantId, reservationId, 'signing-link')
}

const atOnce = 50

/**
 * Compares the agreements of reservations that were written to since they were last compared, whoever wrote: no place that changes a rental can forget to.
 * Safe in several processes.
 */
export async function compareChanged(database: { readonly withTenant: <Result>(id: string, run: (transaction: Transaction<Tables>) => Promise<Result>) => Promise<Result> }, tenantId: string): Promise<void> {
  const changed = await database.withTenant(tenantId, (transaction) => transaction.selectFrom('rental_agreement as agreement')
    .innerJoin('reservation', (join) => join.onRef('reservation.tenant_id', '=', 'agreement.tenant_id').onRef('reservation.id', '=', 'agreement.reservation_id'))
    .where('agreement.tenant_id', '=', tenantId).where('agreement.state', 'in', unsigned)
    .where(sql<boolean>`agreement.seen_row_version is distinct from reservation.row_version`).where('reservation.erased_at', 'is', null)
    .select('agreement.reservation_id as id').limit(atOnce).execute())
  for (const { id } of changed) {
    await database.withTenant(tenantId, async (transaction) => {
      await lockReservation(transaction, tenantId, id)
      await compareAgreement(transaction, tenantId, id)
    })
  }
}
