import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { compiledOnce, type DeviceKind } from '@checkin/server'
import { sql, type Transaction } from 'kysely'
import type { SessionLevel, Tables } from './tables.ts'
import { newToken, tokenHash } from './opaque-token.ts'

/** Who calls, once the cookie is known. The level says what may be done. */
export interface Session {
  readonly id: string
  readonly tenantId: string
  readonly reservationId: string
  readonly level: SessionLevel
  /** Correlation id that the page repeats in two bodies; carries no authority (DEC-07). */
  readonly sessionKey: string
  /** Opened at the tenant's origin for previews, and good nowhere else (DEC-299). */
  readonly isPreview: boolean
}

/** A session together with the cookie's new value, which exists only in this answer. */
export interface OpenedSession {
  readonly session: Session
  readonly token: string
}

/** Seconds; by the database's clock, so that all processes agree (DEC-85). */
export interface SessionLifetime {
  readonly idleSeconds: number
  readonly totalSeconds: number
}

/** Sessions of one reservation that a link or a code opened, at the same time (DEC-311). */
export interface SessionLimit {
  readonly most: number
}

/** How stale `seen_at` may be: a session may end up to this much early, and most calls write nothing. */
const seenEverySeconds = 15

export async function openSession(
  transaction: Transaction<Tables>, session: Pick<Session, 'tenantId' | 'reservationId' | 'level' | 'isPreview'>, device: DeviceKind | null = null,
): Promise<OpenedSession> {
  const token = newToken()
  const opened: Session = { ...session, id: randomUUIDv7(), sessionKey: randomUUID() }
  await transaction.insertInto('renter_session').values({
    tenant_id: opened.tenantId, id: opened.id, token_hash: tokenHash(token), level: opened.level,
    reservation_id: opened.reservationId, session_key: opened.sessionKey, is_preview: opened.isPreview, device,
  }).execute()
  return { session: opened, token }
}

/** Whether a session of `renter_session` has not ended, by the database's clock (DEC-85). */
export const isLiving = ({ idleSeconds, totalSeconds }: SessionLifetime) =>
  sql<boolean>`ended_at is null and seen_at > now() - make_interval(secs => ${idleSeconds}) and created_at > now() - make_interval(secs => ${totalSeconds})`

/** Who asks by a cookie. */
export interface CookieHolder extends Pick<Session, 'tenantId' | 'isPreview'> {
  /** The cookie's value. */
  readonly token: string
}

const sessionQuery = compiledOnce((database: Transaction<Tables>, tenantId: string, hash: Buffer, isPreview: boolean, idleSeconds: number, totalSeconds: number) =>
  database.selectFrom('renter_session')
    .where('tenant_id', '=', tenantId).where('token_hash', '=', hash).where('is_preview', '=', isPreview).where(isLiving({ idleSeconds, totalSeconds }))
    .select(['id', 'level', 'reservation_id', 'session_key', 'release_set', sql<boolean>`seen_at < now() - make_interval(secs => ${seenEverySeconds})`.as('stale')]))

/** A session that was found, and what is to be stored of this use of it; null for nothing. */
export interface FoundSession {
  readonly session: Session
  readonly use: { readonly releaseSet: number | null } | null
}

/**
 * The session of a cookie's value, or null when it is unknown, of another of the tenant's origins, ended, idle for too long or too old. `pinnedSet` is the release set of the
 * page that asks: it may have changed since the session began, and the renter's next device is to get the present one. Reads only.
 */
export async function findSession(
  reader: Transaction<Tables>, { tenantId, isPreview, token }: CookieHolder, lifetime: SessionLifetime, pinnedSet: number | null = null,
): Promise<FoundSession | null> {
  const [row] = await sessionQuery(reader, tenantId, tokenHash(token), isPreview, lifetime.idleSeconds, lifetime.totalSeconds).execute()
  if (!row) return null
  const other = pinnedSet !== null && row.release_set !== null && row.release_set !== pinnedSet
  const session = { id: row.id, tenantId, reservationId: row.reservation_id, level: row.level, sessionKey: row.session_key, isPreview }
  return { session, use: row.stale || other ? { releaseSet: other ? pinnedSet : null } : null }
}

