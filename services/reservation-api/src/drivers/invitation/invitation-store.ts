import { randomUUIDv7 } from 'node:crypto'
import { sql, type Selectable, type Transaction } from 'kysely'
import { codeHash, isCode, newCode, type CodeLimits } from '../../identity/code-store.ts'
import { newToken, tokenHash } from '../../identity/opaque-token.ts'
import { cancelMails } from '../../mail/outbox-store.ts'
import { invitedKinds } from '../../mail/tables.ts'
import { lockReservation } from '../../reservations/reservation-store.ts'
import type { Tables } from '../tables.ts'

/** How many invitations a reservation gets in an hour (DEC-209). */
export const invitationsPerHour = 10

export type Invitation = Selectable<Tables['driver_invitation']>

/**
 * Whether a row of driver_invitation is good still. Never after pick-up, also where the company moved it since; nor once nothing may be changed.
 */
export const invitationIsLive = sql<boolean>`(driver_invitation.ended_at is null and driver_invitation.done_at is null and driver_invitation.expires_at > now() and exists (
  select from reservation where reservation.tenant_id = driver_invitation.tenant_id and reservation.id = driver_invitation.reservation_id
    and reservation.erased_at is null and not reservation.is_completed and not reservation.has_rental_agreement
    and reservation.check_out_at::timestamp at time zone reservation.check_out_zone > now()))`

/** The living invitation of a token or of a reservation; null for any other, whyever. The row is held until the transaction ends. */
export async function liveInvitation(transaction: Transaction<Tables>, tenantId: string, by: { readonly token: string } | { readonly reservationId: string }): Promise<Invitation | null> {
  const row = await transaction.selectFrom('driver_invitation').selectAll()
    .where('tenant_id', '=', tenantId).where((eb) => ('token' in by ? eb('token_hash', '=', tokenHash(by.token)) : eb('reservation_id', '=', by.reservationId)))
    .where(invitationIsLive).forUpdate().executeTakeFirst()
  return row ?? null
}

/** Holds the row of the reservation that a token belongs to, whether it is good or not; nothing for a token that never was. */
export async function lockInvitedReservation(transaction: Transaction<Tables>, tenantId: string, token: string): Promise<void> {
  const row = await transaction.selectFrom('driver_invitation').select('reservation_id').where('tenant_id', '=', tenantId).where('token_hash', '=', tokenHash(token)).executeTakeFirst()
  if (row) await lockReservation(transaction, tenantId, row.reservation_id)
}

/** Invitations of a reservation within the last hour. */
export async function invitedWithinHour(transaction: Transaction<Tables>, tenantId: string, reservationId: string): Promise<number> {
  const { count } = await transaction.selectFrom('driver_invitation').select((eb) => eb.fn.countAll<string>().as('count'))
    .where('tenant_id', '=', tenantId).where('reservation_id', '=', reservationId).where('created_at', '>', sql<Date>`now() - interval '1 hour'`).executeTakeFirstOrThrow()
  return Number(count)
}

interface NewInvitation {
  readonly tenantId: string
  readonly reservationId: string
  readonly hours: number
  /** Where it goes; null for a link to pass on. */
  readonly to: InvitedAt | null
  /** Made from the token, which exists only in the answer. */
  readonly seal: (token: string, id: string, address: string) => Buffer
}

/** Where an invited driver is reached: a mail address, or a number as E.164 writes it (DEC-285). */
export interface InvitedAt {
  readonly by: 'mail' | 'sms'
  readonly address: string
}

/** Makes an invitation in place of the one before. Null when it would be over at once: the vehicle is picked up already. */
export async function openInvitation(transaction: Transaction<Tables>, { tenantId, reservationId, hours, to, seal }: NewInvitation): Promise<{ readonly id: string; readonly token: string; readonly expiresAt: Date } | null> {
  const token = newToken()
  const id = randomUUIDv7()
  await endInvitations(transaction, tenantId, reservationId)
  const { expiresAt } = await transaction.selectFrom('reservation').where('tenant_id', '=', tenantId).where('id', '=', reservationId)
    .select(sql<Date>`least(now() + make_interval(hours => ${hours}), check_out_at::timestamp at time zone check_out_zone)`.as('expiresAt')).executeTakeFirstOrThrow()
  if (expiresAt.getTime() <= Date.now()) return null
  await transaction.insertInto('driver_invitation').values({
    tenant_id: tenantId, id, reservation_id: reservationId, token_hash: tokenHash(token), expires_at: expiresAt,
    sealed_email: to && seal(token, id, to.address), number_end: to?.by === 'sms' ? to.address.slice(-2) : null,
  }).execute()
  return { id, token, expiresAt }
}

