import type { ExperimentArm, ExperimentDetail, ExperimentMetric, ExperimentState, ExperimentView } from '@checkin/registry'
import type { Selectable } from 'kysely'
import { type Actor, withinReach } from '../access/actor.ts'
import { freezesAt } from '../changes/freezes.ts'
import { shareOf } from '../health/journeys-view.ts'
import { meanOf } from '../health/journey-values.ts'
import { findPointer, releaseOf } from '../releases/pointer.ts'
import { openSuspensions } from '../releases/suspensions.ts'
import type { Queries } from '../storage/ledger.ts'
import type { Tables } from '../storage/tables.ts'
import { tenantOptions } from '../tenants/tenant-options.ts'
import { type Arm, oddsOf } from './tally.ts'

type Row = Selectable<Tables['experiment']>

const dayMs = 86_400_000

/** When a running experiment ends at the latest. */
export const untilOf = (startedAt: Date, { rule }: Pick<Row, 'rule'>): Date => new Date(startedAt.getTime() + rule.mostDays * dayMs)

/** An arm's metric with its 95 % interval, as for every version (DEC-323, DEC-346). */
function armView({ kind }: ExperimentMetric, { sessions, sum, squares }: Arm): ExperimentArm {
  if (kind !== 'completion') { const { mean, interval } = meanOf({ count: sessions, sum, squares }); return { sessions, value: mean, interval } }
  return { sessions, value: sessions === 0 ? null : sum / sessions, interval: shareOf(sum, sessions).interval }
}

/** Experiments that a reader reaches, newest first. */
export async function experimentViews(queries: Queries, reader: Pick<Actor, 'hosts'>, at: Date, id?: number): Promise<ExperimentView[]> {
  const rows = await queries.selectFrom('experiment').selectAll().where(withinReach(reader)).$if(id !== undefined, (query) => query.where('id', '=', id ?? 0)).orderBy('id', 'desc').limit(200).execute()
  if (rows.length === 0) return []
  const waiting = await queries.selectFrom('change').select('id').where('kind', '=', 'experiment').where('state', '=', 'waiting').execute()
  const [suspensions, frozen] = [await openSuspensions(queries), await freezesAt(queries, at)]
  const pausedBy = async ({ host, rollout_id: rolloutId }: Row): Promise<'suspended' | 'frozen' | null> => {
    if (suspensions.some((each) => each.host === host && each.rollout_id === rolloutId)) return 'suspended'
    return frozen(host, (await tenantOptions({ tx: queries }, host)).timeZone) === null ? null : 'frozen'
  }
  const stateOf = async (row: Row): Promise<ExperimentState> => {
    const { baseline, started_at: startedAt, ended_at: endedAt, ended_as: end, ended_by: by } = row
    const ran = baseline !== null && startedAt !== null ? { a: baseline, since: startedAt.toISOString() } : null
    if (endedAt !== null && end !== null && by !== null) return { state: 'ended', end, at: endedAt.toISOString(), by, ran }
    if (ran && startedAt) return { state: 'running', ...ran, until: untilOf(startedAt, row).toISOString(), paused: await pausedBy(row) }
    return { state: 'planned', change: waiting.some((change) => change.id === row.change_id) ? row.change_id : null }
  }
  const armsOf = async (row: Row): Promise<Pick<ExperimentView, 'version' | 'settings'>> => {
    const { module, version, settings: b, baseline_settings: own } = row
    if (b === null) return { version }
    if (own !== null) return { version, settings: { a: own, b } }
    const { choice, settings } = await releaseOf({ tx: queries }, await findPointer({ tx: queries }, row.host))
    return { version: choice[module] ?? version, settings: { a: settings[module] ?? {}, b } }
  }
  return Promise.all(rows.map(async (row) => ({
    id: row.id, host: row.host, name: row.name, module: row.module, ...await armsOf(row), percent: row.percent, metric: row.metric, rule: row.rule,
    state: await stateOf(row),
    figures: row.tally && { a: armView(row.metric, row.tally.a), b: armView(row.metric, row.tally.b), odds: oddsOf(row.tally, row.metric, row.rule) },
    reason: row.reason, actor: row.actor, at: row.at.toISOString(),
  })))
}

/** One of them with its course; undefined where there is none within reach. */
export async function experimentDetail(queries: Queries, reader: Pick<Actor, 'hosts'>, at: Date, id: number): Promise<ExperimentDetail | undefined> {
  const [view] = await experimentViews(queries, reader, at, id)
  if (!view) return undefined
  const points = await queries.selectFrom('experiment_point').selectAll().where('experiment_id', '=', id).orderBy('at').execute()
  return { ...view, course: points.map((point) => ({ at: point.at.toISOString(), a: armView(view.metric, point.a), b: armView(view.metric, point.b) })) }
}
