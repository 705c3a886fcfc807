import type pg from 'pg'
import { keep, percentile, progress } from '../report.ts'
import type { Outcome } from './arrivals.ts'
import { startBare } from './bare.ts'
import { base } from '../program.ts'
import { startAnotherApi, withProduct } from './product-under-load.ts'
import { costOfCall, openAdmin, round } from './readings.ts'

const wanted = 1.8
/** First port of the second process; its API is four above. */
const secondBase = base + 60
const apiPorts = [base + 4, secondBase + 4] as const
/** Ports of two bare servers, and where they tell their figures. */
const bares = [{ port: base + 40, counts: base + 51 }, { port: base + 41, counts: base + 52 }] as const
/**
 * Callers of each process: fewer than the calls that it works on at once at least, so that none is turned away and costs time without being counted. As many for each with
 * two as with one, because a process that is asked by fewer at once wakes for fewer at once, and pays more for each.
 */
const callers = 12

/** What a call costs with so many processes, all of them at their most; `ports` tell their figures. */
async function measure(admin: pg.Client, ports: readonly number[], seconds: number, requests: readonly (() => Promise<Outcome>)[]) {
  let at = 0
  const { rate, notServed, transactions, processorMs, databaseMs, load } = await costOfCall(admin, { ports, callers: callers * ports.length, seconds }, () => (requests[at++ % requests.length] as () => Promise<Outcome>)())
  return {
    processes: ports.length, 'calls/s': rate, 'not served': notServed, 'transactions per call': transactions, 'processor ms per call': processorMs, 'database ms per call': databaseMs,
    'calls per processor second': processorMs === undefined ? undefined : round(1000 / processorMs), load,
  }
}

/**
 * `npm run bench -- scaling [seconds] [turns]`: what a call of a check-in costs with one API process and with two over one database, by turns. Generator, database and
 * processes share the processors here, so what two would carry with processors of their own is told by what a call costs each: twice as much, less what it costs more.
 * What two processes cost more only because they share processors and caches is told by two bare servers, which have nothing to do with each other, in the same turns.
 */
export async function scalingBench(args: readonly string[]): Promise<void> {
  const [seconds = 10, turns = 9] = args.map(Number)
  await withProduct(async ({ postgres, folder, mixed }) => {
    const stopSecond = await progress('the second process', () => startAnotherApi({ postgres, folder }, secondBase))
    const bare = await progress('two bare servers', () => Promise.all(bares.map((ports) => startBare(postgres, ports))))
    const admin = await openAdmin(postgres)
    try {
      const requests = apiPorts.map((port) => mixed(port))
      const bareRequests = bare.map(({ oneRow }) => oneRow)
      const countPorts = bares.map(({ counts }) => counts)
      const servers = { api: (count: number) => measure(admin, apiPorts.slice(0, count), seconds, requests.slice(0, count)), bare: (count: number) => measure(admin, countPorts.slice(0, count), seconds / 2, bareRequests.slice(0, count)) } as const
      await progress('warming up', async () => { await measure(admin, apiPorts, 20, requests); await measure(admin, countPorts, 5, bareRequests) })
      const courses: ({ readonly server: keyof typeof servers } & Awaited<ReturnType<typeof measure>>)[] = []
      const ratios: { readonly api: number; readonly bare: number }[] = []
      for (let turn = 1; turn <= turns; turn += 1) {
        for (const count of turn % 2 === 0 ? [2, 1] : [1, 2]) {
          for (const server of ['api', 'bare'] as const) courses.push({ server, ...await progress(`turn ${turn}, ${server} ${count}`, () => servers[server](count)) })
        }
        const perSecond = (of: keyof typeof servers, count: number) => courses.slice(-4).find(({ server, processes }) => server === of && processes === count)?.['calls per processor second'] ?? Number.NaN
        ratios.push({ api: round(2 * perSecond('api', 2) / perSecond('api', 1)), bare: round(2 * perSecond('bare', 2) / perSecond('bare', 1)) })
      }
      // Of each turn by itself: a shared machine is slower for a minute and faster for the next.
      const [api, alone] = [percentile(ratios.map((turn) => turn.api), 0.5), percentile(ratios.map((turn) => turn.bare), 0.5)]
      const ratio = round(Math.min(2, 2 * api / alone))
      console.table(courses)
      console.log(`On shared processors two API processes carry ${api} times what one does, two bare servers ${alone} times; with processors of their own two carry ${ratio} (wanted ${wanted}); by turns:`)
      console.table(ratios)
      await keep('scaling', { seconds, wanted, ratio, api, bare: alone, ratios, courses })
    } finally {
      await admin.end()
      await Promise.all(bare.map(({ stop }) => stop()))
      await stopSecond()
    }
  })
}
