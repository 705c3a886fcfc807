import { setTimeout as delay } from 'node:timers/promises'
import { RequestKey, type RequestState } from '@checkin/api'
import { DatabaseUnavailable, OutcomeUnknown, type Database } from '@checkin/server'
import { sql } from 'kysely'
import type { FastifyRequest } from 'fastify'
import type { Tables } from './tables.ts'
import type { Session } from './session-store.ts'
import type { Work } from '../tenants/due-work.ts'

/** A call that has been under way for longer than this ended with its process: nobody works on it any more. */
const longestWorkMs = 10 * 60_000

/** The Idempotency-Key of a call, or null when it has none that can be kept. */
export function keyOf({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const key = RequestKey.safeParse(headers['idempotency-key'])
  return key.success ? key.data : null
}

type Named = Pick<Session, 'id' | 'tenantId' | 'reservationId'>

/** The database was away: what was asked of it did not happen, or nobody knows whether it did. */
const isTrouble = (error: unknown): boolean => error instanceof DatabaseUnavailable || error instanceof OutcomeUnknown

/**
 * Keeps what becomes of a call, so that a page whose answer got lost learns the truth (DEC-48). Written in transactions of its own: it
 * must be seen while the work goes on, and report work that was undone. A refusal left nothing behind, because every call is all or nothing.
 * @throws DatabaseUnavailable when the work was not even begun; OutcomeUnknown when the database failed it on its way: part of it may be
 * stored, the call is forgotten as one that nobody knows, and made again under its key it comes to its end without a second effect.
 */
export async function keepState<Answer>(database: Database<Tables>, session: Named, call: { readonly name: string; readonly key: string }, work: () => Promise<Answer>): Promise<Answer> {
  const { tenantId, id, reservationId } = session
  const begun = await database.withTenant(tenantId, (transaction) => transaction.insertInto('keyed_call')
    .values({ tenant_id: tenantId, session_id: id, request_key: call.key, reservation_id: reservationId, call: call.name, state: 'working' })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'session_id', 'request_key']).doUpdateSet({ state: 'working', started_at: sql<Date>`now()` }))
    .returning(sql<string>`started_at::text`.as('at')).executeTakeFirstOrThrow())
    .catch((error: unknown) => { throw error instanceof OutcomeUnknown ? new DatabaseUnavailable('away', error) : error })
  // Another call under the same key may have begun since; then it is that one's end that counts.
  const ended = (state: 'done' | 'refused' | 'unknown') => whenServed(() => database.withTenant(tenantId, async (transaction) => {
    const own = sql<boolean>`tenant_id = ${tenantId} and session_id = ${id} and request_key = ${call.key} and started_at = ${begun.at}::timestamptz`
    if (state === 'unknown') await transaction.deleteFrom('keyed_call').where(own).execute()
    else await transaction.updateTable('keyed_call').set({ state }).where(own).execute()
  }))
  let answer: Answer
  try {
    answer = await undecidedByTrouble(work)
  } catch (error) {
    await ended(error instanceof OutcomeUnknown ? 'unknown' : 'refused')
    throw error
  }
  await ended('done')
  return answer
}

/** Work of several transactions: trouble with the database in one of them says nothing about those before it. */
export const undecidedByTrouble = <Answer>(work: () => Promise<Answer>): Promise<Answer> =>
  work().catch((error: unknown) => { throw error instanceof DatabaseUnavailable ? new OutcomeUnknown(error) : error })

/**
 * Writes now, or as soon as the database is there again, while nobody waits: how a call ended is in its own answer already. Given up
 * when the kept state would say nothing any more.
 */
async function whenServed(write: () => Promise<unknown>): Promise<void> {
  const again = async (waitMs: number, leftMs: number): Promise<void> => {
    await delay(waitMs, undefined, { ref: false })
    await write().catch((error: unknown) => (isTrouble(error) && leftMs > 0 ? again(Math.min(2 * waitMs, 10_000), leftMs - waitMs) : undefined))
  }
  await write().catch((error: unknown) => {
    if (!isTrouble(error)) throw error
    void again(250, longestWorkMs)
  })
}

/** What became of a call of this session; a key of another session is as unknown as one that nobody sent. */
export async function stateOf(database: Database<Tables>, { tenantId, id }: Named, key: string): Promise<RequestState> {
  const row = await database.withTenant(tenantId, (transaction) => transaction.selectFrom('keyed_call')
    .where('tenant_id', '=', tenantId).where('session_id', '=', id).where('request_key', '=', key)
    .select(['state', sql<boolean>`state = 'working' and started_at < now() - ${longestWorkMs} * interval '1 millisecond'`.as('given_up')]).executeTakeFirst())
  return { state: !row || row.given_up ? 'unknown' : row.state }
}

const keptSeconds = 7 * 24 * 3600

/** When `cleanUpIdempotentRequests` has something to do. */
export const oldRequests: Work = { kind: 'idempotent-requests', leadSeconds: -keptSeconds }

/** Removes what was kept for longer than a page can still ask. */
export async function cleanUpIdempotentRequests(database: Database<Tables>, tenantId: string): Promise<void> {
  await database.withTenant(tenantId, (transaction) => transaction.deleteFrom('keyed_call').where('tenant_id', '=', tenantId)
    .where('started_at', '<', sql<Date>`now() - make_interval(secs => ${keptSeconds})`).execute())
}
