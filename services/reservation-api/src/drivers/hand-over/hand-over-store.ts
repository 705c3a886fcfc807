import { randomInt, randomUUIDv7 } from 'node:crypto'
import type { HandOverSide } from '@checkin/api/hand-over'
import { sql, type ExpressionBuilder, type ExpressionWrapper, type Selectable, type SqlBool, type Transaction } from 'kysely'
import { newToken, tokenHash } from '../../identity/opaque-token.ts'
import type { Session, SessionLifetime } from '../../identity/session-store.ts'
import { invitationIsLive } from '../invitation/invitation-store.ts'
import type { Tables } from '../tables.ts'

/** Whose page shows the code, by the column that names it: that of a session, or that of an invited driver who was proved (DEC-240). */
export interface Page {
  readonly tenantId: string
  readonly reservationId: string
  readonly column: 'session_id' | 'invitation_id'
  readonly id: string
}
/** The page of a session. */
export const sessionPage = ({ tenantId, reservationId, id }: Session): Page => ({ tenantId, reservationId, column: 'session_id', id })

/** How long a code may be used, in seconds; how many a page gets in an hour; wrong numbers and pictures that one bears (DEC-204). */
export const handOverLimits = { lifetimeSeconds: 600, perHour: 20, wrongNumbers: 3, pictures: 24 } as const

type Row = Selectable<Tables['picture_hand_over']>
type Where = (eb: ExpressionBuilder<Tables, 'picture_hand_over'>) => ExpressionWrapper<Tables, 'picture_hand_over', SqlBool>

/** Neither over nor of a session or an invitation that is: the phone's way ends with what it leads to. */
const isLive = (tenantId: string, { idleSeconds, totalSeconds }: SessionLifetime): Where => (eb) => eb.and([
  eb('picture_hand_over.tenant_id', '=', tenantId), eb('picture_hand_over.ended_at', 'is', null), eb('picture_hand_over.expires_at', '>', sql<Date>`now()`),
  eb.or([eb.exists(eb.selectFrom('renter_session').select('renter_session.id')
    .whereRef('renter_session.tenant_id', '=', 'picture_hand_over.tenant_id').whereRef('renter_session.id', '=', 'picture_hand_over.session_id')
    .where('renter_session.ended_at', 'is', null)
    .where('renter_session.seen_at', '>', sql<Date>`now() - make_interval(secs => ${idleSeconds})`)
    .where('renter_session.created_at', '>', sql<Date>`now() - make_interval(secs => ${totalSeconds})`)),
  eb.exists(eb.selectFrom('driver_invitation').select('driver_invitation.id')
    .whereRef('driver_invitation.tenant_id', '=', 'picture_hand_over.tenant_id').whereRef('driver_invitation.id', '=', 'picture_hand_over.invitation_id').where(invitationIsLive))]),
])

/** The living way of a token; null for any other, whyever. The row is held until the transaction ends. */
export async function liveHandOver(transaction: Transaction<Tables>, tenantId: string, token: string, lifetime: SessionLifetime): Promise<Row | null> {
  const row = await transaction.selectFrom('picture_hand_over').selectAll().where(isLive(tenantId, lifetime)).where('token_hash', '=', tokenHash(token)).forUpdate().executeTakeFirst()
  return row ?? null
}

/** What the page of a session is to be told of: the version of its living way; null when it has none, or the session is over. */
export async function liveVersion(transaction: Transaction<Tables>, { tenantId, id }: Session, lifetime: SessionLifetime): Promise<string | null> {
  const row = await transaction.selectFrom('picture_hand_over').select(['id', 'version']).where(isLive(tenantId, lifetime)).where('session_id', '=', id)
    .orderBy('created_at', 'desc').limit(1).executeTakeFirst()
  return row ? `${row.id}.${row.version}` : null
}

/** Ways that a page began within the last hour. */
export async function begunWithinHour(transaction: Transaction<Tables>, { tenantId, column, id }: Page): Promise<number> {
  const { count } = await transaction.selectFrom('picture_hand_over').select((eb) => eb.fn.countAll<string>().as('count'))
    .where('tenant_id', '=', tenantId).where(column, '=', id).where('created_at', '>', sql<Date>`now() - interval '1 hour'`).executeTakeFirstOrThrow()
  return Number(count)
}

