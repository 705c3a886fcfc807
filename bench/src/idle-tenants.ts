import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startPostgres } from '@checkin/server/postgres'
import pg from 'pg'
import { apiPort as port, putCompany, startApi } from './api-alone.ts'
import { keep, progress } from './report.ts'

interface Reading {
  /** Seconds of processor time of the process since its start. */
  readonly processor: number
  readonly transactions: number
  /** Milliseconds for which connections ran statements. */
  readonly databaseMs: number
}

/** Processor time is of the process itself, by its metrics; transactions and the database's time are of all but this program's own connection. */
async function read(admin: pg.Client): Promise<Reading> {
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const [processor] = [...metrics.matchAll(/^process_cpu_seconds_total\S* (\S+)/gm)].map(([, value]) => Number(value))
  // Sessions report what they did at most once a second, and this one sees what was reported when it asks anew.
  const { rows: [figures] } = await admin.query<{ transactions: string; ms: number }>(`select xact_commit + xact_rollback as transactions, active_time as ms from pg_stat_database where datname = current_database()`)
  if (processor === undefined || !figures) throw new Error('the process or the database gave no figures')
  return { processor, transactions: Number(figures.transactions), databaseMs: figures.ms }
}

/** `npm run bench -- idle-tenants [seconds] [tenants]`: what tenants without any work cost one process that takes calls and works, and its database. */
export async function idleTenantsBench(args: readonly string[]): Promise<void> {
  const [seconds = 60, tenants = 10_000] = args.map(Number)
  const folder = await mkdtemp(join(tmpdir(), 'checkin-bench-'))
  const postgres = await progress('PostgreSQL', () => startPostgres({ dataDir: folder, onNotice: () => undefined }))
  const ends: (() => Promise<void>)[] = []
  try {
    ends.push(await progress('the process', () => startApi(postgres.url, folder)))
    await putCompany('company-0')
    const admin = new pg.Client({ connectionString: Object.assign(new URL(postgres.adminUrl), { pathname: new URL(postgres.url).pathname }).href })
    await admin.connect()
    ends.push(() => admin.end())
    await progress(`${tenants} tenants`, () => admin.query(`insert into reservation.tenant (id, host, settings)
      select 'company-' || number, 'company-' || number || '.example', settings from reservation.tenant, generate_series(1, $1::int - 1) as number where id = 'company-0'`, [tenants]))
    // The first look at new tenants reads them all, once, within a minute.
    await progress('the first looks', () => delay(75_000))
    const before = await read(admin)
    await progress(`${seconds} s without work`, () => delay(seconds * 1000))
    const after = await read(admin)
    const figures = {
      tenants, seconds, processorPercent: round((after.processor - before.processor) / seconds * 100),
      transactionsPerMinute: round((after.transactions - before.transactions) / seconds * 60), databasePercent: round((after.databaseMs - before.databaseMs) / seconds / 10),
    }
    console.table(figures)
    await keep('idle-tenants', figures)
  } finally {
    for (const end of ends.reverse()) await end()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const round = (value: number): number => Math.round(value * 100) / 100
