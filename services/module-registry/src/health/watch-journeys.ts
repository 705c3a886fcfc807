import { stayBounds, type ReportBatch } from '@checkin/telemetry'
import { sql } from 'kysely'
import { choiceOf, findPointer } from '../releases/pointer.ts'
import type { Change } from '../storage/ledger.ts'
import { merged } from './merged.ts'
import { leastHistory, type Usual } from './rise-test.ts'
import type { Counts } from './sequential-test.ts'
import { learnFromMs, observe, type RisenVersion } from './watch-baselines.ts'

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
  const risen: RisenVersion[] = []
  for (const row of rowsOf(batch)) {
    const pointer = await findPointer(change, row.host)
    if (!pointer || (await choiceOf(change, pointer.setId))[row.module] !== row.version) continue
    const key = { host: row.host, module: row.module, version: row.version }
    for (const [cause, [good, bad]] of Object.entries(measures) as [Measure, (typeof measures)[Measure]][]) {
      const counts = { sessions: row[good] + row[bad], bad: row[bad] }
      if (counts.sessions > 0 && (await observe(change, key, counts, { id: `pinned ${cause}`, usual: () => usualOf(change, key, cause) }))) risen.push({ ...key, cause })
    }
  }
  return risen
}

const oddsOf = ({ sessions, bad }: Counts): number => (bad + 1) / (sessions - bad + 1)

/** What is usual of a measure: null while too little is known of the tenant. */
async function usualOf(change: Pick<Change, 'tx' | 'at'>, { host, module }: Pick<RisenVersion, 'host' | 'module'>, measure: Measure): Promise<Usual | null> {
  const [oldest, newest] = [change.at.getTime() - learnFromMs.oldest, change.at.getTime() - learnFromMs.newest]
  const history = await countsOf(change, { module, measure, of: host, from: oldest, until: newest })
  if (history.sessions < leastHistory) return null
  const othersPast = await countsOf(change, { module, measure, except: host, from: oldest, until: newest })
  const othersNow = await countsOf(change, { module, measure, except: host, from: change.at.getTime() - presentMs, until: change.at.getTime() + 1 })
  const shared = othersPast.sessions < leastHistory || othersNow.sessions < leastPresent ? 1 : Math.max(1, oddsOf(othersNow) / oddsOf(othersPast))
  const odds = oddsOf(history) * wander * shared
  return { history, rate: Math.min(0.95, Math.max(0.02, odds / (1 + odds))) }
}

interface Wanted {
  readonly module: string
  readonly measure: Measure
  readonly of?: string
  readonly except?: string
  readonly from: number
  readonly until: number
}

async function countsOf({ tx }: Pick<Change, 'tx'>, { module, measure, of, except, from, until }: Wanted): Promise<Counts> {
  const [good, bad] = measures[measure]
  const row = await tx.selectFrom('journey_minute').select(({ fn }) => [fn.sum<string | null>(good).as('good'), fn.sum<string | null>(bad).as('bad')])
    .where('module', '=', module).where('minute', '>=', new Date(from)).where('minute', '<', new Date(until))
    .$if(of !== undefined, (query) => query.where('host', '=', of ?? '')).$if(except !== undefined, (query) => query.where('host', '!=', except ?? '')).executeTakeFirstOrThrow()
  return { sessions: Number(row.good ?? 0) + Number(row.bad ?? 0), bad: Number(row.bad ?? 0) }
}
