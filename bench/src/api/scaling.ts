import { readFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startProgram } from '../program.ts'
import { keep, percentile, progress } from '../report.ts'
import { saturate, type Outcome } from './arrivals.ts'
import { base, withProduct } from './product-under-load.ts'

const wanted = 1.8
/** First port of the second process; its API is four above. */
const secondBase = base + 60
const apiPorts = [base + 4, secondBase + 4] as const
/**
 * Callers of each process: fewer than the calls that it works on at once at least, so that none is turned away and costs time without being counted. As many for each with
 * two as with one, because a process that is asked by fewer at once wakes for fewer at once, and pays more for each.
 */
const callers = 12

interface Reading {
  /** Processor seconds of each API process since its start. */
  readonly processor: number
  readonly transactions: number
  /** Milliseconds for which connections ran statements. */
  readonly databaseMs: number
}

async function read(admin: pg.Client, ports: readonly number[]): Promise<Reading> {
  let processor = 0
  for (const port of ports) {
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    processor += Number(/^process_cpu_seconds_total\S* (\S+)/m.exec(metrics)?.[1])
  }
  // Sessions report what they did at most once a second, and this one sees what was reported when it asks anew.
  await new Promise((wake) => setTimeout(wake, 1100))
  const { rows: [figures] } = await admin.query<{ transactions: string; ms: number }>('select xact_commit + xact_rollback as transactions, active_time as ms from pg_stat_database where datname = current_database()')
  return { processor, transactions: Number(figures?.transactions), databaseMs: Number(figures?.ms) }
}

const round = (value: number): number => Math.round(value * 100) / 100

/** What a call costs with so many processes, all of them at their most. */
async function measure(admin: pg.Client, ports: readonly number[], seconds: number, requests: readonly (() => Promise<Outcome>)[]) {
  const before = await read(admin, ports)
  let at = 0
  let unserved = 0
  const rate = await saturate(callers * ports.length, seconds, async () => {
    const outcome = await (requests[at++ % requests.length] as () => Promise<Outcome>)()
    if (outcome !== 'served') unserved += 1
    return outcome
  })
  const after = await read(admin, ports)
  const [calls, processor] = [rate * seconds, after.processor - before.processor]
  return {
    processes: ports.length, 'calls/s': round(rate), 'not served': unserved, 'transactions per call': round((after.transactions - before.transactions) / calls),
    'API processor ms per call': round(processor * 1000 / calls), 'database ms per call': round((after.databaseMs - before.databaseMs) / calls), 'calls per API processor second': round(calls / processor),
    load: round(loadavg()[0] ?? 0),
  }
}

/**
 * `npm run bench -- scaling [seconds] [turns]`: what a call of a check-in costs with one API process and with two over one database, by turns. Generator, database and
 * processes share the processors here, so what two would carry with processors of their own is told by what a call costs each: twice as much, less what it costs more.
 */
export async function scalingBench(args: readonly string[]): Promise<void> {
  const [seconds = 10, turns = 9] = args.map(Number)
  await withProduct(async ({ postgres, folder, mixed }) => {
    const secrets = JSON.parse(await readFile(join(folder, 'secrets.json'), 'utf8')) as Readonly<Record<'proxySecret' | 'codeSecret' | 'documentKey', string>>
    const stopSecond = await progress('the second process', () => startProgram('services/reservation-api/src/main.ts', {
      DATABASE_URL: postgres.url, CHECKIN_PORT: String(secondBase), CHECKIN_DATA_DIR: folder, CHECKIN_LOG_LEVEL: 'info', CHECKIN_MODE: 'demo',
      CHECKIN_CODE_SECRET: secrets.codeSecret, CHECKIN_PROXY_SECRET: secrets.proxySecret, CHECKIN_DOCUMENT_KEY: secrets.documentKey,
    }, /listens on/))
    const admin = new pg.Client({ connectionString: Object.assign(new URL(postgres.adminUrl), { pathname: new URL(postgres.url).pathname }).href })
    await admin.connect()
    try {
      const requests = apiPorts.map((port) => mixed(port))
      await progress('warming up', () => measure(admin, apiPorts, 20, requests))
      const courses: Awaited<ReturnType<typeof measure>>[] = []
      const ratios: number[] = []
      for (let turn = 1; turn <= turns; turn += 1) {
        for (const count of turn % 2 === 0 ? [2, 1] : [1, 2]) courses.push(await progress(`turn ${turn}, ${count}`, () => measure(admin, apiPorts.slice(0, count), seconds, requests.slice(0, count))))
        const perSecond = (count: number) => courses.slice(-2).find(({ processes }) => processes === count)?.['calls per API processor second'] ?? Number.NaN
        ratios.push(round(2 * perSecond(2) / perSecond(1)))
      }
      // Of each turn by itself: a shared machine is slower for a minute and faster for the next.
      const ratio = percentile(ratios, 0.5)
      console.table(courses)
      console.log(`Two processes with processors of their own carry ${ratio} times what one does, by turns ${ratios.join(', ')} (wanted ${wanted})`)
      await keep('scaling', { seconds, wanted, ratio, ratios, courses })
    } finally {
      await admin.end()
      await stopSecond()
    }
  })
}
