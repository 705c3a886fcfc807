import { ServiceError } from '@checkin/server'
import type { Change } from '../../storage/ledger.ts'
import { freezeOf } from '../freezes/freezes.ts'
import { pointTo } from '../rollouts/pointer.ts'
import type { SetMaker } from '../sets/make-set.ts'
import { effectOn, namedIn, ReleaseChange, seenBy } from './release-change.ts'

interface Kept {
  readonly id: number
  readonly wish: unknown
  readonly reason: string
  readonly proposer: string
  readonly decider: string | null
}

/** Applies what is due of a kept change of releases. A frozen tenant waits on; one whose modules were changed since is refused. */
export async function applyDue(change: Change, maker: SetMaker, kept: Kept): Promise<void> {
  const { tx, at } = change
  const { at: _hour, ...wish } = kept.wish as { at?: string }
  const wanted = ReleaseChange.parse(wish)
  const rows = await tx.selectFrom('change_host').selectAll().where('change_id', '=', kept.id).where('state', '=', 'waiting').orderBy('host').execute()
  for (const { host, due_at: due, seen } of rows) {
    if ((due !== null && due > at) || await freezeOf(change, host) !== null) continue
    const outcome = await applyTo(change, maker, kept, host, wanted, seen)
    await tx.updateTable('change_host').set(outcome).where('change_id', '=', kept.id).where('host', '=', host).execute()
  }
  await closeWhenDone(change, kept.id)
}

async function applyTo(change: Change, maker: SetMaker, kept: Kept, host: string, wanted: ReleaseChange, seen: string) {
  try {
    const { pointer, current, next } = await effectOn(change, host, wanted)
    if (seenBy(current, namedIn(wanted)) !== seen) return { state: 'refused', code: 'ReleaseChanged' } as const
    const action = wanted.percent >= 100 && wanted.cohorts.length === 0 ? 'set' : 'rollout'
    const actor = kept.decider === null ? kept.proposer : `${kept.proposer}, ${kept.decider}`
    await pointTo(change, maker, { actor, reason: kept.reason, action }, host, pointer, next)
    return { state: 'applied', code: null, revision: (pointer?.revision ?? 0) + 1 } as const
  } catch (error) {
    if (error instanceof ServiceError) return { state: 'refused', code: error.code } as const
    throw error
  }
}

async function closeWhenDone({ tx }: Change, id: number): Promise<void> {
  const states = (await tx.selectFrom('change_host').select('state').where('change_id', '=', id).execute()).map(({ state }) => state)
  if (states.includes('waiting')) return
  await tx.updateTable('change').set({ state: states.includes('applied') ? 'applied' : 'refused' }).where('id', '=', id).execute()
}

/** Applies every scheduled change whose hour has come. */
export async function applyScheduled(change: Change, maker: SetMaker): Promise<void> {
  const rows = await change.tx.selectFrom('change').innerJoin('change_host', 'change_host.change_id', 'change.id')
    .select(['change.id', 'change.wish', 'change.reason', 'change.proposer', 'change.decider']).distinctOn('change.id')
    .where('change.state', '=', 'scheduled').where('change_host.state', '=', 'waiting').where('change_host.due_at', '<=', change.at).orderBy('change.id').execute()
  for (const row of rows) await applyDue(change, maker, row)
}
