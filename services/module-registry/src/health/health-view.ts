import type { Request } from '@checkin/http'
import type { listErrors, Trace } from '@checkin/registry'
import { readSupportCode } from '@checkin/releases/support-code'
import { ServiceError, type Database } from '@checkin/server'
import { type ErrorGroups, type Health, type Live, vitalBounds, type VitalName } from '@checkin/telemetry'
import { type Actor, reaches, withinReach } from '../access/actor.ts'
import { choiceOf, choicesOf } from '../releases/pointer.ts'
import type { Tables } from '../storage/tables.ts'
import { oddsOf, worstScreen } from './canary-comparison.ts'
import { storedComparison } from './stored-comparison.ts'
import { percentile, summed, total } from './histograms.ts'
import { type JourneyTests, slowestScreen, weakestSale } from './journey-comparison.ts'
import { evidenceOf } from './rise-test.ts'
import type { TestState } from './sequential-test.ts'
import { StoredWatch } from './observe.ts'
import { baselineWatch } from './watch-baselines.ts'

export interface HealthWindow {
  readonly host?: string | undefined
  readonly since: Date
  /** Sees only what is within its reach. */
  readonly reader: Pick<Actor, 'hosts'>
}

/** How versions do with real sessions. */
export async function healthView(database: Database<Tables>, { host, since, reader }: HealthWindow): Promise<Health> {
  const { kysely } = database
  const minutes = await kysely.selectFrom('health_minute').selectAll().where('minute', '>=', since).where(withinReach(reader)).$if(host !== undefined, (query) => query.where('host', '=', host ?? '')).orderBy('minute').execute()
  const vitals = await kysely.selectFrom('vital_minute').selectAll().where('minute', '>=', since).where(withinReach(reader)).$if(host !== undefined, (query) => query.where('host', '=', host ?? '')).execute()
  const steps = await stepCounts(database, { host, since, reader })
  const results = await kysely.selectFrom('verdict').selectAll().where('updated_at', '>=', since).where(withinReach(reader)).$if(host !== undefined, (query) => query.where('host', '=', host ?? '')).orderBy('updated_at', 'desc').execute()
  const key = (row: { host: string; module: string; version: string }) => `${row.host} ${row.module} ${row.version}`
  return {
    versions: grouped(minutes, key, ({ host: of, module, version }, rows) => {
      const course = rows.map(({ minute, good, bad }) => ({ minute: minute.toISOString(), sessions: good + bad, bad }))
      return { host: of, module, version, sessions: total(course.map((each) => each.sessions)), bad: total(course.map((each) => each.bad)), course }
    }),
    vitals: grouped(vitals, (row) => `${key(row)} ${row.name}`, ({ host: of, module, version, name }, rows) => {
      const buckets = summed(rows.map((row) => row.buckets), vitalBounds[name as VitalName])
      return { host: of, module, version, name, count: total(buckets), p75: percentile(buckets, vitalBounds[name as VitalName], 0.75) }
    }),
    steps,
    verdicts: results.map((row) => ({
      host: row.host, module: row.module, version: row.version, rollout: row.rollout_id, baseline: row.baseline, outcome: row.outcome,
      ...(row.rollout_id.split(' ')[0] === baselineWatch ? { ...watched(row.state), measure: measureOf(row.rollout_id) } : compared(row)), updatedAt: row.updated_at.toISOString(),
    })),
  }
}

async function stepCounts({ kysely }: Database<Tables>, { host, since, reader }: HealthWindow): Promise<Health['steps']> {
  const rows = await kysely.selectFrom('step_minute').select(['host', 'module', 'version', 'step'])
    .select(({ fn }) => [fn.sum<string>('reached').as('reached'), fn.sum<string>('left_for_next').as('left'), fn.sum<string>('failed').as('failed')])
    .where('minute', '>=', since).where(withinReach(reader)).$if(host !== undefined, (query) => query.where('host', '=', host ?? ''))
    .groupBy(['host', 'module', 'version', 'step']).orderBy('host').orderBy('module').orderBy('version').orderBy('step').execute()
  return rows.map(({ reached, left, failed, ...key }) => ({ ...key, reached: Number(reached), left: Number(left), failed: Number(failed) }))
}

type Figures = Pick<Health['verdicts'][number], 'canary' | 'base' | 'stuck' | 'odds' | 'journeys'>

/** What a watch of a version that everybody has is about. */
const measureOf = (id: string) => (['slow', 'completion', 'sales'] as const).find((measure) => id.endsWith(measure)) ?? 'broken'

function compared(row: Parameters<typeof storedComparison>[0]): Figures {
  const comparison = storedComparison(row)
  const screen = worstScreen(comparison)
  return {
    canary: comparison.sessions.canary, base: comparison.sessions.baseline,
    stuck: screen ? { step: screen.step, canary: screen.test.canary, base: screen.test.baseline } : null, odds: Math.min(oddsOf(comparison), 1e12),
    ...(row.journeys !== null && { journeys: journeyFigures(comparison.journeys) }),
  }
}

