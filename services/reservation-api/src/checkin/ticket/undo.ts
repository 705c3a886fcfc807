import type { TicketUndoRequest } from '@checkin/api/ticket'
import type { Language } from '@checkin/i18n'
import { ServiceError } from '@checkin/server'
import { sql, type Transaction } from 'kysely'
import { forgetPictures } from '../../documents/images/image-store.ts'
import { settleFees } from '../../drivers/age-fee.ts'
import { redeemCode, secondsToWait } from '../../identity/code-store.ts'
import { holdGuard } from '../../identity/guard-store.ts'
import { referenceKey, type IdentitySources } from '../../identity/reservation-directory.ts'
import { mailCode } from '../../identity/send-code.ts'
import { openSession, type Session } from '../../identity/session-store.ts'
import { orderTicketRefunds } from '../../payments/ticket-refunds.ts'
import { requireSameVersion } from '../../reservations/own-reservation.ts'
import { takeStock } from '../../reservations/offers/stock-store.ts'
import { upgradeExtraId } from '../../reservations/offers/upgrades.ts'
import { addDriverLine, lockedReservation, storedReservation, type StoredReservation } from '../../reservations/reservation-store.ts'
import type { Tables } from '../../tables.ts'
import type { Tenant } from '../../tenants/tenant-store.ts'
import { storeUpdate } from '../update-reservation.ts'
import { additionsOf, isDriverAmong, mostBack, overpaidBy, undoOf, without, type Closed } from './additions.ts'

type Sources = Pick<IdentitySources, 'directory' | 'settings'>
interface Asked {
  readonly tenant: Tenant
  readonly language: Language
}

const refused = (reason: Closed | 'paid' | 'none') => (reason === 'agreement'
  ? new ServiceError(409, 'HasRentalAgreement', 'The reservation already has a rental agreement')
  : new ServiceError(409, 'CannotUpdate', 'This cannot be taken back here; ask the company', { data: { reason } }))

/**
 * Mails a code to the address on file, and to no other: a ticket travels, so that its bearer has to show that the mail is the own (DEC-287). Answers the key that the code is good
 * with, or the seconds to wait for another. The session behind it never leaves the server: neither ticket nor key opens anything.
 */
export async function sendUndoCode({ directory, settings }: Sources, transaction: Transaction<Tables>, { row, ...stored }: StoredReservation, { tenant, language }: Asked): Promise<{ readonly key: string } | { readonly seconds: number }> {
  const { tenant_id: tenantId, id: reservationId } = row
  const reservation = await directory.byId(transaction, tenantId, reservationId)
  const undo = await undoOf(transaction, { row, ...stored }, tenant, language, reservation?.email ?? null)
  if (!undo || !reservation?.email) throw refused(undo ? 'address' : 'none')
  if (undo.closed) throw refused(undo.closed)
  await holdGuard(transaction, { tenantId, kind: 'reference', subject: referenceKey(reservation.reference) })
  const last = await transaction.selectFrom('login_code').select('session_id').where('tenant_id', '=', tenantId).where('reservation_id', '=', reservationId).orderBy('created_at', 'desc').limit(1).executeTakeFirst()
  const seconds = await secondsToWait(transaction, { tenantId, reservationId, email: reservation.email }, last?.session_id ?? null, settings.code)
  if (seconds > 0) return { seconds }
  const { session } = await openSession(transaction, { tenantId, reservationId, level: 'pending', isPreview: false })
  await mailCode(transaction, reservation, reservation.email, session, language, settings)
  return { key: session.sessionKey }
}

async function sessionOf(transaction: Transaction<Tables>, { tenant_id: tenantId, id: reservationId }: StoredReservation['row'], key: string): Promise<Session | null> {
  const found = await transaction.selectFrom('renter_session').select(['id', 'level', 'session_key as sessionKey']).where('tenant_id', '=', tenantId).where('reservation_id', '=', reservationId)
    .where('session_key', '=', key).where('level', '=', 'pending').where('ended_at', 'is', null).executeTakeFirst()
  return found ? { ...found, tenantId, reservationId, isPreview: false } : null
}

/**
 * Takes additions back (DEC-287): all that are asked for or none, at the server's prices, with their units back in stock. What is gone already stays so, so that a call may be repeated.
 * What was paid for it is ordered to go back in the same transaction (DEC-282). Null where the code is not right, for a try that has to be counted. Throws 409 for a newer version, an agreement, or why nothing is taken back.
 */
export async function withdrawAdditions({ directory, settings }: Sources, transaction: Transaction<Tables>, { row: { tenant_id: tenantId, id } }: StoredReservation, { extraIDs, version, key, code }: TicketUndoRequest, { tenant, language }: Asked): Promise<StoredReservation | null> {
  const stored = await lockedReservation(transaction, { tenantId, reservationId: id })
  if (!stored) throw new ServiceError(404, 'LinkUnknown', 'There is nothing at this link')
  const { ticketUndoIncludes: allowed } = tenant.settings
  const changes = (await additionsOf(transaction, stored, allowed)).filter(({ extraId }) => extraIDs.includes(extraId))
  if (changes.length === 0) return stored
  requireSameVersion(stored.row, version)
  const reservation = await directory.byId(transaction, tenantId, id)
  const undo = await undoOf(transaction, stored, tenant, language, reservation?.email ?? null)
  if (!undo || undo.closed) throw refused(undo?.closed ?? 'none')
  const back = overpaidBy(stored, changes)
  if (back > await mostBack(transaction, stored, allowed)) throw refused('paid')
  const session = await sessionOf(transaction, stored.row, key)
  if (!session || !await redeemCode(transaction, session, code, settings.codeSecret, settings.code)) return null
  await transaction.updateTable('renter_session').where('tenant_id', '=', tenantId).where('id', '=', session.id).set({ ended_at: sql<Date>`now()` }).execute()
  const extras = changes.filter(({ extraId }) => extraId !== upgradeExtraId)
  const hasDriver = isDriverAmong(stored, changes)
  // A driver was taken from no stock.
  await takeStock(transaction, { tenantId, place: stored.row.check_out_place }, new Map(extras.filter(({ extraId }) => extraId !== addDriverLine(stored)?.extra_id).map(({ extraId, from, to }) => [extraId, to - from])))
  const refunds = back > 0 ? await orderTicketRefunds(transaction, { tenantId, reservationId: id }, back) : []
  await storeUpdate(transaction, {
    kind: 'planned', next: without(stored, changes), upgrade: null, changes: extras, withdrawnUpgrade: extras.length < changes.length ? stored.row.vehicle : null,
    refunds: refunds.map(({ intent, amountMinor }) => ({ paymentId: intent.id, amountMinor })), completes: false,
  })
  if (hasDriver) await forgetAdditionalDriver(transaction, tenantId, id)
  return storedReservation(transaction, tenantId, id)
}

/** With the line goes all that is held of the person, and the fees of that driver's age. */
async function forgetAdditionalDriver(transaction: Transaction<Tables>, tenantId: string, reservationId: string): Promise<void> {
  await forgetPictures(transaction, tenantId, (eb) => eb.and({ reservation_id: reservationId, role: 'additional' }))
  await transaction.deleteFrom('driver').where('tenant_id', '=', tenantId).where('reservation_id', '=', reservationId).where('role', '=', 'additional').execute()
  await settleFees(transaction, await storedReservation(transaction, tenantId, reservationId))
}
