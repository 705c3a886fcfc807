import type { MeanOf } from '@checkin/registry'
import type { Database } from '@checkin/server'
import type { ReportBatch } from '@checkin/telemetry'
import { sql } from 'kysely'
import { withinReach } from '../access/actor.ts'
import type { Change } from '../storage/ledger.ts'
import type { Tables } from '../storage/tables.ts'
import type { HealthWindow } from './health-view.ts'
import { merged } from './merged.ts'

/** Which journeys are asked for. */
export interface JourneyWindow extends HealthWindow {
  readonly module?: string | undefined
}

/** Of a normal distribution, this many standard deviations each way hold 95 of 100. */
export const deviations = 1.959964

/** Of fewer a mean is no figure: amounts are mostly nothing and now and then much. */
const leastOfMean = 20

/** What a mean is made of. */
interface Sums {
  readonly count: number
  readonly sum: number
  readonly squares: number
}

/** By how many standard errors a mean of so many may be off 95 times of 100, by Student's distribution: the first terms of its expansion (Fisher 1926), right to 0.001 from 20 on. */
function studentDeviations(count: number): number {
  const [z, free] = [deviations, count - 1]
  return z + (z ** 3 + z) / (4 * free) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * free ** 2)
}

/** A mean with its 95 % interval, of sums of values and of their squares (DEC-346). */
export function meanOf({ count, sum, squares }: Sums): MeanOf {
  if (count < leastOfMean) return { mean: null, of: count, interval: null }
  const mean = sum / count
  // Rounding may bring the variance of equal values below nothing.
  const variance = Math.max(0, squares - sum * mean) / (count - 1)
  const half = studentDeviations(count) * Math.sqrt(variance / count)
  return { mean, of: count, interval: { low: mean - half, high: mean + half } }
}

const columns = ['sessions', 'added', 'added_squares', 'finished', 'seconds', 'seconds_squares'] as const

/** Adds what sessions were worth and how long they took to the counts of the minute. */
export async function storeJourneyValues({ tx, at }: Pick<Change, 'tx' | 'at'>, values: ReportBatch['values']): Promise<void> {
  if (values.length === 0) return
  const minute = new Date(Math.floor(at.getTime() / 60_000) * 60_000)
  const named = values.map(({ addedSquares, secondsSquares, ...each }) => ({ ...each, added_squares: addedSquares, seconds_squares: secondsSquares }))
  await tx.insertInto('journey_value_minute').values(merged(named, ['host', 'module', 'version', 'currency'], columns).map((each) => ({ ...each, minute })))
    .onConflict((conflict) => conflict.columns(['host', 'module', 'version', 'currency', 'minute']).doUpdateSet(
      Object.fromEntries(columns.map((column) => [column, sql<number>`${sql.ref(`journey_value_minute.${column}`)} + ${sql.ref(`excluded.${column}`)}`])),
    )).execute()
}

/** What a version's sessions are worth, currency by currency, and how long they took. */
export interface JourneyAverages {
  readonly value: (MeanOf & { currency: string })[]
  readonly time: MeanOf
}

/** Where nothing was counted. */
export const noAverages: JourneyAverages = { value: [], time: meanOf({ count: 0, sum: 0, squares: 0 }) }

/** Means of each version at each tenant, by `host module version`. */
export async function journeyAverages({ kysely }: Database<Tables>, { host, module, since, reader }: JourneyWindow): Promise<ReadonlyMap<string, JourneyAverages>> {
  const rows = await kysely.selectFrom('journey_value_minute').select(['host', 'module', 'version', 'currency'])
    .select(({ fn }) => columns.map((column) => fn.sum<string>(column).as(column)))
    .where('minute', '>=', since).where(withinReach(reader))
    .$if(host !== undefined, (query) => query.where('host', '=', host ?? '')).$if(module !== undefined, (query) => query.where('module', '=', module ?? ''))
    .groupBy(['host', 'module', 'version', 'currency']).orderBy('currency').execute()
  const total = (of: readonly (typeof rows)[number][], column: (typeof columns)[number]): number => of.reduce((sum, row) => sum + Number(row[column]), 0)
  return new Map([...Map.groupBy(rows, (row) => `${row.host} ${row.module} ${row.version}`)].map(([key, group]) => [key, {
    value: group.map((row) => ({ currency: row.currency, ...meanOf({ count: Number(row.sessions), sum: Number(row.added), squares: Number(row.added_squares) }) })),
    time: meanOf({ count: total(group, 'finished'), sum: total(group, 'seconds'), squares: total(group, 'seconds_squares') }),
  }]))
}
