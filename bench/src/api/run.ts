import { keep, progress } from '../report.ts'
import { arrive, saturate, shown, type Outcome } from './arrivals.ts'
import { counted, startBare } from './bare.ts'
import { base } from '../program.ts'
import { startAnotherApi, withProduct } from './product-under-load.ts'
import { costOfCall, middle, openAdmin, ratioOf, round, said, type Cost } from './readings.ts'
import { timeByLayer, type Profile } from './layers.ts'
import { journey } from './renters.ts'

/** Not the product's: those of the demo end at base + 25. The API that is measured answers four above its first port. */
const [barePort, apiBase, bareCount, apiCount] = [base + 40, base + 60, base + 51, base + 52]
/** Fewer than the calls that the API works on at once at least, so that none is turned away. */
const callers = 12
const wanted = { ratio: 0.7, rate: 1000, p99Ms: 150 } as const

const row = (server: string, { rate, notServed, queries, roundTrips, transactions, processorMs, databaseMs, load }: Cost) =>
  ({ server, 'calls/s': rate, 'not served': notServed, 'queries per call': queries, 'round trips per call': roundTrips, 'transactions per call': transactions, 'processor ms per call': processorMs, 'database ms per call': databaseMs, load })

/**
 * `npm run bench -- api [seconds] [turns] [kinds]`: what the calls of a check-in cost an API process, and one row a bare server on the same PostgreSQL, by turns, with the
 * generator on the same processors; then what each kind of call costs by itself (for `kinds` seconds each, 0 for none), where the API's time goes, and how a steady
 * rate is answered.
 */
export async function apiBench(args: readonly string[]): Promise<void> {
  const [seconds = 5, turns = 3, kindSeconds = 2] = args.map(Number)
  await withProduct(async ({ postgres, folder, mixed: callsOf }) => {
    const stopApi = await progress('the measured API', () => startAnotherApi({ postgres, folder }, apiBase, counted(apiCount)))
    const bare = await progress('the bare server', () => startBare(postgres, { port: barePort, counts: bareCount }))
    const admin = await openAdmin(postgres)
    try {
      const mixed = callsOf(apiBase + 4)
      const ofApi = (request: () => Promise<Outcome>, forSeconds: number) => costOfCall(admin, { ports: [apiCount], callers, seconds: forSeconds }, request)
      const ofBare = () => costOfCall(admin, { ports: [bareCount], callers, seconds }, bare.oneRow)
      await progress('warming up', async () => { await ofApi(mixed, 2 * seconds); await ofBare() })
      const courses: { readonly api: Cost; readonly bare: Cost }[] = []
      for (let turn = 1; turn <= turns; turn += 1) courses.push(await progress(`turn ${turn}`, async () => ({ api: await ofApi(mixed, seconds), bare: await ofBare() })))
      console.table(courses.flatMap((each) => [row('reservation-api', each.api), row('bare', each.bare)]))
      const kinds = []
      if (kindSeconds > 0) for (const step of journey) kinds.push({ call: step.name, ...await ofApi(callsOf(apiBase + 4, [step]), kindSeconds) })
      console.table(kinds.map(({ call, ...cost }) => row(call, cost)))
      const recording = async (what: string): Promise<string> => (await fetch(`http://127.0.0.1:${apiCount}/${what}`)).text()
      await recording('record')
      await progress('where the time goes', () => saturate(callers, 2 * seconds, mixed))
      const layers = timeByLayer(JSON.parse(await recording('recorded')) as Profile).map(([layer, part]) => ({ layer, percent: round(100 * part) }))
      console.table(layers)
      const steady = shown([await progress(`${wanted.rate} calls a second`, () => arrive(wanted.rate, seconds, mixed))])
      console.table(steady)
      const ratio = {
        byRate: middle(courses.map(({ api, bare: { rate } }) => ratioOf(api.rate, rate))), byProcessor: middle(courses.map((each) => ratioOf(each.bare.processorMs, each.api.processorMs))),
      }
      console.log(`The middle turn carries ${said(ratio.byRate)} of the bare server's calls a second, and by processor time ${said(ratio.byProcessor)} (wanted ${wanted.ratio}; ${wanted.rate} calls/s within ${wanted.p99Ms} ms)`)
      await keep('api', { seconds, wanted, ratio, courses, kinds, layers, steady })
    } finally {
      await admin.end()
      await bare.stop()
      await stopApi()
    }
  })
}
