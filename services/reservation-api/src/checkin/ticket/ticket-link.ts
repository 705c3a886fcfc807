import { randomUUIDv7 } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { newToken, tokenHash } from '../../identity/opaque-token.ts'
import type { Tables } from '../../tables.ts'

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

/** Makes the ticket's link and ends a former one: a rental has one. The token exists only in this answer (DEC-206). */
export async function createTicketLink(transaction: Transaction<Tables>, row: Rental): Promise<string> {
  const token = newToken()
  await transaction.updateTable('access_link').where('tenant_id', '=', row.tenant_id).where('reservation_id', '=', row.id).where('purpose', '=', 'ticket').where('revoked_at', 'is', null)
    .set({ revoked_at: sql<Date>`now()` }).execute()
  await transaction.insertInto('access_link')
    .values({ tenant_id: row.tenant_id, id: randomUUIDv7(), token_hash: tokenHash(token), purpose: 'ticket', reservation_id: row.id, expires_at: goodUntil(row) }).execute()
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
