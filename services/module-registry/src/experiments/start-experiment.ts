import { isDeepStrictEqual } from 'node:util'
import type { ExperimentSpec } from '@checkin/registry'
import { effectiveSettings, type SettingValues } from '@checkin/releases'
import { ServiceError } from '@checkin/server'
import type { Selectable } from 'kysely'
import * as z from 'zod'
import type { Actor } from '../access/actor.ts'
import { requireNotFrozen } from '../changes/freezes.ts'
import { addChange } from '../changes/pending-change.ts'
import { requireNoOtherPlan } from '../changes/plan-waves.ts'
import { effectOn, type WantedRelease } from '../changes/release-change.ts'
import { reviewed } from '../changes/second-person.ts'
import type { Registry } from '../registry.ts'
import { pointTo } from '../releases/point-to.ts'
import { findPointer, releaseOf } from '../releases/pointer.ts'
import { checkedManifests, type SetMaker, unknownVersion } from '../releases/sets.ts'
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

/** What a start asks for: a rollout of another version, or of settings of the one that everybody has. */
const wantedOf = ({ module, version, settings, percent }: Row): WantedRelease =>
  ({ modules: { [module]: version }, percent, cohorts: [], settings: {}, ...(settings !== null && { arm: { [module]: settings } }) })

/** What would be arm B. */
type ArmB = Pick<ExperimentSpec, 'host' | 'module'> & { readonly version?: string | undefined; readonly settings?: SettingValues | null | undefined }

/**
 * The version that arm B has: a published one, or, where settings are compared, the one that everybody has, with values that it can have and that are not what everybody has. Throws
 * UnknownVersion; NoRelease, SameSettings and what a set with them would.
 */
export async function versionOfArm(change: Change, { assets }: Pick<SetMaker, 'assets'>, { host, module, version: wanted, settings }: ArmB): Promise<string> {
  if (settings == null) {
    const row = await change.tx.selectFrom('module_version').select('withdrawn_at').where('name', '=', module).where('version', '=', wanted ?? '').executeTakeFirst()
    if (!row || row.withdrawn_at !== null || wanted === undefined) throw unknownVersion(module, wanted ?? '')
    return wanted
  }
  const { choice, settings: own } = await releaseOf(change, await findPointer(change, host))
  const version = choice[module]
  if (version === undefined) throw noVersion(host, module)
  const { modules } = await checkedManifests(change, assets, { choice, settings: { ...own, [module]: settings } })
  const specs = modules[module]?.settings ?? {}
  // What is set to its default and what is not set are one thing to a renter: two such arms would never differ.
  if (isDeepStrictEqual(effectiveSettings(specs, settings), effectiveSettings(specs, own[module]))) throw new ServiceError(409, 'SameSettings', `Everybody of ${host} has these settings of ${module} already`)
  return version
}

const noVersion = (host: string, module: string): ServiceError => new ServiceError(409, 'NoRelease', `${host} has no version of ${module} to compare with`)

/** The same experiment, of settings with the version that everybody has now: it was planned beside another, maybe. */
const asItStarts = async (change: Change, maker: Pick<SetMaker, 'assets'>, row: Row): Promise<Row> => (row.settings === null ? row : { ...row, version: await versionOfArm(change, maker, row) })

/** Refuses a start beside anything that gives, or will give, sessions of the tenant another version of the module or other settings. Throws Frozen, ExperimentRunning, RolloutRunning. */
async function requireAlone(change: Change, { host, module, version }: Row): Promise<void> {
  await requireNotFrozen(change, [host])
  const other = (await runningExperiments(change.tx, [host])).find((each) => each.module === module)
  if (other) throw new ServiceError(409, 'ExperimentRunning', `Experiment ${other.id} compares ${other.settings === null ? 'versions' : 'settings'} of ${module} on ${host} already`)
  const rollout = (await findPointer(change, host))?.rollouts.find(({ modules }) => module in modules)
  if (rollout) throw new ServiceError(409, 'RolloutRunning', `A rollout of ${module} is running on ${host}; finish it or go back first`)
  await requireNoOtherPlan(change, { hosts: [host], modules: { [module]: version }, hasWaves: true })
}

/** An experiment starts, or waits for a second person as a rollout of the version would. Answers the change that waits; null where it started. */
export async function submitExperiment(change: Change, registry: Registry, planned: Row, { actor, reason }: { readonly actor: Actor; readonly reason: string }): Promise<number | null> {
  await requireAlone(change, planned)
  const row = await asItStarts(change, registry, planned)
  const { wide, needs } = await reviewed(change, registry, { hosts: [row.host], everyone: false, wanted: wantedOf(row), actor, action: 'experiment' })
  if (needs.length === 0) {
    await begin(change, registry, row, { actor: actor.label, reason })
    return null
  }
  const { id, host, name, module, version, settings, percent, metric, rule } = row
  const request = { experiment: id, host, name, modules: { [module]: version }, ...(settings !== null && { settings: { [module]: settings } }), percent, metric, rule }
  const waits = await addChange(change, { kind: 'experiment', everyone: wide, request, shown: request, reason, needs, actor, subject: host, hosts: [{ host, dueAt: null, seen: '' }] })
  await change.tx.updateTable('experiment').set({ change_id: waits }).where('id', '=', id).execute()
  return waits
}

/** A second person approved the start. */
export async function startApproved(change: Change, maker: SetMaker, { id, wish: request, reason }: Pick<Selectable<Tables['change']>, 'id' | 'wish' | 'reason'>, actor: string): Promise<void> {
  const planned = await experimentRow(change, StoredStart.parse(request).experiment)
  await requireAlone(change, planned)
  const row = await asItStarts(change, maker, planned)
  const revision = await begin(change, maker, row, { actor, reason })
  await change.tx.updateTable('change').set({ state: 'applied' }).where('id', '=', id).execute()
  await change.tx.updateTable('change_host').set({ state: 'applied', revision }).where('change_id', '=', id).execute()
}

/** Gives some sessions arm B from now on. Answers the tenant's revision. */
async function begin(change: Change, maker: SetMaker, row: Row, { actor, reason }: { readonly actor: string; readonly reason: string }): Promise<number> {
  const { id, host, name, module, version, settings, percent, metric, rule } = row
  const { pointer, current, next } = await effectOn(change, host, wantedOf(row))
  const baseline = current.choice[module]
  const rollout = next.rollouts.find(({ modules }) => module in modules)
  if (baseline === undefined || !rollout) throw noVersion(host, module)
  const own = settings === null ? null : current.settings[module] ?? {}
  await pointTo(change, maker, { actor, reason: reason || name, action: 'experiment' }, host, pointer, next)
  await change.tx.updateTable('experiment').set({ version, baseline, baseline_settings: own === null ? null : JSON.stringify(own), rollout_id: rollout.id, started_at: change.at, tally: JSON.stringify(freshTally(metric)) }).where('id', '=', id).execute()
  await change.record({ actor, action: 'start experiment', subject: `experiment ${id}`, before: null, after: { host, module, a: baseline, b: version, ...(settings !== null && { settings: { a: own, b: settings } }), percent, metric, rule }, reason })
  return (pointer?.revision ?? 0) + 1
}
