import { mkdir, open, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as delay } from 'node:timers/promises'
import { startPostgres, type Postgres } from '@checkin/server/postgres'
import pg from 'pg'
import { openAdmin } from '../api/readings.ts'
import { base, startProgram } from '../program.ts'
import { keep, progress } from '../report.ts'
import { questions } from './calls.ts'
import { fill, type Amount, type References } from './fill.ts'
import { growing } from './growth.ts'
import { dearest, ranStatements, wholeMessages, type StatementCost } from './plans.ts'
import { makeTemplates } from './templates.ts'

const cache = join(dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url))))), '.cache', 'bench-reservations')

const startProduct = (postgres: Postgres, folder: string): Promise<() => Promise<void>> =>
  startProgram('services/demo/src/main.ts', { DATABASE_URL: postgres.url, CHECKIN_PORT: String(base), CHECKIN_DATA_DIR: folder, CHECKIN_LOG_LEVEL: 'warn' }, /Ready\./)

/** The database with so many reservations, kept between runs; filled the first time. Folder of its data beside it. */
async function filled({ reservations, tenants }: Amount): Promise<{ readonly postgres: Postgres; readonly folder: string }> {
  const folder = join(cache, `${reservations}-of-${tenants}`)
  const done = join(folder, 'filled.json')
  const isFilled = await stat(done).then(() => true, () => false)
  if (!isFilled) await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  if (!isFilled) {
    const postgres = await progress('PostgreSQL, as fast as it can', () => startPostgres({ dataDir: folder, durable: false, onNotice: () => undefined }))
    try {
      const stop = await progress('the product', () => startProduct(postgres, folder))
      const references: References = await progress('reservations to copy', async () => {
        try {
          return await makeTemplates(base)
        } finally {
          await stop()
        }
      })
      const admin = await openAdmin(postgres)
      await admin.query(`alter system set max_wal_size = '8GB'`)
      await admin.query('select pg_reload_conf()')
      await admin.end()
      const began = Date.now()
      await fill(() => openAdmin(postgres), { reservations, tenants }, references)
      await writeFile(done, JSON.stringify({ reservations, tenants, minutes: Math.round((Date.now() - began) / 60_000) }))
    } finally {
      await postgres.stop()
    }
  }
  return { postgres: await progress('PostgreSQL', () => startPostgres({ dataDir: folder, onNotice: () => undefined })), folder }
}

/** What connections of now on tell of every statement, those within functions too. */
const explained = ['session_preload_libraries = \'auto_explain\'', 'auto_explain.log_min_duration = 0', 'auto_explain.log_analyze = on', 'auto_explain.log_buffers = on', 'auto_explain.log_format = json', 'auto_explain.log_nested_statements = on', 'auto_explain.log_level = log', 'auto_explain.log_parameter_max_length = 0']

interface Measured {
  readonly statements: readonly StatementCost[]
  readonly questions: readonly { readonly question: string; readonly ms: number; readonly dearest: string; readonly buffers: number }[]
  readonly rows: ReadonlyMap<string, number>
  readonly gigabytes: number
}

