import { randomUUIDv7 } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { LinkPurpose, Tables } from './tables.ts'
import { newToken, tokenHash } from './opaque-token.ts'

/** How long links to finish later are good, and how often one reservation gets one. Seconds. */
export interface LaterLimits {
  readonly lifetimeSeconds: number
  readonly perHour: number
  /** Between two of one reservation. */
  readonly pauseSeconds: number
}

export interface LinkRequest {
  readonly tenantId: string
  readonly reservationId: string
  readonly purpose: LinkPurpose
  /** Plain date YYYY-MM-DD of the return; the link is good to the end of that day in `timeZone` (DEC-77). */
  readonly returnDate: string
  /** IANA name of the zone of the place of return. */
  readonly timeZone: string
  /** Given by a caller that makes the same link again when it is asked again; at least as hard to guess as a random one. */
  readonly token?: string
}

/** Makes a link for mail. The token exists only in this answer; what is stored cannot be turned back into it. */
export async function createLink(transaction: Transaction<Tables>, request: LinkRequest): Promise<{ readonly token: string; readonly expiresAt: Date }> {
  const token = request.token ?? newToken()
  const made = await transaction.insertInto('access_link').values({
    tenant_id: request.tenantId, id: randomUUIDv7(), token_hash: tokenHash(token), purpose: request.purpose,
    reservation_id: request.reservationId,
    expires_at: sql<Date>`((${request.returnDate}::date + 1)::timestamp at time zone ${request.timeZone})`,
  }).onConflict((conflict) => conflict.columns(['tenant_id', 'token_hash']).doUpdateSet((eb) => ({ expires_at: eb.ref('excluded.expires_at') })).where('access_link.revoked_at', 'is', null))
    .returning('expires_at').executeTakeFirst()
  // What the company ended stays ended (DEC-350): who may have the link gets another.
  return made ? { token, expiresAt: made.expires_at } : createLink(transaction, { ...request, token: newToken() })
}

/** The reservation that a link opens, and one more use on its record; null when unknown, expired, revoked or made for something else. */
export async function openLink(
  transaction: Transaction<Tables>, tenantId: string, token: string, purposes: readonly LinkPurpose[],
): Promise<{ readonly reservationId: string; readonly purpose: LinkPurpose } | null> {
  const row = await transaction.updateTable('access_link')
    .where('tenant_id', '=', tenantId).where('token_hash', '=', tokenHash(token)).where('purpose', 'in', purposes)
    .where('revoked_at', 'is', null).where('expires_at', '>', sql<Date>`now()`)
    .set((eb) => ({ use_count: eb('use_count', '+', 1), last_used_at: sql<Date>`now()` }))
    .returning(['reservation_id', 'purpose'])
    .executeTakeFirst()
  return row ? { reservationId: row.reservation_id, purpose: row.purpose } : null
}

/**
 * Whether a link of the row of `reservation` in a query was ever used: who held it reads the driver's numbers and may save others, so that they prove nothing
 * any more (DEC-255). A used link's row is kept beyond the end of the rental, revoked or not.
 */
export const linkWasOpened = sql<boolean>`exists (select from access_link as link where link.tenant_id = reservation.tenant_id and link.reservation_id = reservation.id
  and link.purpose <> 'ticket' and link.use_count > 0)`

/** Revokes every link of a reservation, the ticket's too (DEC-350). */
export async function revokeLinks(transaction: Transaction<Tables>, tenantId: string, reservationId: string): Promise<void> {
  await transaction.updateTable('access_link')
    .where('tenant_id', '=', tenantId).where('reservation_id', '=', reservationId).where('revoked_at', 'is', null)
    .set({ revoked_at: sql<Date>`now()` }).execute()
}