/** Ends what lives of a reservation, and takes back its messages that have not left. */
export async function endInvitations(transaction: Transaction<Tables>, tenantId: string, reservationId: string): Promise<void> {
  const { numUpdatedRows } = await transaction.updateTable('driver_invitation').where('tenant_id', '=', tenantId).where('reservation_id', '=', reservationId)
    .where('ended_at', 'is', null).where('done_at', 'is', null).set({ ended_at: sql<Date>`now()` }).executeTakeFirst()
  if (numUpdatedRows === 0n) return
  for (const kind of invitedKinds) await cancelMails(transaction, tenantId, reservationId, kind)
}

type Known = Pick<Invitation, 'tenant_id' | 'id'>
const change = (transaction: Transaction<Tables>, row: Known) => transaction.updateTable('driver_invitation').where('tenant_id', '=', row.tenant_id).where('id', '=', row.id)

/** The driver filled in everything: the link leads nowhere any more. */
export const finishInvitation = (transaction: Transaction<Tables>, row: Known): Promise<unknown> => change(transaction, row).set({ done_at: sql<Date>`now()`, key_hash: null }).execute()

/** The address or number was proved by this browser; a former one is known no longer. */
export const keepProof = (transaction: Transaction<Tables>, row: Known, key: string, sealedEmail: Buffer): Promise<unknown> =>
  change(transaction, row).set({ key_hash: tokenHash(key), sealed_email: sealedEmail }).execute()

/** Seconds until another code may be mailed; 0 when it may be now. */
export async function secondsToNextCode(transaction: Transaction<Tables>, row: Known, { perHour, resendSeconds }: CodeLimits): Promise<number> {
  const recent = await transaction.selectFrom('invitation_code').where('tenant_id', '=', row.tenant_id).where('invitation_id', '=', row.id)
    .where('created_at', '>', sql<Date>`now() - interval '1 hour'`).select(sql<number>`extract(epoch from now() - created_at)::float8`.as('ageSeconds')).orderBy('created_at', 'desc').execute()
  const oldest = recent[perHour - 1]
  return Math.max(0, oldest ? Math.ceil(3600 - oldest.ageSeconds) : 0, recent[0] ? Math.ceil(resendSeconds - recent[0].ageSeconds) : 0)
}

/** Makes a code; the one before is worth nothing then. The code exists only in the answer. */
export async function makeCode(transaction: Transaction<Tables>, row: Known, { secret, limits, seal }: { readonly secret: string; readonly limits: CodeLimits; readonly seal: (id: string) => Buffer }): Promise<string> {
  const id = randomUUIDv7()
  const code = newCode()
  await transaction.updateTable('invitation_code').where('tenant_id', '=', row.tenant_id).where('invitation_id', '=', row.id).where('used_at', 'is', null).set({ used_at: sql<Date>`now()` }).execute()
  await transaction.insertInto('invitation_code').values({
    tenant_id: row.tenant_id, id, invitation_id: row.id, code_hash: codeHash(secret, id, code), sealed_email: seal(id), expires_at: sql<Date>`now() + make_interval(secs => ${limits.lifetimeSeconds})`,
  }).execute()
  return code
}

/** Spends one try on the living code; the row with the address that it proves when it is the right one. Tries are counted before they are compared, by the row itself. */
export async function redeemInvitationCode(transaction: Transaction<Tables>, row: Known, typed: string, secret: string, { tries }: CodeLimits): Promise<{ readonly id: string; readonly sealed: Buffer } | null> {
  const code = await transaction.updateTable('invitation_code').where('tenant_id', '=', row.tenant_id).where('invitation_id', '=', row.id)
    .where('used_at', 'is', null).where('expires_at', '>', sql<Date>`now()`).where('tries', '<', tries)
    .set((eb) => ({ tries: eb('tries', '+', 1) })).returning(['id', 'code_hash', 'sealed_email']).executeTakeFirst()
  if (!code || !isCode(code.code_hash, secret, code.id, typed)) return null
  await transaction.updateTable('invitation_code').where('tenant_id', '=', row.tenant_id).where('id', '=', code.id).set({ used_at: sql<Date>`now()` }).execute()
  return { id: code.id, sealed: code.sealed_email }
}
