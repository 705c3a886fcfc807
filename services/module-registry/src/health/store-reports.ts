import type { ReportBatch } from '@checkin/telemetry'
import { sql } from 'kysely'
import type { Change } from '../storage/ledger.ts'
import { merged } from './merged.ts'

/** Retention of counts: minutes for two weeks, error groups and the codes that lead to them for a month. */
const keptDays = { minutes: 14, errors: 30 } as const

/** Adds a site server's counts to those of the minute. */
export async function storeReports({ tx, at }: Pick<Change, 'tx' | 'at'>, { outcomes, errors, vitals, steps, live, traces, levels }: ReportBatch): Promise<void> {
  const minute = new Date(Math.floor(at.getTime() / 60_000) * 60_000)
  if (outcomes.length > 0) {
    await tx.insertInto('health_minute').values(merged(outcomes, ['host', 'module', 'version'], ['good', 'bad']).map((each) => ({ ...each, minute })))
      .onConflict((conflict) => conflict.columns(['host', 'module', 'version', 'minute'])
        .doUpdateSet({ good: sql`health_minute.good + excluded.good`, bad: sql`health_minute.bad + excluded.bad` })).execute()
  }
  if (live.length > 0) {
    await tx.insertInto('live_minute').values(merged(live.map(({ setId, ...each }) => ({ ...each, set_id: setId })), ['host', 'set_id'], ['visits']).map((each) => ({ ...each, minute })))
      .onConflict((conflict) => conflict.columns(['host', 'set_id', 'minute']).doUpdateSet({ visits: sql`live_minute.visits + excluded.visits` })).execute()
  }
  if (errors.length > 0) {
    await tx.insertInto('error_group').values(merged(errors, ['host', 'module', 'version', 'phase', 'reason', 'step'], ['count']).map((each) => ({ ...each, first_at: at, last_at: at })))
      .onConflict((conflict) => conflict.columns(['module', 'version', 'phase', 'reason', 'step', 'host'])
        .doUpdateSet({ count: sql`error_group.count + excluded.count`, last_at: at })).execute()
  }
  if (steps.length > 0) {
    const rows = merged(steps, ['host', 'module', 'version', 'step'], ['reached', 'left', 'failed']).map(({ left, ...each }) => ({ ...each, left_for_next: left, minute }))
    await tx.insertInto('step_minute').values(rows)
      .onConflict((conflict) => conflict.columns(['host', 'module', 'version', 'step', 'minute'])
        .doUpdateSet({ reached: sql`step_minute.reached + excluded.reached`, left_for_next: sql`step_minute.left_for_next + excluded.left_for_next`, failed: sql`step_minute.failed + excluded.failed` })).execute()
  }
  if (traces.length > 0) {
    // A known code keeps its first report: it is the same one again, or a page invented it.
    await tx.insertInto('trace').values(traces.map(({ setId, ...each }) => ({ ...each, set_id: setId, at }))).onConflict((conflict) => conflict.column('code').doNothing()).execute()
  }
  if (levels) {
    const { pages, resolve, propagation, expired = 0 } = levels
    await tx.insertInto('service_minute').values({ minute, ...pages, expired, resolve: JSON.stringify(resolve), propagation: JSON.stringify(propagation) })
      .onConflict((conflict) => conflict.column('minute').doUpdateSet({
        good: sql`service_minute.good + excluded.good`, failed: sql`service_minute.failed + excluded.failed`, expired: sql`service_minute.expired + excluded.expired`,
        resolve: added('service_minute.resolve', 'excluded.resolve'), propagation: added('service_minute.propagation', 'excluded.propagation'),
      })).execute()
  }
  if (vitals.length > 0) {
    await tx.insertInto('vital_minute').values(mergedVitals(vitals).map(({ buckets, ...key }) => ({ ...key, minute, buckets: JSON.stringify(buckets) })))
      .onConflict((conflict) => conflict.columns(['host', 'module', 'version', 'minute', 'name'])
        .doUpdateSet({ buckets: added('vital_minute.buckets', 'excluded.buckets') })).execute()
  }
}

/** Histograms with the same key as one: a statement may touch a row once. */
function mergedVitals(vitals: ReportBatch['vitals']): ReportBatch['vitals'] {
  const groups = Map.groupBy(vitals, ({ host, module, version, name }) => [host, module, version, name].join('\n'))
  return [...groups.values()].flatMap(([first, ...others]) => (first ? [others.reduce((sum, { buckets }) => ({ ...sum, buckets: sum.buckets.map((count, at) => count + (buckets[at] ?? 0)) }), first)] : []))
}

/** Two histograms as one, bucket by bucket. */
const added = (one: string, other: string) => sql<string>`(select jsonb_agg(a.value::bigint + b.value::bigint order by a.ordinality) from jsonb_array_elements_text(${sql.ref(one)}) with ordinality a
  join jsonb_array_elements_text(${sql.ref(other)}) with ordinality b using (ordinality))`

/** Deletes counts after their retention time. */
export async function deleteOldReports({ tx, at }: Pick<Change, 'tx' | 'at'>): Promise<void> {
  const before = (days: number) => new Date(at.getTime() - days * 86_400_000)
  for (const table of ['health_minute', 'vital_minute', 'step_minute', 'journey_minute', 'journey_value_minute', 'live_minute', 'service_minute'] as const) await tx.deleteFrom(table).where('minute', '<', before(keptDays.minutes)).execute()
  await tx.deleteFrom('trace').where('at', '<', before(keptDays.errors)).execute()
  await tx.deleteFrom('error_stack').where('last_at', '<', before(keptDays.errors)).execute()
  await tx.deleteFrom('error_group').where('last_at', '<', before(keptDays.errors)).execute()
}
