import { anyOf } from '@checkin/server'
import { stayBounds, type ReportBatch } from '@checkin/telemetry'
import { sql } from 'kysely'
import { choicesOf, findPointers } from '../releases/pointer.ts'
import type { Change } from '../storage/ledger.ts'
import { merged } from './merged.ts'
import { learnFromMs, observe, type Observation } from './observe.ts'
import { leastHistory, type Usual } from './rise-test.ts'
import type { Counts } from './sequential-test.ts'
import type { RisenVersion } from './watch-baselines.ts'

/** The sense of long by which a version that everybody has is watched. */
const slowAt = stayBounds.indexOf(45_000)

/** What is watched, and the columns of its good and bad samples. */
const measures = { slow: ['quick', 'slow'], completion: ['completed', 'unfinished'], sales: ['sold', 'unsold'] } as const
type Measure = keyof typeof measures

/** Half as much again in odds raises no alarm: shares vary over a day. */
const wander = 1.5

/** The other tenants' present, in milliseconds, and the samples that make one. */
const presentMs = 4 * 3_600_000
const leastPresent = 50

type Batch = Pick<ReportBatch, 'stays' | 'journeys'>
type Row = Readonly<Record<'host' | 'module' | 'version', string> & Record<(typeof measures)[Measure][number], number>>

const zero = { quick: 0, slow: 0, completed: 0, unfinished: 0, sold: 0, unsold: 0 }

/** What a batch says of journeys, by version. */
function rowsOf({ stays, journeys }: Batch): Row[] {
  const timed = stays.flatMap(({ host, module, version, quick, slow }) => (quick && slow ? [{ host, module, version, ...zero, quick: quick[slowAt] ?? 0, slow: slow[slowAt] ?? 0 }] : []))
  const ended = journeys.map(({ host, module, version, completed, unfinished, more, less }) => ({ host, module, version, ...zero, completed, unfinished, sold: more[0] ?? 0, unsold: less[0] ?? 0 }))
  return merged([...timed, ...ended], ['host', 'module', 'version'], ['quick', 'slow', 'completed', 'unfinished', 'sold', 'unsold'])
}

/** Adds journeys to the counts of the minute. */
export async function storeJourneys({ tx, at }: Pick<Change, 'tx' | 'at'>, batch: Batch): Promise<void> {
  const rows = rowsOf(batch)
  if (rows.length === 0) return
  const minute = new Date(Math.floor(at.getTime() / 60_000) * 60_000)
  const sum = (column: string) => sql<number>`${sql.ref(`journey_minute.${column}`)} + ${sql.ref(`excluded.${column}`)}`
  await tx.insertInto('journey_minute').values(rows.map((row) => ({ ...row, minute })))
    .onConflict((conflict) => conflict.columns(['host', 'module', 'version', 'minute'])
      .doUpdateSet({ quick: sum('quick'), slow: sum('slow'), completed: sum('completed'), unfinished: sum('unfinished'), sold: sum('sold'), unsold: sum('unsold') })).execute()
}

/**
 * Watches journeys of the versions that everybody has against their tenant's own past of the module, and what the other tenants do meanwhile: where
 * they take longer, complete or sell less than usual as well, that much is no fault of this version. Answers those that have just risen. Nothing
 * is rolled back: an outage looks the same from here (0091).
 */
export async function watchJourneys(change: Pick<Change, 'tx' | 'at'>, batch: Batch): Promise<RisenVersion[]> {
  const rows = rowsOf(batch)
  const pointers = await findPointers(change, rows.map(({ host }) => host))
  const choices = await choicesOf(change, [...pointers.values()].map(({ setId }) => setId))
  const observations = rows.filter(({ host, module, version }) => choices.get(pointers.get(host)?.setId ?? Number.NaN)?.[module] === version)
    .flatMap((row) => (Object.entries(measures) as [Measure, (typeof measures)[Measure]][]).flatMap(([cause, [good, bad]]) => {
      const counts = { sessions: row[good] + row[bad], bad: row[bad] }
      return counts.sessions > 0 ? [{ host: row.host, module: row.module, version: row.version, cause, id: `pinned ${cause}`, counts }] : []
    }))
  const risen = await observe(change, observations, (old) => usualOfTenants(change, old))
  return risen.map(({ host, module, version, cause }) => ({ host, module, version, cause }))
}

const oddsOf = ({ sessions, bad }: Counts): number => (bad + 1) / (sessions - bad + 1)

type Watched = Pick<Observation, 'host' | 'module'> & { readonly cause: Measure }

/** What is usual of a measure: null while too little is known of the tenant. */
async function usualOfTenants(change: Pick<Change, 'tx' | 'at'>, observations: readonly Watched[]): Promise<(observation: Watched) => Usual | null> {
  const now = change.at.getTime()
  const past = await countsOf(change, observations, { from: now - learnFromMs.oldest, until: now - learnFromMs.newest })
  const present = await countsOf(change, observations, { from: now - presentMs, until: now + 1 })
  return (observation) => {
    const history = past.own(observation)
    if (history.sessions < leastHistory) return null
    const [othersPast, othersNow] = [past.others(observation), present.others(observation)]
    const shared = othersPast.sessions < leastHistory || othersNow.sessions < leastPresent ? 1 : Math.max(1, oddsOf(othersNow) / oddsOf(othersPast))
    const odds = oddsOf(history) * wander * shared
    return { history, rate: Math.min(0.95, Math.max(0.02, odds / (1 + odds))) }
  }
}

/** Journeys of a time, of each tenant that is observed and of all others together. */
async function countsOf({ tx }: Pick<Change, 'tx'>, observations: readonly Watched[], { from, until }: { readonly from: number; readonly until: number }) {
  const modules = [...new Set(observations.map(({ module }) => module))]
  const counted = tx.selectFrom('journey_minute').select('module').select(({ fn }) => Object.values(measures).flat().map((column) => fn.sum<string>(column).as(column)))
    .where('module', '=', anyOf(modules)).where('minute', '>=', new Date(from)).where('minute', '<', new Date(until)).groupBy('module')
  const all = new Map((await counted.execute()).map((row) => [row.module, row]))
  const rows = await counted.select('host').groupBy('host').where('host', '=', anyOf([...new Set(observations.map(({ host }) => host))])).execute()
  const own = new Map(rows.map((row) => [`${row.host}\n${row.module}`, row]))
  const of = (row: (typeof rows)[number] | Omit<(typeof rows)[number], 'host'> | undefined, [good, bad]: (typeof measures)[Measure]): Counts => ({ sessions: Number(row?.[good] ?? 0) + Number(row?.[bad] ?? 0), bad: Number(row?.[bad] ?? 0) })
  const ownOf = ({ host, module, cause }: Watched): Counts => of(own.get(`${host}\n${module}`), measures[cause])
  return {
    own: ownOf,
    others: (observation: Watched): Counts => {
      const [total, mine] = [of(all.get(observation.module), measures[observation.cause]), ownOf(observation)]
      return { sessions: total.sessions - mine.sessions, bad: total.bad - mine.bad }
    },
  }
}
