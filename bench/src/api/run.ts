import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@checkin/server/postgres'
import { startProgram } from '../program.ts'
import { keep, progress } from '../report.ts'
import { arrive, sustains, type Load, type Outcome } from './arrivals.ts'
import { caller, manyRenters, mixedRequests } from './renters.ts'

const base = Number(process.env['CHECKIN_BENCH_PORT'] ?? 4700)
/** Not the product's: those of the demo end at base + 25. */
const barePort = base + 40
const renterCount = 120
const rates = [25, 50, 75, 100, 150, 200, 300, 400, 500, 600, 800, 1000, 1250, 1500, 2000, 2500, 3000] as const

/** Raises the rate until the server does not sustain it any more; answers all that was tried. */
async function risingRates(seconds: number, request: () => Promise<Outcome>): Promise<readonly Load[]> {
  const loads: Load[] = []
  for (const rate of rates) {
    const load = await arrive(rate, seconds, request)
    loads.push(load)
    if (!sustains(load)) break
  }
  return loads
}

const most = (loads: readonly Load[]): number => Math.max(0, ...loads.filter(sustains).map(({ rate }) => rate))
const shown = (loads: readonly Load[]) => loads.map(({ rate, served, turnedAway, failed, p50, p99 }) =>
  ({ 'requests/s': rate, served, 'turned away': turnedAway, failed, 'p50, ms': Math.round(p50), 'p99, ms': Math.round(p99) }))

/**
 * `npm run bench -- api [seconds]`: the calls of a check-in at rising rates, each for so many seconds, against reservation-api of a whole product
 * and against a bare server with one query, on one PostgreSQL, by turns, with the generator on the same processors.
 */
export async function apiBench(args: readonly string[]): Promise<void> {
  const seconds = Number(args[0] ?? 5)
  const folder = await mkdtemp(join(tmpdir(), 'checkin-bench-'))
  const postgres = await progress('PostgreSQL', () => startPostgres({ dataDir: folder, onNotice: () => undefined }))
  const ends: (() => Promise<void>)[] = []
  try {
    ends.push(await progress('the product', () => startProgram('services/demo/src/main.ts', { DATABASE_URL: postgres.url, CHECKIN_PORT: String(base), CHECKIN_DATA_DIR: folder, CHECKIN_LOG_LEVEL: 'warn' }, /Ready\./)))
    ends.push(await progress('the bare server', () => startProgram('bench/src/api/bare-server.ts', { DATABASE_URL: postgres.adminUrl, BENCH_PORT: String(barePort) }, /ready/)))
    const api = caller(base + 4, base)
    const bare = caller(barePort, base)
    const renters = await progress(`${renterCount} renters`, () => manyRenters(api.call, base + 4, renterCount))
    const failures = new Set<string>()
    const mixed = mixedRequests(api.call, renters, (what) => failures.add(what))
    const oneRow = async (): Promise<Outcome> => ((await bare.call('GET', `/B${1 + Math.floor(Math.random() * 10_000)}`)).status === 200 ? 'served' : 'failed')
    await progress('warming up', async () => {
      await arrive(40, 5, mixed)
      await arrive(200, 3, oneRow)
    })
    const turns: { api: readonly Load[]; bare: readonly Load[] }[] = []
    for (let turn = 1; turn <= 2; turn += 1) turns.push(await progress(`turn ${turn}`, async () => ({ api: await risingRates(seconds, mixed), bare: await risingRates(seconds, oneRow) })))
    for (const { api: ofApi, bare: ofBare } of turns) {
      console.log('reservation-api, mixed calls of a check-in')
      console.table(shown(ofApi))
      console.log('a bare server, one row')
      console.table(shown(ofBare))
    }
    const sustained = { api: Math.max(...turns.map((turn) => most(turn.api))), bare: Math.max(...turns.map((turn) => most(turn.bare))) }
    console.log(`Sustained (all served, p99 up to 150 ms): reservation-api ${sustained.api}/s, bare ${sustained.bare}/s, ratio ${(sustained.api / sustained.bare).toFixed(2)}`)
    for (const what of failures) console.log(`failed: ${what}`)
    await keep('api', { seconds, sustained, turns: turns.map((turn) => ({ api: shown(turn.api), bare: shown(turn.bare) })) })
    api.close()
    bare.close()
  } finally {
    for (const end of ends.reverse()) await end()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
