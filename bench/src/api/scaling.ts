import type pg from 'pg'
import { keep, percentile, progress } from '../report.ts'
import type { Outcome } from './arrivals.ts'
import { base, startAnotherApi, withProduct } from './product-under-load.ts'
import { costOfCall, openAdmin, round } from './readings.ts'

const wanted = 1.8
/** First port of the second process; its API is four above. */
const secondBase = base + 60
const apiPorts = [base + 4, secondBase + 4] as const
/**
 * Callers of each process: fewer than the calls that it works on at once at least, so that none is turned away and costs time without being counted. As many for each with
 * two as with one, because a process that is asked by fewer at once wakes for fewer at once, and pays more for each.
 */
const callers = 12

/** What a call costs with so many processes, all of them at their most. */
async function measure(admin: pg.Client, ports: readonly number[], seconds: number, requests: readonly (() => Promise<Outcome>)[]) {
  let at = 0
  const { rate, notServed, transactions, processorMs, databaseMs, load } = await costOfCall(admin, { ports, callers: callers * ports.length, seconds }, () => (requests[at++ % requests.length] as () => Promise<Outcome>)())
  return {
    processes: ports.length, 'calls/s': rate, 'not served': notServed, 'transactions per call': transactions, 'API processor ms per call': processorMs, 'database ms per call': databaseMs,
    'calls per API processor second': processorMs === undefined ? undefined : round(1000 / processorMs), load,
  }
}

/**
 * `npm run bench -- scaling [seconds] [turns]`: what a call of a check-in costs with one API process and with two over one database, by turns. Generator, database and
 * processes share the processors here, so what two would carry with processors of their own is told by what a call costs each: twice as much, less what it costs more.
 */
export async function scalingBench(args: readonly string[]): Promise<void> {
  const [seconds = 10, turns = 9] = args.map(Number)
  await withProduct(async ({ postgres, folder, mixed }) => {
    const stopSecond = await progress('the second process', () => startAnotherApi({ postgres, folder }, secondBase))
    const admin = await openAdmin(postgres)
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
