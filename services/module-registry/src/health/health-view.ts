import type { Trace } from '@checkin/registry'
import { readSupportCode } from '@checkin/releases/support-code'
import { anyOf, ServiceError, type Database } from '@checkin/server'
import { type ErrorGroups, type Health, type Live, vitalBounds, type VitalName } from '@checkin/telemetry'
import { type Actor, reaches, withinReach } from '../access/actor.ts'
import type { Tables } from '../storage/tables.ts'
import { oddsOf, worstScreen } from './canary-comparison.ts'
import { storedComparison } from './evaluate-canaries.ts'
import { evidenceOf } from './rise-test.ts'
import { baselineWatch, StoredWatch } from './watch-baselines.ts'

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
    versions: [...Map.groupBy(minutes, key).values()].flatMap((rows) => {
      const [head] = rows
      if (!head) return []
      const course = rows.map(({ minute, good, bad }) => ({ minute: minute.toISOString(), sessions: good + bad, bad }))
      return [{ host: head.host, module: head.module, version: head.version, sessions: total(course.map((each) => each.sessions)), bad: total(course.map((each) => each.bad)), course }]
    }),
    vitals: [...Map.groupBy(vitals, (row) => `${key(row)} ${row.name}`).values()].flatMap((rows) => {
      const [head] = rows
      if (!head) return []
      const buckets = head.buckets.map((_count, at) => total(rows.map((row) => row.buckets[at] ?? 0)))
      return [{ host: head.host, module: head.module, version: head.version, name: head.name, count: total(buckets), p75: p75(buckets, head.name) }]
    }),
    steps,
    verdicts: results.map((row) => ({
      host: row.host, module: row.module, version: row.version, rollout: row.rollout_id, baseline: row.baseline, outcome: row.outcome,
      ...(row.rollout_id === baselineWatch ? watched(row.state) : compared(row)), updatedAt: row.updated_at.toISOString(),
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

type Figures = Pick<Health['verdicts'][number], 'canary' | 'base' | 'stuck' | 'odds'>

function compared(row: { readonly state: unknown; readonly screens: unknown }): Figures {
  const comparison = storedComparison(row)
  const screen = worstScreen(comparison)
  return {
    canary: comparison.sessions.canary, base: comparison.sessions.baseline,
    stuck: screen ? { step: screen.step, canary: screen.test.canary, base: screen.test.baseline } : null, odds: Math.min(oddsOf(comparison), 1e12),
  }
}

function watched(stored: unknown): Figures {
  const state = StoredWatch.parse(stored)
  return { canary: state.recent, base: state.usual.history, stuck: null, odds: evidenceOf(state) }
}

const total = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0)

function p75(buckets: readonly number[], name: string): number | null {
  const wanted = total(buckets) * 0.75
  let seen = 0
  const at = buckets.findIndex((count) => (seen += count) >= wanted)
  return vitalBounds[name as VitalName][at] ?? null
}

/** What went wrong, over all tenants or one. */
export async function errorGroups({ kysely }: Database<Tables>, { host, module, limit, reader }: { readonly host?: string | undefined; readonly module?: string | undefined; readonly limit: number; readonly reader: Pick<Actor, 'hosts'> }): Promise<ErrorGroups> {
  const rows = await kysely.selectFrom('error_group').selectAll().where(withinReach(reader))
    .$if(host !== undefined, (query) => query.where('host', '=', host ?? '')).$if(module !== undefined, (query) => query.where('module', '=', module ?? ''))
    .orderBy('last_at', 'desc').limit(5000).execute()
  const groups = Map.groupBy(rows, (row) => [row.module, row.version, row.phase, row.reason, row.step].join('\n'))
  return {
    groups: [...groups.values()].slice(0, limit).flatMap((group) => {
      const [head] = group
      if (!head) return []
      return [{
        module: head.module, version: head.version, phase: head.phase, reason: head.reason, step: head.step, count: total(group.map(({ count }) => count)), hosts: group.map((row) => row.host).sort(),
        firstAt: new Date(Math.min(...group.map((row) => row.first_at.getTime()))).toISOString(), lastAt: head.last_at.toISOString(),
      }]
    }),
  }
}

/** What renters are running now. */
export async function liveView({ kysely }: Database<Tables>, since: Date, reader: Pick<Actor, 'hosts'>): Promise<Live> {
  const rows = await kysely.selectFrom('live_minute').select(['host', 'set_id']).select(({ fn }) => fn.sum<string>('visits').as('visits'))
    .where('minute', '>=', since).where(withinReach(reader)).groupBy(['host', 'set_id']).orderBy('host').orderBy('set_id').execute()
  const members = await kysely.selectFrom('release_set_member').selectAll().where('set_id', '=', anyOf([...new Set(rows.map((row) => row.set_id))])).orderBy('name').execute()
  const sets = rows.map(({ host, set_id: setId, visits: loads }) => ({
    host, setId, visits: Number(loads), modules: Object.fromEntries(members.filter((each) => each.set_id === setId).map(({ name, version }) => [name, version])),
  }))
  const byVersion = Map.groupBy(sets.flatMap(({ host, visits: loads, modules }) => Object.entries(modules).map(([module, version]) => ({ host, loads, module, version }))), ({ module, version }) => `${module} ${version}`)
  return {
    sets,
    versions: [...byVersion.values()].flatMap((group) => {
      const [head] = group
      return head ? [{ module: head.module, version: head.version, visits: total(group.map(({ loads }) => loads)), hosts: [...new Set(group.map(({ host }) => host))] }] : []
    }).sort((one, other) => one.module.localeCompare(other.module) || other.visits - one.visits),
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
  const members = await kysely.selectFrom('release_set_member').select(['name', 'version']).where('set_id', '=', setId).orderBy('name').execute()
  const edge = (instants: readonly Date[], pick: (...times: number[]) => number): string | null =>
    (instants.length === 0 ? null : new Date(pick(...instants.map((instant) => instant.getTime()))).toISOString())
  return {
    ...rest, at: at.toISOString(), setId, modules: Object.fromEntries(members.map(({ name, version }) => [name, version])),
    group: {
      count: groups.reduce((sum, { count }) => sum + count, 0), hosts: groups.map(({ host }) => host),
      firstAt: edge(groups.map((group) => group.first_at), Math.min), lastAt: edge(groups.map((group) => group.last_at), Math.max),
    },
  }
}
