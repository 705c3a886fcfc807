import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres, type Postgres } from '@checkin/server/postgres'
import { base, startProgram } from '../program.ts'
import { progress } from '../report.ts'
import type { Outcome } from './arrivals.ts'
import { caller, manyRenters, mixedRequests, type Step } from './renters.ts'

const renterCount = 120

/** A product of its own with renters who came by links. */
export interface ProductUnderLoad {
  readonly postgres: Postgres
  /** Its data folder, with the secrets of its services. */
  readonly folder: string
  /** Any call of any renter, or one of these, to the API at `port` (the product's own unless told). */
  readonly mixed: (port?: number, steps?: readonly Step[]) => () => Promise<Outcome>
}

/** Starts one more API process over the product's database, whose port is four above `first`; answers what stops it. */
export async function startAnotherApi({ postgres, folder }: Pick<ProductUnderLoad, 'postgres' | 'folder'>, first: number, env: Readonly<Record<string, string>> = {}): Promise<() => Promise<void>> {
  const secrets = JSON.parse(await readFile(join(folder, 'secrets.json'), 'utf8')) as Readonly<Record<'proxySecret' | 'codeSecret' | 'documentKey', string>>
  return startProgram('services/reservation-api/src/main.ts', {
    DATABASE_URL: postgres.url, CHECKIN_PORT: String(first), CHECKIN_DATA_DIR: folder, CHECKIN_LOG_LEVEL: 'info', CHECKIN_MODE: 'demo',
    CHECKIN_CODE_SECRET: secrets.codeSecret, CHECKIN_PROXY_SECRET: secrets.proxySecret, CHECKIN_DOCUMENT_KEY: secrets.documentKey, ...env,
  }, /listens on/)
}

/** Starts a whole product on a PostgreSQL of its own, and stops both when the work is done. What failed is printed once, by its answer. */
export async function withProduct(work: (product: ProductUnderLoad) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'checkin-bench-'))
  const postgres = await progress('PostgreSQL', () => startPostgres({ dataDir: folder, onNotice: () => undefined }))
  const ends: (() => Promise<void>)[] = []
  try {
    ends.push(await progress('the product', () => startProgram('services/demo/src/main.ts', { DATABASE_URL: postgres.url, CHECKIN_PORT: String(base), CHECKIN_DATA_DIR: folder, CHECKIN_LOG_LEVEL: 'warn' }, /Ready\./)))
    const callers = new Map<number, ReturnType<typeof caller>>()
    const callerAt = (port: number) => {
      const known = callers.get(port) ?? caller(port, base)
      callers.set(port, known)
      return known
    }
    const renters = await progress(`${renterCount} renters`, () => manyRenters(callerAt(base + 4).call, base + 4, renterCount))
    const failures = new Map<string, number>()
    await work({ postgres, folder, mixed: (port = base + 4, steps) => mixedRequests(callerAt(port).call, renters, (what) => failures.set(what, (failures.get(what) ?? 0) + 1), steps) })
    for (const [what, times] of failures) console.log(`failed ${times} times: ${what}`)
    for (const { close } of callers.values()) close()
  } finally {
    for (const end of ends.reverse()) await end()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
