import { loadavg } from 'node:os'
import type { Postgres } from '@checkin/server/postgres'
import pg from 'pg'
import { percentile } from '../report.ts'
import { saturate, type Outcome } from './arrivals.ts'

/** What a server and its database did since they began. */
interface Reading {
  /** Processor seconds of the measured processes. */
  readonly processor: number
  /** Statements that they sent; undefined where nobody counts them. */
  readonly queries?: number
  /** How often they waited for its answer. */
  readonly roundTrips?: number
  readonly transactions: number
  /** Milliseconds for which connections ran statements. */
  readonly databaseMs: number
}

/** Address of the product's database for somebody who may see the figures of all. */
export const adminAddress = (postgres: Postgres): string => Object.assign(new URL(postgres.adminUrl), { pathname: new URL(postgres.url).pathname }).href

/** Opens a connection that reads the figures of the product's database. */
export async function openAdmin(postgres: Postgres): Promise<pg.Client> {
  const admin = new pg.Client({ connectionString: adminAddress(postgres) })
  await admin.connect()
  return admin
}

/** Reads the processes that answer at these ports, and the database. */
async function read(admin: pg.Client, ports: readonly number[]): Promise<Reading> {
  let [processor, queries, roundTrips] = [0, 0, 0]
  for (const port of ports) {
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    processor += Number(/^process_cpu_seconds_total\S* (\S+)/m.exec(metrics)?.[1])
    queries += Number(/^queries_total (\S+)/m.exec(metrics)?.[1])
    roundTrips += Number(/^round_trips_total (\S+)/m.exec(metrics)?.[1])
  }
  // Sessions report what they did at most once a second, and this one sees what was reported when it asks anew.
  await new Promise((wake) => setTimeout(wake, 1100))
  const { rows: [figures] } = await admin.query<{ transactions: string; ms: number }>('select xact_commit + xact_rollback as transactions, active_time as ms from pg_stat_database where datname = current_database()')
  return { processor, ...(Number.isFinite(queries) && { queries, roundTrips }), transactions: Number(figures?.transactions), databaseMs: Number(figures?.ms) }
}

export const round = (value: number): number => Math.round(value * 100) / 100

/** How often one measured value is in another; undefined where one of both was not measured. */
export const ratioOf = (value: number | undefined, of: number | undefined): number | undefined => (value !== undefined && of !== undefined && value > 0 && of > 0 ? round(value / of) : undefined)

/** The middle of those that were measured. */
export function middle(values: readonly (number | undefined)[]): number | undefined {
  const measured = values.filter((value) => value !== undefined)
  return measured.length === 0 ? undefined : round(percentile(measured, 0.5))
}

/** A figure, or that there is none. */
export const said = (value: number | undefined): string => (value === undefined ? 'not measured' : String(value))

/** What a call costs, each value rounded; `served` is 0 where a stall let nothing through, and then no cost is told. */
export interface Cost {
  readonly served: number
  readonly notServed: number
  readonly rate: number
  readonly transactions?: number
  readonly queries?: number
  readonly roundTrips?: number
  readonly processorMs?: number
  readonly databaseMs?: number
  readonly load: number
}

/** Lets so many callers ask again at once for so many seconds, and answers what a call cost the processes behind these ports and their database. */
export async function costOfCall(admin: pg.Client, { ports, callers, seconds }: { readonly ports: readonly number[]; readonly callers: number; readonly seconds: number }, request: () => Promise<Outcome>): Promise<Cost> {
  const before = await read(admin, ports)
  let [served, notServed] = [0, 0]
  const rate = await saturate(callers, seconds, async () => {
    const outcome = await request()
    if (outcome === 'served') served += 1
    else notServed += 1
    return outcome
  })
  const after = await read(admin, ports)
  const each = (total: number): number => round(total / served)
  return {
    served, notServed, rate: round(rate), load: round(loadavg()[0] ?? 0),
    ...(served > 0 && {
      transactions: each(after.transactions - before.transactions), processorMs: each((after.processor - before.processor) * 1000), databaseMs: each(after.databaseMs - before.databaseMs),
      ...(after.queries !== undefined && before.queries !== undefined && { queries: each(after.queries - before.queries) }),
      ...(after.roundTrips !== undefined && before.roundTrips !== undefined && { roundTrips: each(after.roundTrips - before.roundTrips) }),
    }),
  }
}
