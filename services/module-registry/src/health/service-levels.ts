import { levelTargets, type ServiceLevels } from '@checkin/registry'
import type { Database } from '@checkin/server'
import { levelBounds } from '@checkin/telemetry'
import type { Selectable } from 'kysely'
import type { Tables } from '../storage/tables.ts'
import { percentile, summed, total } from './histograms.ts'

type Row = Selectable<Tables['service_minute']>

/** Parts of a course: so many fit beside each other. */
const mostParts = 24
const share = 0.99

/** Percentiles of a histogram and whether its target, one of the bounds, holds for 99 of 100. */
export function timesOf(buckets: readonly number[], bounds: readonly number[], target: number): ServiceLevels['resolve'] {
  const count = total(buckets)
  if (count === 0) return { count, p50: null, p99: null, met: null }
  const within = total(buckets.slice(0, bounds.indexOf(target) + 1))
  return { count, p50: percentile(buckets, bounds, 0.5), p99: percentile(buckets, bounds, share), met: within >= count * share }
}

function levelsOf(rows: readonly Row[]): Pick<ServiceLevels, 'availability' | 'resolve' | 'propagation'> {
  const good = total(rows.map((row) => row.good))
  const failed = total(rows.map((row) => row.failed))
  const answers = good + failed
  const times = (name: 'resolve' | 'propagation'): ServiceLevels['resolve'] => {
    return timesOf(summed(rows.map((row) => row[name]), levelBounds[name]), levelBounds[name], levelTargets[name])
  }
  return {
    availability: { good, failed, share: answers === 0 ? null : good / answers, met: answers === 0 ? null : good >= answers * levelTargets.availability },
    resolve: times('resolve'), propagation: times('propagation'),
  }
}

/** How all site servers served in the last minutes, and how that went. */
export async function serviceLevels({ kysely }: Database<Tables>, { minutes, now }: { readonly minutes: number; readonly now: Date }): Promise<ServiceLevels> {
  const since = now.getTime() - minutes * 60_000
  const rows = await kysely.selectFrom('service_minute').selectAll().where('minute', '>=', new Date(since)).orderBy('minute').execute()
  const partMinutes = Math.ceil(minutes / mostParts)
  const partMs = partMinutes * 60_000
  // Parts begin at whole multiples, so that the same minutes stay together from one look to the next.
  const parts = Map.groupBy(rows, ({ minute }) => Math.floor(minute.getTime() / partMs) * partMs)
  return {
    ...levelsOf(rows), expired: total(rows.map(({ expired }) => expired)), targets: levelTargets, bounds: { resolve: [...levelBounds.resolve], propagation: [...levelBounds.propagation] },
    course: [...parts].map(([from, some]) => ({ from: new Date(from).toISOString(), ...levelsOf(some) })), partMinutes,
  }
}
