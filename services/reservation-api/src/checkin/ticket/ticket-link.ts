import { createHmac, randomUUIDv7, timingSafeEqual } from 'node:crypto'
import { ticketCalendarPath } from '@checkin/api/ticket'
import { currentSecret, secretsOf } from '@checkin/server'
import { sql, type Transaction } from 'kysely'
import { tokenHash } from '../../identity/opaque-token.ts'
import type { Session } from '../../identity/session-store.ts'
import { isReadOnlyFor } from '../../reservations/own-reservation.ts'
import type { StoredReservation } from '../../reservations/reservation-store.ts'
import type { Tables } from '../../tables.ts'
import type { Tenant } from '../../tenants/tenant-store.ts'

/** Days after the day of return for which a ticket is good: receipts are looked for after the trip (DEC-206). */
export const ticketDays = 7

/** Local times at the place of return. */
interface Return {
  readonly check_in_at: string
  readonly check_in_zone: string
}

const goodUntil = ({ check_in_at: at, check_in_zone: zone }: Return) => sql<Date>`((${at.slice(0, 10)}::date + ${ticketDays + 1}::int)::timestamp at time zone ${zone})`

interface Rental extends Return {
  readonly tenant_id: string
  readonly id: string
}

/** 256 bits that nobody makes without the secret, which is in no database: so the end of check-in can be given the link that the mail has (decision 0219). */
const tokenOf = (secret: string, id: string): string => createHmac('sha256', secret).update(`ticket ${id}`).digest('base64url')

/** Makes the ticket's link and ends a former one: a rental has one (DEC-206). */
export async function createTicketLink(transaction: Transaction<Tables>, row: Rental, secret: string): Promise<string> {
  const id = randomUUIDv7()
  const token = tokenOf(currentSecret(secret), id)
  await transaction.updateTable('access_link').where('tenant_id', '=', row.tenant_id).where('reservation_id', '=', row.id).where('purpose', '=', 'ticket').where('revoked_at', 'is', null)
    .set({ revoked_at: sql<Date>`now()` }).execute()
  await transaction.insertInto('access_link')
    .values({ tenant_id: row.tenant_id, id, token_hash: tokenHash(token), purpose: 'ticket', reservation_id: row.id, expires_at: goodUntil(row) }).execute()
  return token
}

/** The company moved the return: the link goes with it. */
export async function moveTicketLink(transaction: Transaction<Tables>, row: Rental): Promise<void> {
  await transaction.updateTable('access_link').where('tenant_id', '=', row.tenant_id).where('reservation_id', '=', row.id).where('purpose', '=', 'ticket')
    .set({ expires_at: goodUntil(row) }).execute()
}

/** The rental whose ticket a token is; null for one that is unknown, expired, revoked or made for something else. Asking leaves no mark: pages ask every few seconds. */
export async function reservationOfTicket(transaction: Transaction<Tables>, tenantId: string, token: string): Promise<string | null> {
  const link = await transaction.selectFrom('access_link').select('reservation_id').where('tenant_id', '=', tenantId).where('token_hash', '=', tokenHash(token))
    .where('purpose', '=', 'ticket').where('revoked_at', 'is', null).where('expires_at', '>', sql<Date>`now()`).executeTakeFirst()
  return link?.reservation_id ?? null
}

/** Whether a rental has a ticket that was not revoked, over or not. */
export async function hasTicketLink(transaction: Transaction<Tables>, tenantId: string, reservationId: string): Promise<boolean> {
  return await transaction.selectFrom('access_link').select('id').where('tenant_id', '=', tenantId).where('reservation_id', '=', reservationId)
    .where('purpose', '=', 'ticket').where('revoked_at', 'is', null).executeTakeFirst() !== undefined
}

/**
 * The token of a completed rental's good ticket, for the session that completed it or one that proved a code; null for any other, for a tenant without tickets, and for a link that was
 * made by a server of the release before or with a secret that is gone (DEC-281).
 */
async function ticketOfSession(transaction: Transaction<Tables>, { row }: Pick<StoredReservation, 'row'>, { tenant, session, secret }: { readonly tenant: Tenant; readonly session: Session; readonly secret: string }): Promise<string | null> {
  if (!tenant.settings.ticket || !row.is_completed || !(session.level === 'verified' || isReadOnlyFor(row, session.id))) return null
  const link = await transaction.selectFrom('access_link').select(['id', 'token_hash']).where('tenant_id', '=', row.tenant_id).where('reservation_id', '=', row.id)
    .where('purpose', '=', 'ticket').where('revoked_at', 'is', null).where('expires_at', '>', sql<Date>`now()`).orderBy('created_at', 'desc').executeTakeFirst()
  if (!link) return null
  return secretsOf(secret).map((each) => tokenOf(each, link.id)).find((token) => timingSafeEqual(tokenHash(token), link.token_hash)) ?? null
}

/** The same as what API-13 and API-14 say of it; nothing where there is none. */
export async function calendarOfSession(...asked: Parameters<typeof ticketOfSession>): Promise<{ readonly ticketCalendar?: string }> {
  const token = await ticketOfSession(...asked)
  return token === null ? {} : { ticketCalendar: ticketCalendarPath(token) }
}
