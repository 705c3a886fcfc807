import { ServiceError, type Database } from '@checkin/server'
import { sql } from 'kysely'
import type { DriverCheckKind, Tables } from './tables.ts'
import type { Session } from '../identity/session-store.ts'
import type { Work } from '../tenants/due-work.ts'

const windowSeconds = 600

/** Questions of one session within ten minutes: more than anybody types, far fewer than guessing needs. */
export const checkLimits: Readonly<Record<DriverCheckKind, number>> = { driver: 40, email: 40, 'postal-code': 200, 'tax-number': 100, age: 100 }

/** Counts a question of a session, or of an invitation by its id, and refuses it when there were too many. Counted in a transaction of its own: a refused call counts too. */
export async function countCheck(database: Database<Tables>, { tenantId, id }: Pick<Session, 'tenantId' | 'id'>, kind: DriverCheckKind): Promise<void> {
  const isOver = sql<boolean>`driver_check.window_started_at < now() - make_interval(secs => ${windowSeconds})`
  const { asked, left } = await database.withTenant(tenantId, (transaction) => transaction.insertInto('driver_check')
    .values({ tenant_id: tenantId, session_id: id, kind, asked: 1 })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'session_id', 'kind']).doUpdateSet({
      asked: sql<number>`case when ${isOver} then 1 else driver_check.asked + 1 end`,
      window_started_at: sql<Date>`case when ${isOver} then now() else driver_check.window_started_at end`,
    }))
    .returning(['asked', sql<number>`ceil(extract(epoch from driver_check.window_started_at + make_interval(secs => ${windowSeconds}) - now()))::int`.as('left')])
    .executeTakeFirstOrThrow())
  if (asked > checkLimits[kind]) {
    throw new ServiceError(429, 'TooManyRequests', 'Too many questions at once', { headers: { 'retry-after': String(Math.max(1, left)) } })
  }
}

const keptSeconds = 24 * 3600

/** When `cleanUpChecks` has something to do. */
export const oldChecks: Work = { kind: 'driver-checks', leadSeconds: -keptSeconds }

/** Removes what was counted for sessions that are long over. */
export async function cleanUpChecks(database: Database<Tables>, tenantId: string): Promise<void> {
  await database.withTenant(tenantId, (transaction) => transaction.deleteFrom('driver_check').where('tenant_id', '=', tenantId)
    .where('window_started_at', '<', sql<Date>`now() - make_interval(secs => ${keptSeconds})`).execute())
}