/** Asks everything once to warm up and once more with its plans. */
export async function measure(amount: Amount): Promise<Measured> {
  const { postgres, folder } = await filled(amount)
  const admin = await openAdmin(postgres)
  let stop = (): Promise<void> => Promise.resolve()
  try {
    for (const setting of explained) await admin.query(`alter database checkin set ${setting}`)
    stop = await progress('the product', () => startProduct(postgres, folder))
    const { rows: [file] } = await admin.query<{ folder: string }>('show data_directory').then(({ rows }) => ({ rows: rows.map((row) => ({ folder: Object.values(row)[0] ?? '' })) }))
    const log = join(file?.folder ?? '', 'server.log')
    const worker = new pg.Client({ connectionString: postgres.url, options: '-c search_path=reservation' })
    worker.on('error', () => undefined)
    await worker.connect()
    await worker.query('set role checkin_app')
    const all: ReturnType<typeof ranStatements>[number][] = []
    const asked: Measured['questions'][number][] = []
    let from = (await stat(log)).size
    const newStatements = async () => {
      await delay(50)
      const handle = await open(log, 'r')
      const to = (await handle.stat()).size
      const { buffer } = await handle.read(Buffer.alloc(to - from), 0, to - from, from)
      await handle.close()
      const text = buffer.toString('utf8')
      const whole = wholeMessages(text)
      from += Buffer.byteLength(whole)
      return ranStatements(whole)
    }
    // What workers asked meanwhile is counted with the question during which they asked.
    const { all: asks, close } = await questions(base, (statement) => worker.query(statement))
    for (const { name, ask } of asks) {
      all.push(...await newStatements())
      const began = performance.now()
      await ask().catch((error: unknown) => { console.error(`${name}: ${error instanceof Error ? error.message : String(error)}`) })
      const ms = Math.round(performance.now() - began)
      const ran = await newStatements()
      all.push(...ran)
      const [most] = dearest(ran)
      asked.push({ question: name, ms, dearest: most?.statement.slice(0, 200) ?? '', buffers: most?.buffers ?? 0 })
    }
    close()
    await progress('workers alone', () => delay(70_000))
    all.push(...await newStatements())
    const { rows } = await admin.query<{ name: string; rows: string }>(`select relname as name, reltuples::bigint as rows from pg_class where relkind = 'r' and relnamespace = 'reservation'::regnamespace`)
    const { rows: [size] } = await admin.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes')
    await worker.end()
    return { statements: dearest(all), questions: asked, rows: new Map(rows.map((row) => [row.name, Number(row.rows)])), gigabytes: Math.round(Number(size?.bytes) / 1e7) / 100 }
  } finally {
    await admin.end()
    await stop()
    await postgres.stop()
  }
}

/** Statements that read fewer pages than this are kept only where they grow. */
const keptFrom = 1000

/** Statements that pages, companies, operators and workers ask; those by which this program looks are left out. */
const isAsked = ({ statement }: StatementCost): boolean => !/pg_catalog|pg_class|information_schema|pg_settings/.test(statement)

/**
 * `npm run bench -- reservations [millions] [tenants]`: the plan of every statement that is asked often, as PostgreSQL really used it, with so many reservations and with a
 * hundredth of them. The databases are kept in `.cache`, because the larger takes long to fill.
 */
export async function reservationsBench(args: readonly string[]): Promise<void> {
  const [millions = 10, tenants = 200] = args.map(Number)
  const reservations = Math.round(millions * 1_000_000)
  const small = await measure({ reservations: Math.round(reservations / 100), tenants })
  const full = await measure({ reservations, tenants })
  const statements = full.statements.filter(isAsked)
  const grown = growing(statements, small.statements, full.rows)
  console.table(grown.map((one) => ({ ...one, statement: one.statement.slice(0, 120), why: one.why.join('; ') })))
  console.table([...full.questions].sort((one, other) => other.ms - one.ms).slice(0, 10).map(({ question, ms, buffers }) => ({ question, ms, buffers, 'ms of a hundredth': small.questions.find((one) => one.question === question)?.ms })))
  await keep('reservations', {
    reservations, tenants, gigabytes: full.gigabytes, gigabytesOfHundredth: small.gigabytes, rows: Object.fromEntries(full.rows), grown,
    questions: full.questions.map((one) => ({ ...one, msOfHundredth: small.questions.find(({ question }) => question === one.question)?.ms })),
    statements: statements.filter(({ buffers }) => buffers >= keptFrom).map((one) => ({ ...one, buffersOfHundredth: small.statements.find(({ statement }) => statement === one.statement)?.buffers })),
  })
}

/** Fills the databases and measures nothing. */
export const fillOnly = async (amount: Amount): Promise<void> => { await (await filled(amount)).postgres.stop() }
