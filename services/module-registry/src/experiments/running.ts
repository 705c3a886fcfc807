import type { ExperimentEnd, Settings } from '@checkin/registry'
import { settingsKey } from '@checkin/releases/settings-key'
import { anyOf, ServiceError } from '@checkin/server'
import type { Selectable } from 'kysely'
import { isForEverybody, type Release, type ReleaseRequest } from '../releases/next-release.ts'
import type { Change, Queries } from '../storage/ledger.ts'
import type { Tables } from '../storage/tables.ts'

/** An experiment that runs: its rollout brings arm B to some sessions. */
export type RunningExperiment = Selectable<Tables['experiment']> & { readonly baseline: string; readonly rollout_id: string; readonly started_at: Date }

const isRunning = (row: Selectable<Tables['experiment']>): row is RunningExperiment => row.baseline !== null && row.rollout_id !== null && row.started_at !== null && row.ended_at === null

/** Running experiments of some tenants, or of all. */
export async function runningExperiments(queries: Queries, hosts?: readonly string[]): Promise<RunningExperiment[]> {
  const rows = await queries.selectFrom('experiment').selectAll().where('started_at', 'is not', null).where('ended_at', 'is', null).$if(hosts !== undefined, (query) => query.where('host', '=', anyOf([...hosts ?? []]))).orderBy('id').execute()
  return rows.filter(isRunning)
}

/**
 * Refuses a change of versions of a module that an experiment of the tenant compares, and where it compares settings one of these: it would compare something else from then on. An
 * emergency for everybody ends the experiment instead. Throws ExperimentRunning.
 */
export function requireNoExperiment(experiments: readonly RunningExperiment[], host: string, request: ReleaseRequest, emergency: boolean | undefined): void {
  if (emergency === true && isForEverybody(request)) return
  const running = experiments.find(({ host: of, module, settings }) => of === host && (module in request.versions || (settings !== null && module in request.settings)))
  if (!running) return
  throw new ServiceError(409, 'ExperimentRunning', `Experiment ${running.id} compares ${running.settings === null ? 'versions' : 'settings'} of ${running.module} on ${host}: stop it first`)
}

/** Per rollout of an experiment of settings, what it brings, whatever became of the experiment. */
export async function armSettings(queries: Queries, rollouts: readonly string[]): Promise<ReadonlyMap<string, Settings>> {
  if (rollouts.length === 0) return new Map()
  const rows = await queries.selectFrom('experiment').select(['rollout_id', 'module', 'settings']).where('rollout_id', '=', anyOf([...new Set(rollouts)])).where('settings', 'is not', null).execute()
  return new Map(rows.flatMap(({ rollout_id: id, module, settings }) => (id === null || settings === null ? [] : [[id, { [module]: settings }] as const])))
}

/** Whether everybody of a tenant has an experiment's arm A no longer: its version, or where settings are compared what is set of it. */
const hasLostArmA = ({ choice, settings }: Release, { module, baseline, settings: b, baseline_settings: a }: RunningExperiment): boolean =>
  choice[module] !== baseline || (b !== null && settingsKey(settings[module]) !== settingsKey(a ?? undefined))

/** A release without rollouts of experiments whose arm A it no longer has, for example because that version was killed. */
export function withoutLostArms(experiments: readonly RunningExperiment[], host: string, release: Release): Release {
  if (release.rollouts.length === 0) return release
  const lost = experiments.filter((each) => each.host === host && hasLostArmA(release, each)).map(({ rollout_id: id }) => id)
  return lost.length === 0 ? release : { ...release, rollouts: release.rollouts.filter(({ id }) => !lost.includes(id)) }
}

/** How somebody else's change took the rollout of an experiment. */
interface Loss {
  readonly host: string
  readonly rollouts: Release['rollouts']
  readonly actor: string
  readonly action: string
  readonly reason: string
}

/** Ends experiments whose rollout a tenant no longer has, whatever took it: canary analysis, a kill, going back or an emergency. */
export async function endLostExperiments(change: Change, experiments: readonly RunningExperiment[], { host, rollouts, actor, action, reason }: Loss): Promise<void> {
  for (const experiment of experiments) {
    if (experiment.host !== host || rollouts.some(({ id }) => id === experiment.rollout_id)) continue
    const isWithdrawn = action === 'take back' || (action === 'kill' && await isKilled(change, experiment))
    await markEnded(change, experiment.id, { end: isWithdrawn ? 'withdrawn' : 'stopped', by: actor, reason })
  }
}

async function isKilled({ tx }: Change, { module, version }: RunningExperiment): Promise<boolean> {
  const row = await tx.selectFrom('module_version').select('withdrawn_at').where('name', '=', module).where('version', '=', version).executeTakeFirst()
  return row !== undefined && row.withdrawn_at !== null
}

/** How an experiment ended, who or what ended it, and why. */
export interface Ending {
  readonly end: ExperimentEnd
  readonly by: string
  readonly reason: string
}

/** Notes that an experiment ended. */
export async function markEnded({ tx, at, record }: Change, id: number, { end, by, reason }: Ending): Promise<void> {
  await tx.updateTable('experiment').set({ ended_at: at, ended_as: end, ended_by: by }).where('id', '=', id).execute()
  await record({ actor: by, action: 'end experiment', subject: `experiment ${id}`, before: null, after: { end }, reason })
}
