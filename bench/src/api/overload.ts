import { loadavg } from 'node:os'
import { keep, progress } from '../report.ts'
import { arrive, saturate, shown, sustains, type Load, type Outcome } from './arrivals.ts'
import { withProduct } from './product-under-load.ts'

const wanted = { times: 3, servedP99Ms: 500, recoveryMs: 5000 } as const
const windowSeconds = 0.5
/** Callers of the closed model by which the capacity is found: more than the API's connections to the database. */
const callers = 32

/** Milliseconds from `since` until half the capacity is served in time again. */
async function recovery(since: number, rate: number, request: () => Promise<Outcome>): Promise<number> {
  for (;;) {
    const began = performance.now()
    if (sustains(await arrive(rate, windowSeconds, request), wanted.servedP99Ms)) return Math.round(began - since)
    if (began - since > 60_000) return Number.POSITIVE_INFINITY
  }
}

/** One course: the capacity as it is now, three times as much, and the way back. */
async function course(seconds: number, request: () => Promise<Outcome>): Promise<{ readonly capacity: number; readonly overload: Load; readonly recoveryMs: number }> {
  const capacity = Math.round(await saturate(callers, seconds, request))
  const began = performance.now()
  const overload = await arrive(wanted.times * capacity, 2 * seconds, request)
  // From the last arrival on: what waits then still has to be answered.
  return { capacity, overload, recoveryMs: await recovery(began + 2000 * seconds, capacity / 2, request) }
}

/**
 * `npm run bench -- overload [seconds] [turns]`: the calls of a check-in at three times the rate that reservation-api answers at most: how long the served ones take, how
 * many are turned away with 503 and `Retry-After`, and how long it takes to be as before. The generator is on the same processors.
 */
export async function overloadBench(args: readonly string[]): Promise<void> {
  const [seconds = 5, turns = 3] = args.map(Number)
  await withProduct(async ({ mixed }) => {
    const request = mixed()
    await progress('warming up', () => arrive(40, 5, request))
    const courses = []
    for (let turn = 1; turn <= turns; turn += 1) {
      const { capacity, overload, recoveryMs } = await progress(`turn ${turn}`, () => course(seconds, request))
      courses.push({ capacity, ...shown([overload])[0], 'recovery, ms': recoveryMs, load: Math.round((loadavg()[0] ?? 0) * 10) / 10 })
    }
    console.table(courses)
    console.log(`Wanted at ${wanted.times} times the capacity: served within ${wanted.servedP99Ms} ms (99 of 100), the others 503 with Retry-After, recovery within ${wanted.recoveryMs} ms`)
    await keep('overload', { seconds, wanted, courses })
  })
}
