import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { afterMiss, type GuardLimits, type GuardState } from './guard.ts'
import type { GuardKind, Tables } from './tables.ts'

export interface GuardKey {
  readonly tenantId: string
  readonly kind: GuardKind
  /** What is guessed at, or who guesses; stored as a hash. */
  readonly subject: string
}

export interface HeldGuard extends GuardState {
  readonly key: GuardKey
  /** Whole seconds until its pause ends; 0 when there is none. */
  readonly pauseSeconds: number
}

const hashed = ({ kind, subject }: GuardKey): string => createHash('sha256').update(`${kind}:${subject}`).digest('base64url')

/**
 * Takes the guard until the transaction ends, so that guesses in parallel are judged one after the other.
 * Who takes several takes them in one order everywhere: network, the wider one first, then link, then reference.
 */
export async function holdGuard(transaction: Transaction<Tables>, key: GuardKey): Promise<HeldGuard> {
  const row = await transaction.insertInto('guess_guard')
    .values({ tenant_id: key.tenantId, kind: key.kind, key: hashed(key) })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'kind', 'key']).doUpdateSet((eb) => ({ key: eb.ref('excluded.key') })))
    .returning([
      'misses',
      sql<number>`extract(epoch from now() - window_started_at)::float8`.as('windowAgeSeconds'),
      sql<boolean>`coalesce(locked_until > now(), false)`.as('locked'),
      sql<number>`greatest(0, ceil(extract(epoch from coalesce(locked_until, now()) - now())))::int`.as('pauseSeconds'),
    ])
    .executeTakeFirstOrThrow()
  return { key, ...row }
}

/** Counts a miss at a held guard, and begins a pause where that was one too many. */
export async function recordMiss(transaction: Transaction<Tables>, guard: HeldGuard, limits: GuardLimits): Promise<void> {
  const step = afterMiss(guard, limits)
  if (step.kind === 'keep') return
  await transaction.updateTable('guess_guard')
    .where('tenant_id', '=', guard.key.tenantId).where('kind', '=', guard.key.kind).where('key', '=', hashed(guard.key))
    .set({
      misses: step.misses,
      ...(step.newWindow && { window_started_at: sql<Date>`now()` }),
      ...(step.pauseSeconds > 0 && { locked_until: sql<Date>`now() + make_interval(secs => ${step.pauseSeconds})` }),
    })
    .execute()
}

/** A renter proved to be the right one: earlier slips on the reference no longer count. */
export async function forgetMisses(transaction: Transaction<Tables>, key: GuardKey): Promise<void> {
  await transaction.deleteFrom('guess_guard')
    .where('tenant_id', '=', key.tenantId).where('kind', '=', key.kind).where('key', '=', hashed(key)).execute()
}