/** Stores that a session was used, and the release set of the page that did where it is another one. */
export async function storeUse(transaction: Transaction<Tables>, { session, use }: FoundSession): Promise<void> {
  if (!use) return
  await transaction.updateTable('renter_session').where('tenant_id', '=', session.tenantId).where('id', '=', session.id)
    .set({ seen_at: sql<Date>`now()`, ...(use.releaseSet !== null && { release_set: use.releaseSet }) }).execute()
}

/** How long a session still lives, in whole seconds: without a call, and in all (DEC-85). */
export interface SessionTime {
  readonly restSeconds: number
  readonly leftSeconds: number
}

/** Lets the time of rest begin anew, never that in all (DEC-190). Null when the session ended meanwhile. */
export async function prolongSession(transaction: Transaction<Tables>, session: Session, { idleSeconds, totalSeconds }: SessionLifetime): Promise<SessionTime | null> {
  const left = sql<number>`floor(extract(epoch from created_at + make_interval(secs => ${totalSeconds}) - now()))::int`
  const row = await transaction.updateTable('renter_session')
    .where('tenant_id', '=', session.tenantId).where('id', '=', session.id).where('ended_at', 'is', null)
    .set({ seen_at: sql<Date>`now()` }).returning(left.as('left')).executeTakeFirst()
  return row ? { restSeconds: Math.floor(idleSeconds), leftSeconds: Math.max(0, row.left) } : null
}

/**
 * Raises a session to verified under a new cookie value, so that a value somebody saw or planted before is worth nothing.
 * Null when it ended meanwhile.
 */
export async function raiseSession(transaction: Transaction<Tables>, session: Session): Promise<OpenedSession | null> {
  const token = newToken()
  const sessionKey = randomUUID()
  const { numUpdatedRows } = await transaction.updateTable('renter_session')
    .where('tenant_id', '=', session.tenantId).where('id', '=', session.id).where('ended_at', 'is', null)
    .set({ token_hash: tokenHash(token), level: 'verified', session_key: sessionKey, seen_at: sql<Date>`now()` })
    .executeTakeFirst()
  return numUpdatedRows === 0n ? null : { session: { ...session, level: 'verified', sessionKey }, token }
}

/** Lets nobody else decide about the sessions of a reservation until the transaction ends. */
export async function holdSessionsOf(transaction: Transaction<Tables>, { tenantId, reservationId }: Pick<Session, 'tenantId' | 'reservationId'>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sessions ${tenantId} ${reservationId}`}, 0))`.execute(transaction)
}

/**
 * Ends the sessions of a reservation beyond the limit, those first that were used the longest ago: who proves a link or a code is let in, always (DEC-311).
 * Sessions that wait for a code are not counted: whoever knows a reservation may begin one, and must end nobody else's.
 */
export async function endSessionsBeyond(transaction: Transaction<Tables>, { id, tenantId, reservationId }: Session, { most }: SessionLimit): Promise<void> {
  // Two that open at once count each other.
  await holdSessionsOf(transaction, { tenantId, reservationId })
  const kept = transaction.selectFrom('renter_session').select('id')
    .where('tenant_id', '=', tenantId).where('reservation_id', '=', reservationId).where('ended_at', 'is', null).where('level', '!=', 'pending').where('id', '!=', id)
    .orderBy('seen_at', 'desc').orderBy('id', 'desc').limit(most - 1)
  await transaction.updateTable('renter_session')
    .where('tenant_id', '=', tenantId).where('reservation_id', '=', reservationId).where('ended_at', 'is', null).where('level', '!=', 'pending').where('id', '!=', id)
    .where('id', 'not in', kept).set({ ended_at: sql<Date>`now()` }).execute()
}

/** Ends the session of a cookie's value. Answers whether one was open. */
export async function endSession(transaction: Transaction<Tables>, tenantId: string, token: string): Promise<boolean> {
  const { numUpdatedRows } = await transaction.updateTable('renter_session')
    .where('tenant_id', '=', tenantId).where('token_hash', '=', tokenHash(token)).where('ended_at', 'is', null)
    .set({ ended_at: sql<Date>`now()` }).executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends every session of a reservation, for example because its personal data are deleted. */
export async function endSessionsOf(transaction: Transaction<Tables>, tenantId: string, reservationId: string): Promise<void> {
  await transaction.updateTable('renter_session')
    .where('tenant_id', '=', tenantId).where('reservation_id', '=', reservationId).where('ended_at', 'is', null)
    .set({ ended_at: sql<Date>`now()` }).execute()
}