function journeyFigures(journeys: JourneyTests): NonNullable<Figures['journeys']> {
  const of = ({ canary, baseline }: TestState) => ({ canary, base: baseline })
  const [slow, sale] = [slowestScreen(journeys), weakestSale(journeys)]
  return { slow: slow ? { step: slow.step, ...of(slow.test) } : null, completion: of(journeys.completion), sales: sale ? of(sale.test) : null }
}

function watched(stored: unknown): Figures {
  const state = StoredWatch.parse(stored)
  return { canary: state.recent, base: state.usual.history, stuck: null, odds: evidenceOf(state) }
}

/** One view of each group of rows with the same key, in the order of their first rows. */
const grouped = <Row, View>(rows: readonly Row[], key: (row: Row) => string, view: (first: Row, rows: readonly Row[]) => View): View[] =>
  [...Map.groupBy(rows, key).values()].flatMap((group) => group.slice(0, 1).map((first) => view(first, group)))

/** What went wrong, over all tenants or one. */
export async function errorGroups({ kysely }: Database<Tables>, { host, module, limit, reader }: Request<typeof listErrors>['query'] & Pick<HealthWindow, 'reader'>): Promise<ErrorGroups> {
  const rows = await kysely.selectFrom('error_group').selectAll().where(withinReach(reader))
    .$if(host !== undefined, (query) => query.where('host', '=', host ?? '')).$if(module !== undefined, (query) => query.where('module', '=', module ?? ''))
    .orderBy('last_at', 'desc').limit(5000).execute()
  const groups = grouped(rows, (row) => [row.module, row.version, row.phase, row.reason, row.step].join('\n'), (head, group) => ({
    module: head.module, version: head.version, phase: head.phase, reason: head.reason, step: head.step, count: total(group.map(({ count }) => count)), hosts: group.map((row) => row.host).sort(),
    firstAt: new Date(Math.min(...group.map((row) => row.first_at.getTime()))).toISOString(), lastAt: head.last_at.toISOString(),
  }))
  return { groups: groups.slice(0, limit) }
}

/** What renters are running now. */
export async function liveView({ kysely }: Database<Tables>, since: Date, reader: Pick<Actor, 'hosts'>): Promise<Live> {
  const rows = await kysely.selectFrom('live_minute').select(['host', 'set_id']).select(({ fn }) => fn.sum<string>('visits').as('visits'))
    .where('minute', '>=', since).where(withinReach(reader)).groupBy(['host', 'set_id']).orderBy('host').orderBy('set_id').execute()
  const choices = await choicesOf({ tx: kysely }, rows.map((row) => row.set_id))
  const sets = rows.map(({ host, set_id: setId, visits: loads }) => ({ host, setId, visits: Number(loads), modules: choices.get(setId) ?? {} }))
  const loaded = sets.flatMap(({ host, visits: loads, modules }) => Object.entries(modules).map(([module, version]) => ({ host, loads, module, version })))
  return {
    sets,
    versions: grouped(loaded, ({ module, version }) => `${module} ${version}`, ({ module, version }, group) =>
      ({ module, version, visits: total(group.map(({ loads }) => loads)), hosts: [...new Set(group.map(({ host }) => host))] })).sort((one, other) => one.module.localeCompare(other.module) || other.visits - one.visits),
  }
}

/** The failure behind a support code, as its reader may see it. Throws UnknownTrace. */
export async function traceView({ kysely }: Database<Tables>, typed: string, reader: Pick<Actor, 'hosts'>): Promise<Trace> {
  const code = readSupportCode(typed)
  const found = code === null ? undefined : await kysely.selectFrom('trace').selectAll().where('code', '=', code).executeTakeFirst()
  if (!found || !reaches(reader, found.host)) throw new ServiceError(404, 'UnknownTrace', 'No failure is known under this code, or it is more than 30 days ago')
  const { at, set_id: setId, ...rest } = found
  const groups = await kysely.selectFrom('error_group').select(['host', 'count', 'first_at', 'last_at'])
    .where('module', '=', rest.module).where('version', '=', rest.version).where('phase', '=', rest.phase).where('reason', '=', rest.reason).where('step', '=', rest.step).where(withinReach(reader)).orderBy('host').execute()
  const edge = (instants: readonly Date[], pick: (...times: number[]) => number): string | null =>
    (instants.length === 0 ? null : new Date(pick(...instants.map((instant) => instant.getTime()))).toISOString())
  return {
    ...rest, at: at.toISOString(), setId, modules: await choiceOf({ tx: kysely }, setId),
    group: {
      count: total(groups.map(({ count }) => count)), hosts: groups.map(({ host }) => host),
      firstAt: edge(groups.map((group) => group.first_at), Math.min), lastAt: edge(groups.map((group) => group.last_at), Math.max),
    },
  }
}
