import { repeat, type Database, type Repeated } from '@checkin/server'
import { sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import type { Tables } from '../storage/tables.ts'
import { allPointers } from './pointer.ts'
import { openSuspensions } from './suspensions.ts'

const ends = ['resumed', 'rolled-back', 'changed'] as const
const dayMs = 86_400_000

/**
 * Tells which versions are suspended now, and how the suspensions of the last 24 hours ended (DEC-359): a good version is suspended by chance once in 1,000
 * rollouts, so several that were and came back are somebody's doing. Asked of the database every so many milliseconds, so that each process of the registry tells the same and a restart forgets nothing.
 */
export function watchSuspensions({ kysely }: Database<Tables>, metrics: Registry, { clock, everyMs = 15_000 }: { readonly clock: () => Date; readonly everyMs?: number }): Repeated<void> {
  const now = new Gauge({ name: 'checkin_rollout_suspended', help: '1 while new sessions of a tenant do not get this version of a rollout, because it may break more of them than the version beside it', labelNames: ['tenant', 'module', 'version'], registers: [metrics] })
  const ended = new Gauge({ name: 'checkin_rollout_suspensions_ended', help: 'Suspensions of rollouts that began within 24 hours and are over, by how they ended: resumed, rolled-back, changed', labelNames: ['as'], registers: [metrics] })
  for (const as of ends) ended.set({ as }, 0)
  const watch = repeat(async () => {
    const suspensions = await openSuspensions(kysely)
    const pointers = suspensions.length === 0 ? [] : await allPointers({ tx: kysely })
    // Somebody who goes back ends the rollout at once; its suspension is closed when its time is over and nothing is frozen.
    const open = suspensions.filter(({ host, rollout_id: id }) => pointers.some((each) => each.host === host && each.rollouts.some((rollout) => rollout.id === id)))
    const over = await kysely.selectFrom('rollout_suspension').where('suspended_at', '>', new Date(clock().getTime() - dayMs)).where('ended_as', 'is not', null)
      .select(['ended_as', sql<string>`count(*)`.as('times')]).groupBy('ended_as').execute()
    now.reset()
    for (const { host, modules } of open) for (const [module, version] of Object.entries(modules)) now.set({ tenant: host, module, version }, 1)
    for (const as of ends) ended.set({ as }, Number(over.find((each) => each.ended_as === as)?.times ?? 0))
  }, everyMs)
  void watch.run().catch(() => undefined)
  return watch
}
