import { startProgram } from '../program.ts'
import { keep, progress } from '../report.ts'
import { arrive, most, risingRates, shown, type Load, type Outcome } from './arrivals.ts'
import { base, withProduct } from './product-under-load.ts'
import { caller } from './renters.ts'

/** Not the product's: those of the demo end at base + 25. */
const barePort = base + 40

/**
 * `npm run bench -- api [seconds]`: the calls of a check-in at rising rates, each for so many seconds, against reservation-api of a whole product
 * and against a bare server with one query, on one PostgreSQL, by turns, with the generator on the same processors.
 */
export async function apiBench(args: readonly string[]): Promise<void> {
  const seconds = Number(args[0] ?? 5)
  await withProduct(async ({ postgres, mixed: callsOf }) => {
    const mixed = callsOf()
    const stopBare = await progress('the bare server', () => startProgram('bench/src/api/bare-server.ts', { DATABASE_URL: postgres.adminUrl, BENCH_PORT: String(barePort) }, /ready/))
    const bare = caller(barePort, base)
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
    await keep('api', { seconds, sustained, turns: turns.map((turn) => ({ api: shown(turn.api), bare: shown(turn.bare) })) })
    bare.close()
    await stopBare()
  })
}
