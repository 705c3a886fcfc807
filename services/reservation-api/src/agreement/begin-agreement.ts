import { ServiceError } from '@checkin/server'
import type { Language } from '@checkin/i18n'
import type { Transaction } from 'kysely'
import * as z from 'zod'
import type { Tables } from './tables.ts'
import type { Session } from '../identity/session-store.ts'
import { unrecordedFees } from '../drivers/age-fee.ts'
import { isReadOnlyFor, ownReservation } from '../reservations/own-reservation.ts'
import { liveIntent } from '../payments/intent-store.ts'
import type { Proceeding } from '../reservations/proceeding.ts'
import { lockReservation, type StoredReservation } from '../reservations/reservation-store.ts'
import type { SignatureAccounts } from './signature/signature-accounts.ts'
import type { Tenant } from '../tenants/tenant-store.ts'
import { endedAttempt, insertAgreement, liveAgreement, type AgreementRow } from './agreement-store.ts'
import { agreementFacts } from './agreement-changes.ts'

export interface Begun {
  readonly stored: StoredReservation
  readonly row: AgreementRow
  /** This call began it, or an earlier one of the same press (DEC-48). */
  readonly isOwn: boolean
}

/** Where the signing link goes (DEC-65); null for an address that no mail can go to. */
export function emailToSign({ row, driver }: StoredReservation): string | null {
  const address = row.email_to_sign ?? driver?.email ?? row.customer_email
  return z.email().max(255).safeParse(address).data ?? null
}

/** Who is asked to sign: the main driver, else the customer. */
export const signerName = ({ row, driver }: StoredReservation): string =>
  (driver ? `${driver.name} ${driver.surname}` : `${row.customer_name} ${row.customer_surname}`).trim()

export interface Beginning {
  readonly session: Session
  readonly tenant: Tenant
  /** Number of the reservation. */
  readonly number: string
  readonly language: Language
  /** Idempotency-Key of the call: names one press of the renter over all its repetitions; null for a caller without one. */
  readonly key: string | null
  readonly signatures: Pick<SignatureAccounts, 'current'>
  readonly proceeding: Proceeding
}

/** Whether somebody outside was asked for an agreement already, so that a repetition only tells how it went on. */
async function isUnderWay(transaction: Transaction<Tables>, { tenant_id: tenantId, reservation_id: reservationId, state }: AgreementRow): Promise<boolean> {
  if (state === 'refused') return false
  return state !== 'holding' || await liveIntent(transaction, { tenantId, reservationId, purpose: 'deposit' }) !== null
}

/**
 * The agreement that a session's reservation is about: the one that is under way, or a new one with the amounts of this moment. Refuses a reservation
 * that has an agreement (409), a session that completed check-in and may only read (409), another reservation, and one whose renter may not
 * proceed: not eligible (404), terms or data missing (409, DEC-95). Null, with nothing written, while a fee of a driver's age is not in the bill:
 * no deposit is held and no agreement written over figures that the renter has not seen (DEC-96).
 */
export async function beginAgreement(
  transaction: Transaction<Tables>, { session, tenant, number, language, key, signatures, proceeding }: Beginning,
): Promise<Begun | null> {
  const { tenantId, reservationId } = session
  // Two calls at once come after each other, and the second finds what the first began.
  await lockReservation(transaction, tenantId, reservationId)
  const stored = await ownReservation(transaction, session, number)
  const { row } = stored
  if (row.has_rental_agreement) throw new ServiceError(409, 'HasRentalAgreement', 'The reservation already has a rental agreement')
  const notEligible = () => new ServiceError(404, 'NotEligible', 'Pre-checkout is not possible for this reservation')
  if (isReadOnlyFor(row, session.id)) throw new ServiceError(409, 'ReadOnlySession', 'The check-in is completed; this session may only read')
  const earlier = await liveAgreement(transaction, tenantId, reservationId) ?? (key === null ? null : await endedAttempt(transaction, tenantId, reservationId, key))
  if (!earlier || !await isUnderWay(transaction, earlier)) await proceeding.require(transaction, { tenant, stored, act: 'proceed' })
  if (earlier) return { stored, row: earlier, isOwn: key !== null && earlier.begun_by === key }
  const account = await signatures.current(tenantId, transaction)
  // Nobody could sign it: nothing is held either.
  if (!account) throw notEligible()
  if (unrecordedFees(stored).length > 0) return null
  const facts = await agreementFacts(transaction, stored, language, tenant.settings.currency)
  const begun = await insertAgreement(transaction, {
    tenant_id: tenantId, reservation_id: reservationId, language, row_version: row.row_version, seen_row_version: row.row_version, begun_by: key, facts,
    deposit_minor: row.deposit_minor ?? 0, due_minor: facts.dueMinor, signer_name: signerName(stored), signer_email: emailToSign(stored), sign_account_revision: account.revision,
    is_preview: session.isPreview,
  })
  return { stored, row: begun, isOwn: true }
}