/** Opens a way and ends the page's former one; the token exists only in this answer. Pictures that nobody came for go with this. */
export async function openHandOver(transaction: Transaction<Tables>, page: Page, sides: readonly HandOverSide[]): Promise<{ readonly token: string; readonly expiresAt: Date }> {
  const { tenantId, column, id, reservationId } = page
  const token = newToken()
  await endHandOversOf(transaction, page)
  await forgetPictures(transaction, tenantId, (eb) => eb('expires_at', '<', sql<Date>`now()`))
  const { expires_at: expiresAt } = await transaction.insertInto('picture_hand_over').values({
    tenant_id: tenantId, id: randomUUIDv7(), session_id: null, invitation_id: null, [column]: id, reservation_id: reservationId, token_hash: tokenHash(token), sides: [...new Set(sides)],
    expires_at: sql<Date>`now() + make_interval(secs => ${handOverLimits.lifetimeSeconds})`, phone_hash: null, number: null,
  }).returning('expires_at').executeTakeFirstOrThrow()
  return { token, expiresAt }
}

/** Ends ways, and forgets the pictures that were on them. */
export async function endHandOvers(transaction: Transaction<Tables>, tenantId: string, which: Where): Promise<void> {
  await forgetPictures(transaction, tenantId, which)
  await transaction.updateTable('picture_hand_over').where('tenant_id', '=', tenantId).where('ended_at', 'is', null).where(which)
    .set((eb) => ({ ended_at: sql<Date>`now()`, version: eb('version', '+', 1) })).execute()
}

/** Ends whatever a page began. */
export const endHandOversOf = (transaction: Transaction<Tables>, { tenantId, column, id }: Page): Promise<void> => endHandOvers(transaction, tenantId, (eb) => eb(column, '=', id))

const forgetPictures = (transaction: Transaction<Tables>, tenantId: string, which: Where): Promise<unknown> =>
  transaction.deleteFrom('handed_picture').where('tenant_id', '=', tenantId)
    .where('hand_over_id', 'in', (eb) => eb.selectFrom('picture_hand_over').select('id').where('tenant_id', '=', tenantId).where(which)).execute()

type Known = Pick<Row, 'tenant_id' | 'id'>
const change = (transaction: Transaction<Tables>, row: Known) => transaction.updateTable('picture_hand_over').where('tenant_id', '=', row.tenant_id).where('id', '=', row.id)

/** Gives the way to the phone that came first, with the number that it is to show. */
export async function claimHandOver(transaction: Transaction<Tables>, row: Known, key: string): Promise<string> {
  const number = String(randomInt(10, 100))
  await change(transaction, row).set((eb) => ({ phone_hash: tokenHash(key), number, version: eb('version', '+', 1) })).execute()
  return number
}

/** The number was typed on the first device. */
export const confirmHandOver = (transaction: Transaction<Tables>, row: Known): Promise<unknown> =>
  change(transaction, row).set((eb) => ({ confirmed_at: sql<Date>`now()`, version: eb('version', '+', 1) })).execute()

/** One more wrong number. */
export const countWrongNumber = (transaction: Transaction<Tables>, row: Known): Promise<unknown> =>
  change(transaction, row).set((eb) => ({ tries: eb('tries', '+', 1) })).execute()

/** One more picture is coming, whatever it turns out to be. */
export const countPicture = (transaction: Transaction<Tables>, row: Known): Promise<unknown> =>
  change(transaction, row).set((eb) => ({ sent: eb('sent', '+', 1) })).execute()

/** Keeps a picture until the first device has it; a later one of the same side takes its place. */
export async function keepHandedPicture(transaction: Transaction<Tables>, row: Known, picture: { readonly id: string; readonly side: HandOverSide; readonly sealed: Buffer }): Promise<void> {
  const place = { tenant_id: row.tenant_id, hand_over_id: row.id, side: picture.side }
  await transaction.deleteFrom('handed_picture').where((eb) => eb.and(place)).execute()
  await transaction.insertInto('handed_picture').values({ ...place, id: picture.id, sealed: picture.sealed }).execute()
  await change(transaction, row).set((eb) => ({ version: eb('version', '+', 1) })).execute()
}

/** Pictures that are still to be taken, after those were forgotten that are there. */
export async function picturesToTake(transaction: Transaction<Tables>, row: Known, taken: readonly string[]): Promise<readonly Pick<Selectable<Tables['handed_picture']>, 'id' | 'side' | 'sealed'>[]> {
  const own = { tenant_id: row.tenant_id, hand_over_id: row.id }
  if (taken.length > 0) await transaction.deleteFrom('handed_picture').where((eb) => eb.and(own)).where('id', 'in', taken).execute()
  return transaction.selectFrom('handed_picture').select(['id', 'side', 'sealed']).where((eb) => eb.and(own)).orderBy('id').execute()
}
