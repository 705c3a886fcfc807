import type { ExperimentEnd } from '@checkin/registry'
import { settingsKey } from '@checkin/releases/settings-key'
import { ServiceError } from '@checkin/server'
import { journeyMs, type ReportBatch } from '@checkin/telemetry'
import { system } from '../access/actor.ts'
import { freezeOf } from '../changes/freezes.ts'
import { type CountedArm, isOfArm } from '../health/counted-arm.ts'
import { pointTo } from '../releases/point-to.ts'
import { findPointer, releaseOf } from '../releases/pointer.ts'
import type { SetMaker } from '../releases/sets.ts'
import { endSuspension, suspensionOf } from '../releases/suspensions.ts'
import type { Change } from '../storage/ledger.ts'
import { untilOf } from './experiment-view.ts'
import { type Ending, markEnded, type RunningExperiment, runningExperiments } from './running.ts'
import { added, type Arm, betterArm, freshTally } from './tally.ts'

/** So many points has the course of an experiment that takes its longest time, one a minute at most. */
const pointsOfCourse = 200

type Reported = Pick<ReportBatch, 'journeys' | 'values'>

/**
 * Adds what sites report to the experiments that run. A session is counted when its time is over, so those that began before the start, or while B was withheld, are known by when
 * they are told: nobody was allotted to an arm then, and they count for neither.
 */
export async function countForExperiments(change: Change, reported: Reported): Promise<void> {
  const hosts = new Set([...reported.journeys, ...reported.values].map(({ host }) => host))
  if (hosts.size === 0) return
  for (const experiment of (await runningExperiments(change.tx)).filter(({ host }) => hosts.has(host))) {
    const arms = armsOfExperiment(experiment)
    const [a, b] = [armOf(experiment, arms.a, reported), armOf(experiment, arms.b, reported)]
    if (a.sessions + b.sessions === 0 || !(await wereAllotted(change, experiment))) continue
    const tally = added(experiment.tally ?? freshTally(experiment.metric), experiment.metric, a, b)
    await change.tx.updateTable('experiment').set({ tally: JSON.stringify(tally) }).where('id', '=', experiment.id).execute()
    const partMs = Math.max(60_000, experiment.rule.mostDays * 86_400_000 / pointsOfCourse)
    const point = { a: JSON.stringify(tally.a), b: JSON.stringify(tally.b) }
    await change.tx.insertInto('experiment_point').values({ experiment_id: experiment.id, at: new Date(Math.floor(change.at.getTime() / partMs) * partMs), ...point })
      .onConflict((conflict) => conflict.columns(['experiment_id', 'at']).doUpdateSet(point)).execute()
  }
}

/** Whether the sessions that are told now began while new ones were allotted to both arms. */
async function wereAllotted(change: Change, { host, rollout_id: rolloutId, started_at: startedAt }: RunningExperiment): Promise<boolean> {
  const began = change.at.getTime() - journeyMs
  const suspension = await suspensionOf(change, host, rolloutId)
  const isWithheld = suspension !== null && began >= suspension.suspended_at.getTime() && began < (suspension.ended_at ?? change.at).getTime()
  return began >= startedAt.getTime() && !isWithheld
}

/** Whose sessions are compared: those of two versions, however they are set, or of one version as it is set. */
function armsOfExperiment({ baseline, version, settings, baseline_settings: own }: RunningExperiment): { readonly a: CountedArm; readonly b: CountedArm } {
  if (settings === null) return { a: { version: baseline }, b: { version } }
  return { a: { version: baseline, settings: settingsKey(own ?? undefined) }, b: { version, settings: settingsKey(settings) } }
}

/** What an arm's sessions brought of the metric. */
function armOf({ host, module, metric }: RunningExperiment, arm: CountedArm, { journeys, values }: Reported): Arm {
  const isCounted = (row: Reported['journeys'][number] | Reported['values'][number]): boolean => row.host === host && row.module === module && isOfArm(arm)(row)
  const rows = metric.kind === 'completion'
    ? journeys.filter(isCounted).map(({ completed, unfinished }) => ({ sessions: completed + unfinished, sum: completed, squares: completed }))
    : values.filter(isCounted).flatMap((row) => {
      if (metric.kind === 'time') return [{ sessions: row.finished, sum: row.seconds, squares: row.secondsSquares }]
      return row.currency === metric.currency ? [{ sessions: row.sessions, sum: row.added, squares: row.addedSquares }] : []
    })
  return rows.reduce((sum, row) => ({ sessions: sum.sessions + row.sessions, sum: sum.sum + row.sum, squares: sum.squares + row.squares }), { sessions: 0, sum: 0, squares: 0 })
}

/** Ends every experiment whose figures, time or size say so. One that is suspended or frozen decides nothing: what it counted is kept. */
export async function runExperiments(change: Change, maker: SetMaker): Promise<void> {
  for (const experiment of await runningExperiments(change.tx)) {
    const end = endOf(experiment, change.at)
    if (end === null || await freezeOf(change, experiment.host) !== null || await isSuspended(change, experiment)) continue
    await endExperiment(change, maker, experiment, { end, by: system, reason: `${experiment.name}: ${end}` })
  }
}

async function isSuspended(change: Change, { host, rollout_id: rolloutId }: RunningExperiment): Promise<boolean> {
  const suspension = await suspensionOf(change, host, rolloutId)
  return suspension !== null && suspension.ended_at === null
}

/** How an experiment ends now; null while it goes on. */
function endOf(experiment: RunningExperiment, at: Date): Extract<ExperimentEnd, 'a-better' | 'b-better' | 'no-difference'> | null {
  const { tally, metric, rule, started_at: startedAt } = experiment
  const better = tally && betterArm(tally, metric, rule)
  if (better) return `${better}-better`
  const sessions = tally ? tally.a.sessions + tally.b.sessions : 0
  return at >= untilOf(startedAt, experiment) || (rule.mostSessions !== null && sessions >= rule.mostSessions) ? 'no-difference' : null
}

/** Ends an experiment and gives new sessions what everybody has: A. It asks for no second person and no freeze. */
export async function endExperiment(change: Change, maker: SetMaker, { id, host, rollout_id: rolloutId }: RunningExperiment, ending: Ending): Promise<void> {
  await markEnded(change, id, ending)
  const pointer = await findPointer(change, host)
  const release = await releaseOf(change, pointer)
  try {
    await pointTo(change, maker, { actor: ending.by, reason: ending.reason, action: 'experiment end' }, host, pointer, { ...release, rollouts: release.rollouts.filter((each) => each.id !== rolloutId) })
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    await change.record({ actor: ending.by, action: 'experiment end failed', subject: host, before: null, after: error.code, reason: ending.reason })
  }
  await endSuspension(change, { host, rolloutId, as: 'changed' })
}
