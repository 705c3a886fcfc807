import { readFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startPostgres } from '@checkin/server/postgres'
import { openAdmin, round } from '../api/readings.ts'
import { base, startProgram } from '../program.ts'
import { keep, progress } from '../report.ts'
import { firstScreenBytes } from './page-bytes.ts'
import { processorSeconds } from './processes.ts'
import { checkIns, type Visitor } from './walk.ts'

const host = `costaverde.localhost:${base}`
/** Check-ins under way at the same time. */
const atOnce = 4
const idleSeconds = 60

/**
 * `npm run bench -- cost [check-ins]`: what a whole check-in costs: found, proved by a mailed code, driver with four pictures, an extra, paid by card, the deposit held and
 * the agreement signed, by the calls of the pages through a site server. What the product uses while nobody comes is measured first and taken off.
 */
export async function costBench(args: readonly string[]): Promise<void> {
  const [count = 200] = args.map(Number)
  const folder = await mkdtemp(join(tmpdir(), 'checkin-bench-'))
  const postgres = await progress('PostgreSQL', () => startPostgres({ dataDir: folder, onNotice: () => undefined }))
  const ends: (() => Promise<void>)[] = []
  try {
    ends.push(await progress('the product', () => startProgram('services/demo/src/main.ts', { DATABASE_URL: postgres.url, CHECKIN_PORT: String(base), CHECKIN_DATA_DIR: folder, CHECKIN_LOG_LEVEL: 'warn' }, /Ready\./)))
    const admin = await openAdmin(postgres)
    ends.push(() => admin.end())
    const { rows: [directory] } = await admin.query<{ data_directory: string }>('show data_directory')
    const postmaster = Number((await readFile(join(directory?.data_directory ?? '', 'postmaster.pid'), 'utf8')).split('\n')[0])
    let calls = { number: 0, sent: 0, received: 0 }
    const renters = checkIns(base, { port: base, onCall: ({ sent, received }) => { calls = { number: calls.number + 1, sent: calls.sent + sent, received: calls.received + received } } })
    const walk = async (visitor: Visitor): Promise<void> => {
      await firstScreenBytes(base, host)
      await renters.checksIn(visitor)
      await renters.signsAgreement(visitor)
    }
    await progress('one to warm up', async () => { await walk(await renters.reserves('CV1001')) })
    const visitors: Visitor[] = []
    await progress(`${count} reservations`, async () => { for (let at = 0; at < count; at += 1) visitors.push(await renters.reserves('CV1001')) })
    await delay(10_000)
    const reading = async () => {
      const { rows: [row] } = await admin.query<{ bytes: string; wal: string; mails: string; transactions: string }>(`select pg_database_size(current_database()) as bytes, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as wal,
        (select count(*) from reservation.mail_outbox) as mails, (select xact_commit + xact_rollback from pg_stat_database where datname = current_database()) as transactions`)
      return { processor: await processorSeconds(base, postmaster), bytes: Number(row?.bytes), wal: Number(row?.wal), mails: Number(row?.mails), transactions: Number(row?.transactions) }
    }
    const quiet = await reading()
    await progress(`${idleSeconds} s without anybody`, () => delay(idleSeconds * 1000))
    const before = await reading()
    calls = { number: 0, sent: 0, received: 0 }
    const began = performance.now()
    let next = 0
    await progress(`${count} check-ins`, () => Promise.all(Array.from({ length: atOnce }, async () => {
      for (let at = next++; at < visitors.length; at = next++) await walk(visitors[at] as Visitor)
    })))
    const walked = (performance.now() - began) / 1000
    // Mails leave and jobs are done.
    await delay(15_000)
    const seconds = (performance.now() - began) / 1000
    const after = await reading()
    const each = (total: number): number => round(total / count)
    const per1000 = Object.fromEntries(Object.keys(after.processor).map((name) => {
      const idle = ((before.processor[name] ?? 0) - (quiet.processor[name] ?? 0)) / idleSeconds * seconds
      return [name, round(((after.processor[name] ?? 0) - (before.processor[name] ?? 0) - idle) / count * 1000)]
    }))
    const figures = {
      checkIns: count, seconds: round(walked), processorSecondsPer1000: per1000, idlePercent: Object.fromEntries(Object.keys(before.processor).map((name) => [name, round(((before.processor[name] ?? 0) - (quiet.processor[name] ?? 0)) / idleSeconds * 100)])),
      each: { calls: each(calls.number), bytesSent: Math.round(each(calls.sent)), bytesReceived: Math.round(each(calls.received)), mails: each(after.mails - before.mails), transactions: each(after.transactions - before.transactions), walBytes: Math.round(each(after.wal - before.wal)), databaseBytes: Math.round(each(after.bytes - before.bytes)) },
      firstScreen: await firstScreenBytes(base, host),
    }
    console.table(per1000)
    console.table({ ...figures.each, ...figures.firstScreen })
    await keep('cost', figures)
    renters.close()
  } finally {
    for (const end of ends.reverse()) await end()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
