import { createHmac, randomInt, randomUUIDv7, timingSafeEqual } from 'node:crypto'
import { currentSecret, secretsOf } from '@checkin/server'
import { sql, type Transaction } from 'kysely'
import type { Session } from './session-store.ts'
import type { Tables } from './tables.ts'

export interface CodeLimits {
  /** Seconds that a code is good for (DEC-08: 10 minutes). */
  readonly lifetimeSeconds: number
  /** Wrong tries that kill a code. */
  readonly tries: number
  readonly perHour: number
  /** Seconds before the same page may ask for another one; the page itself waits 60 (VERIF-18). */
  readonly resendSeconds: number
}

export interface CodeRequest {
  readonly tenantId: string
  readonly sessionId: string
  readonly reservationId: string
  readonly email: string
}

/** By which way a code goes. */
export type CodeChannel = 'mail' | 'sms'

/**
 * Seconds to wait before another code may be made, 0 when it may be made now. The caller holds the reference's guard, so that
 * two requests at once cannot both pass. Codes within an hour count whichever way they went; the pause between two is that of one way (DEC-230).
 */
export async function secondsToWait(
  transaction: Transaction<Tables>, asked: Omit<CodeRequest, 'sessionId'>, askingSessionId: string | null, limits: CodeLimits, channel: CodeChannel = 'mail',
): Promise<number> {
  const recent = await transaction.selectFrom('login_code')
    .where('tenant_id', '=', asked.tenantId).where('reservation_id', '=', asked.reservationId)
    .where('created_at', '>', sql<Date>`now() - interval '1 hour'`)
    .select(['session_id', 'email', 'channel', sql<number>`extract(epoch from now() - created_at)::float8`.as('ageSeconds')])
    .orderBy('created_at', 'desc').execute()
  const oldestThatCounts = recent[limits.perHour - 1]
  const ownLatest = recent.find((code) => code.session_id === askingSessionId && code.channel === channel && code.email.toLowerCase() === asked.email.toLowerCase())
  const budget = oldestThatCounts ? 3600 - oldestThatCounts.ageSeconds : 0
  // Of two requests at once the one that began later may come first: then its code is younger than this transaction.
  const pause = ownLatest ? limits.resendSeconds - Math.max(0, ownLatest.ageSeconds) : 0
  return Math.max(0, Math.ceil(budget), Math.ceil(pause))
}

/** Whether a session was ever sent a code to this address. */
export async function hasCodeFor(transaction: Transaction<Tables>, { tenantId, id }: Session, email: string): Promise<boolean> {
  const row = await transaction.selectFrom('login_code').select('id').where('tenant_id', '=', tenantId).where('session_id', '=', id)
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.trim().toLowerCase())).executeTakeFirst()
  return row !== undefined
}

/** The newest code of a session, whether it is good or not. */
export const latestCodeOf = async (transaction: Transaction<Tables>, { tenantId, id }: Session): Promise<{ readonly email: string } | null> =>
  await transaction.selectFrom('login_code').select('email').where('tenant_id', '=', tenantId).where('session_id', '=', id).orderBy('created_at', 'desc').limit(1).executeTakeFirst() ?? null

/** Makes a code for a session and voids every older one of the reservation. The code itself exists only in the answer. */
export async function issueCode(
  transaction: Transaction<Tables>, request: CodeRequest, secret: string, limits: CodeLimits, channel: CodeChannel = 'mail',
): Promise<string> {
  await voidCodes(transaction, request.tenantId, request.reservationId)
  const id = randomUUIDv7()
  const code = newCode()
  await transaction.insertInto('login_code').values({
    tenant_id: request.tenantId, id, session_id: request.sessionId, reservation_id: request.reservationId,
    code_hash: codeHash(secret, id, code), email: request.email, channel,
    expires_at: sql<Date>`now() + make_interval(secs => ${limits.lifetimeSeconds})`,
  }).execute()
  return code
}

async function voidCodes(transaction: Transaction<Tables>, tenantId: string, reservationId: string): Promise<void> {
  await transaction.updateTable('login_code')
    .where('tenant_id', '=', tenantId).where('reservation_id', '=', reservationId)
    .where('used_at', 'is', null).where('voided_at', 'is', null)
    .set({ voided_at: sql<Date>`now()` }).execute()
}

/**
 * Spends one try on the living code of a session and answers which way and for which address it went when it is the right one.
 * The try is counted first and by the row itself: however many tries come at once, only so many are compared.
 */
export async function redeemCode(
  transaction: Transaction<Tables>, session: Session, typed: string, secret: string, limits: CodeLimits,
): Promise<{ readonly email: string; readonly channel: CodeChannel } | null> {
  const code = await transaction.updateTable('login_code')
    .where('tenant_id', '=', session.tenantId).where('session_id', '=', session.id)
    .where('used_at', 'is', null).where('voided_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`).where('tries', '<', limits.tries)
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .returning(['id', 'code_hash', 'email', 'channel'])
    .executeTakeFirst()
  if (!code || !isCode(code.code_hash, secret, code.id, typed)) return null
  await transaction.updateTable('login_code').where('tenant_id', '=', session.tenantId).where('id', '=', code.id)
    .set({ used_at: sql<Date>`now()` }).execute()
  return { email: code.email, channel: code.channel }
}

/** Six random digits, leading zeros too: a code is a text everywhere (DEC-310, ASVS 6.5.4). */
export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/** What is stored of a code: keyed, because a million codes are tried in no time, and bound to its own row. */
export const codeHash = (secret: string, codeId: string, code: string): Buffer =>
  createHmac('sha256', currentSecret(secret)).update(`${codeId}:${code}`).digest()

/** Whether a hash is that of this code, made with a secret of the setting; compared in constant time. */
export const isCode = (hash: Buffer, secret: string, codeId: string, code: string): boolean =>
  secretsOf(secret).some((each) => timingSafeEqual(hash, codeHash(each, codeId, code)))
