import { ServiceError } from '@checkin/server'
import { sql, type Transaction } from 'kysely'
import type { AgreementTables } from './agreement-tables.ts'
import { liveAgreement, moveAgreement } from './agreement-store.ts'

/** Refuses to change what an agreement is written about: money is held on those terms, and the counter may change them (409). */
export async function requireNoAgreement(transaction: Transaction<AgreementTables>, tenantId: string, reservationId: string): Promise<void> {
  if (await liveAgreement(transaction, tenantId, reservationId)) throw new ServiceError(409, 'HasRentalAgreement', 'The reservation already has a rental agreement')
}

/** Local times of check-out and check-in, to the minute. */
export interface Trip {
  readonly checkOutAt: string
  readonly checkInAt: string
}

/** What the company says: its times, and whether it knows of an agreement. */
export interface CompanysWord extends Trip {
  readonly hasAgreement: boolean
}

/**
 * What becomes of a reservation's signed agreement when the company replaces the reservation. One about the same times stays: it is not undone by a word
 * that was written before the company heard of it; one about other times is over. Where the company says itself that there is an agreement, a stale
 * one has been looked at. Answers whether a signed one stays. Unsigned ones are compared once the new figures stand (`compareAgreement`).
 */
export async function signedAfterPut(transaction: Transaction<AgreementTables>, tenantId: string, reservationId: string, { checkOutAt, checkInAt, hasAgreement }: CompanysWord): Promise<boolean> {
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
export async function forgetAgreements(transaction: Transaction<AgreementTables>, tenantId: string, reservationId: string): Promise<void> {
  await transaction.updateTable('rental_agreement').where('tenant_id', '=', tenantId).where('reservation_id', '=', reservationId)
    .set((eb) => ({
      facts: null, signer_name: null, signer_email: null, signature: null, sealed_url: null, return_token_hash: null,
      state: eb.case().when('state', 'in', ['signed', 'failed', 'declined']).then(eb.ref('state')).else(sql<'superseded'>`'superseded'`).end(),
    })).execute()
}
