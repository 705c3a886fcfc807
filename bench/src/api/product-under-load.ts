import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres, type Postgres } from '@checkin/server/postgres'
import { startProgram } from '../program.ts'
import { progress } from '../report.ts'
import type { Outcome } from './arrivals.ts'
import { caller, manyRenters, mixedRequests } from './renters.ts'

/** First port of the product that a benchmark starts. */
export const base = Number(process.env['CHECKIN_BENCH_PORT'] ?? 4700)
const renterCount = 120

/** A product of its own with renters who came by links. */
export interface ProductUnderLoad {
  readonly postgres: Postgres
  /** Its data folder, with the secrets of its services. */
  readonly folder: string
  /** Any call of any renter, to the API at `port` (the product's own unless told). */
  readonly mixed: (port?: number) => () => Promise<Outcome>
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
    await work({ postgres, folder, mixed: (port = base + 4) => mixedRequests(callerAt(port).call, renters, (what) => failures.set(what, (failures.get(what) ?? 0) + 1)) })
    for (const [what, times] of failures) console.log(`failed ${times} times: ${what}`)
    for (const { close } of callers.values()) close()
  } finally {
    for (const end of ends.reverse()) await end()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
