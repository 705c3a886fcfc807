import type { ReleaseChange } from '@checkin/registry'
import { ServiceError } from '@checkin/server'
import type { Selectable } from 'kysely'
import * as z from 'zod'
import type { Actor } from '../access/actor.ts'
import { requireNotFrozen } from '../changes/freezes.ts'
import { addChange } from '../changes/pending-change.ts'
import { requireNoOtherPlan } from '../changes/plan-waves.ts'
import { effectOn } from '../changes/release-change.ts'
import { reviewed } from '../changes/second-person.ts'
import type { Registry } from '../registry.ts'
import { findPointer, pointTo } from '../releases/pointer.ts'
import type { SetMaker } from '../releases/sets.ts'
import type { Change } from '../storage/ledger.ts'
import type { Tables } from '../storage/tables.ts'
import { runningExperiments } from './running.ts'
import { freshTally } from './tally.ts'

type Row = Selectable<Tables['experiment']>

/** What a change that waits asks for: the start of an experiment, beside what it declares. */
const StoredStart = z.object({ experiment: z.int() })

export const unknownExperiment = (id: number): ServiceError => new ServiceError(404, 'UnknownExperiment', `There is no experiment ${id}`)

/** Throws UnknownExperiment. */
export async function experimentRow({ tx }: Pick<Change, 'tx'>, id: number): Promise<Row> {
  const row = await tx.selectFrom('experiment').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw unknownExperiment(id)
  return row
}

/** The change in which an experiment's start waits for a second person; null where none does. */
export async function waitingChange({ tx }: Pick<Change, 'tx'>, { change_id: id }: Pick<Row, 'change_id'>): Promise<number | null> {
  if (id === null) return null
  return (await tx.selectFrom('change').select('id').where('id', '=', id).where('state', '=', 'waiting').executeTakeFirst())?.id ?? null
}

const wantedOf = ({ module, version, percent }: Row): ReleaseChange => ({ modules: { [module]: version }, percent, cohorts: [], settings: {} })

/** Refuses a start beside anything that gives, or will give, sessions of the tenant another version of the module. Throws Frozen, ExperimentRunning, RolloutRunning. */
async function requireAlone(change: Change, { host, module, version }: Row): Promise<void> {
  await requireNotFrozen(change, host)
  const other = (await runningExperiments(change.tx, host)).find((each) => each.module === module)
  if (other) throw new ServiceError(409, 'ExperimentRunning', `Experiment ${other.id} compares versions of ${module} on ${host} already`)
  const rollout = (await findPointer(change, host))?.rollouts.find(({ modules }) => module in modules)
  if (rollout) throw new ServiceError(409, 'RolloutRunning', `A rollout of ${module} is running on ${host}; finish it or go back first`)
  await requireNoOtherPlan(change, { hosts: [host], modules: { [module]: version }, hasWaves: true })
}

/** An experiment starts, or waits for a second person as a rollout of the version would. Answers the change that waits; null where it started. */
export async function submitExperiment(change: Change, registry: Registry, row: Row, { actor, reason }: { readonly actor: Actor; readonly reason: string }): Promise<number | null> {
  await requireAlone(change, row)
  const { wide, needs } = await reviewed(change, registry, { hosts: [row.host], everyone: false, wanted: wantedOf(row), actor, action: 'experiment' })
  if (needs.length === 0) {
    await begin(change, registry, row, { actor: actor.label, reason })
    return null
  }
  const { id, host, name, module, version, percent, metric, rule } = row
  const request = { experiment: id, host, name, modules: { [module]: version }, percent, metric, rule }
  const waits = await addChange(change, { kind: 'experiment', everyone: wide, request, shown: request, reason, needs, actor, subject: host, hosts: [{ host, dueAt: null, seen: '' }] })
  await change.tx.updateTable('experiment').set({ change_id: waits }).where('id', '=', id).execute()
  return waits
}

/** A second person approved the start. */
export async function startApproved(change: Change, maker: SetMaker, { id, wish: request, reason }: Pick<Selectable<Tables['change']>, 'id' | 'wish' | 'reason'>, actor: string): Promise<void> {
  const row = await experimentRow(change, StoredStart.parse(request).experiment)
  await requireAlone(change, row)
  const revision = await begin(change, maker, row, { actor, reason })
  await change.tx.updateTable('change').set({ state: 'applied' }).where('id', '=', id).execute()
  await change.tx.updateTable('change_host').set({ state: 'applied', revision }).where('change_id', '=', id).execute()
}

/** Gives some sessions arm B from now on. Answers the tenant's revision. */
async function begin(change: Change, maker: SetMaker, row: Row, { actor, reason }: { readonly actor: string; readonly reason: string }): Promise<number> {
  const { id, host, name, module, version, percent, metric, rule } = row
  const { pointer, current, next } = await effectOn(change, host, wantedOf(row))
  const baseline = current.choice[module]
  const rollout = next.rollouts.find(({ modules }) => module in modules)
  if (baseline === undefined || !rollout) throw new ServiceError(409, 'NoRelease', `${host} has no version of ${module} to compare with`)
  await pointTo(change, maker, { actor, reason: reason || name, action: 'experiment' }, host, pointer, next)
  await change.tx.updateTable('experiment').set({ baseline, rollout_id: rollout.id, started_at: change.at, tally: JSON.stringify(freshTally(metric)) }).where('id', '=', id).execute()
  await change.record({ actor, action: 'start experiment', subject: `experiment ${id}`, before: null, after: { host, module, a: baseline, b: version, percent, metric, rule }, reason })
  return (pointer?.revision ?? 0) + 1
}
