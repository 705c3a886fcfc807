import { RequestKey, type RequestState } from '@checkin/api'
import type { Database } from '@checkin/server'
import { sql } from 'kysely'
import type { FastifyRequest } from 'fastify'
import type { Tables } from '../../tables.ts'
import type { Session } from '../identity/session-store.ts'

/** A call that has been under way for longer than this ended with its process: nobody works on it any more. */
const longestWork = '10 minutes'

/** The Idempotency-Key of a call, or null when it has none that can be kept. */
export function keyOf({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const key = RequestKey.safeParse(headers['idempotency-key'])
  return key.success ? key.data : null
}

type Named = Pick<Session, 'id' | 'tenantId' | 'reservationId'>

/**
 * Keeps what becomes of a call, so that a page whose answer got lost learns the truth (DEC-48). Written in transactions of its own: it
 * must be seen while the work goes on, and tell of work that was undone. Whatever is thrown left nothing behind, because
 * every call is all or nothing.
 */
export async function keepState<Answer>(database: Database<Tables>, session: Named, call: { readonly name: string; readonly key: string }, work: () => Promise<Answer>): Promise<Answer> {
  const { tenantId, id, reservationId } = session
  const put = (state: 'working' | 'done' | 'refused') => database.withTenant(tenantId, (transaction) => transaction.insertInto('keyed_call')
    .values({ tenant_id: tenantId, session_id: id, request_key: call.key, reservation_id: reservationId, call: call.name, state })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'session_id', 'request_key']).doUpdateSet({ state, started_at: sql<Date>`now()` })).execute())
  await put('working')
  try {
    const answer = await work()
    await put('done')
    return answer
  } catch (error) {
    await put('refused')
    throw error
  }
}

/** What became of a call of this session; a key of another session is as unknown as one that nobody sent. */
export async function stateOf(database: Database<Tables>, { tenantId, id }: Named, key: string): Promise<RequestState> {
  const row = await database.withTenant(tenantId, (transaction) => transaction.selectFrom('keyed_call')
    .where('tenant_id', '=', tenantId).where('session_id', '=', id).where('request_key', '=', key)
    .select(['state', sql<boolean>`state = 'working' and started_at < now() - interval ${sql.lit(longestWork)}`.as('given_up')]).executeTakeFirst())
  return { state: !row || row.given_up ? 'unknown' : row.state }
}

/** Removes what was kept for longer than a page can still ask (7 days). */
export async function tidyKeyedCalls(database: Database<Tables>, tenantId: string): Promise<void> {
  await database.withTenant(tenantId, (transaction) => transaction.deleteFrom('keyed_call').where('tenant_id', '=', tenantId)
    .where('started_at', '<', sql<Date>`now() - interval '7 days'`).execute())
}
