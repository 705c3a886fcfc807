import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Postgres } from '@checkin/server/postgres'
import { startProgram } from '../program.ts'
import { keep, percentile, progress } from '../report.ts'
import { arrive, shown, type Outcome } from './arrivals.ts'
import { base, startAnotherApi, withProduct } from './product-under-load.ts'
import { adminAddress, costOfCall, openAdmin, round, type Cost } from './readings.ts'
import { caller, journey } from './renters.ts'

/** Not the product's: those of the demo end at base + 25. The API that is measured answers four above its first port. */
const [barePort, apiBase, bareCount, apiCount] = [base + 40, base + 60, base + 51, base + 52]
/** Fewer than the calls that the API works on at once at least, so that none is turned away. */
const callers = 12
const wanted = { ratio: 0.7, rate: 1000, p99Ms: 150 } as const

const counter = join(dirname(fileURLToPath(import.meta.url)), 'count-queries.ts')
const counted = (port: number) => ({ NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import ${counter}`.trim(), BENCH_COUNT_PORT: String(port) })

/** How much of what the bare server does the API does; undefined where one of both was not measured. */
export const ratioOf = (api: number | undefined, bare: number | undefined): number | undefined => (api !== undefined && bare !== undefined && bare > 0 && api > 0 ? round(api / bare) : undefined)

/** The middle of those that were measured. */
const middle = (values: readonly (number | undefined)[]): number | undefined => {
  const measured = values.filter((value) => value !== undefined)
  return measured.length === 0 ? undefined : round(percentile(measured, 0.5))
}
const said = (value: number | undefined): string => (value === undefined ? 'not measured' : String(value))
const row = (server: string, { rate, notServed, queries, transactions, processorMs, databaseMs, load }: Cost) =>
  ({ server, 'calls/s': rate, 'not served': notServed, 'queries per call': queries, 'transactions per call': transactions, 'processor ms per call': processorMs, 'database ms per call': databaseMs, load })

const startBare = (postgres: Postgres) => startProgram('bench/src/api/bare-server.ts', { DATABASE_URL: adminAddress(postgres), BENCH_PORT: String(barePort), ...counted(bareCount) }, /ready/)

/**
 * `npm run bench -- api [seconds] [turns] [kinds]`: what the calls of a check-in cost an API process, and one row a bare server on the same PostgreSQL, by turns, with the
 * generator on the same processors; then what each kind of call costs by itself (for `kinds` seconds each, 0 for none), and how a steady rate is answered.
 */
export async function apiBench(args: readonly string[]): Promise<void> {
  const [seconds = 5, turns = 3, kindSeconds = 2] = args.map(Number)
  await withProduct(async ({ postgres, folder, mixed: callsOf }) => {
    const stopApi = await progress('the measured API', () => startAnotherApi({ postgres, folder }, apiBase, counted(apiCount)))
    const stopBare = await progress('the bare server', () => startBare(postgres))
    const admin = await openAdmin(postgres)
    const bare = caller(barePort, base)
    try {
      const mixed = callsOf(apiBase + 4)
      const oneRow = async (): Promise<Outcome> => ((await bare.call('GET', `/B${1 + Math.floor(Math.random() * 10_000)}`)).status === 200 ? 'served' : 'failed')
      const ofApi = (request: () => Promise<Outcome>, forSeconds: number) => costOfCall(admin, { ports: [apiCount], callers, seconds: forSeconds }, request)
      const ofBare = () => costOfCall(admin, { ports: [bareCount], callers, seconds }, oneRow)
      await progress('warming up', async () => { await ofApi(mixed, 2 * seconds); await ofBare() })
      const courses: { readonly api: Cost; readonly bare: Cost }[] = []
      for (let turn = 1; turn <= turns; turn += 1) courses.push(await progress(`turn ${turn}`, async () => ({ api: await ofApi(mixed, seconds), bare: await ofBare() })))
      console.table(courses.flatMap((each) => [row('reservation-api', each.api), row('bare', each.bare)]))
      const kinds = []
      if (kindSeconds > 0) for (const step of journey) kinds.push({ call: step.name, ...await ofApi(callsOf(apiBase + 4, [step]), kindSeconds) })
      console.table(kinds.map(({ call, ...cost }) => row(call, cost)))
      const steady = shown([await progress(`${wanted.rate} calls a second`, () => arrive(wanted.rate, seconds, mixed))])
      console.table(steady)
      const ratio = {
        byRate: middle(courses.map(({ api, bare: { rate } }) => ratioOf(api.rate, rate))), byProcessor: middle(courses.map((each) => ratioOf(each.bare.processorMs, each.api.processorMs))),
      }
      console.log(`The middle turn carries ${said(ratio.byRate)} of the bare server's calls a second, and by processor time ${said(ratio.byProcessor)} (wanted ${wanted.ratio}; ${wanted.rate} calls/s within ${wanted.p99Ms} ms)`)
      await keep('api', { seconds, wanted, ratio, courses, kinds, steady })
    } finally {
      bare.close()
      await admin.end()
      await stopBare()
      await stopApi()
    }
  })
}
