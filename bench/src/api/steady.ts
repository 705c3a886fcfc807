import { loadavg } from 'node:os'
import { metricsOf } from '../process-metrics.ts'
import { keep, progress } from '../report.ts'
import { arrive, saturate, shown } from './arrivals.ts'
import { base } from '../program.ts'
import { withProduct } from './product-under-load.ts'
import { round } from './readings.ts'

const wanted = { rate: 1000, minutes: 10, p99Ms: 150 } as const
/** Of what the machine carries when callers ask again at once: at a rate above that no server is steady. */
const partOfCapacity = 0.5
const callers = 12

/**
 * `npm run bench -- steady [minutes] [rate]`: the mixed calls of a check-in at a steady rate for minutes: how long they take and what memory the API has, minute by
 * minute. Without a rate, half of what the machine carries; the generator, PostgreSQL and the rest of the product are on the same processors.
 */
export async function steadyBench(args: readonly string[]): Promise<void> {
  const [minutes = wanted.minutes, given = 0] = args.map(Number)
  await withProduct(async ({ mixed }) => {
    const request = mixed()
    const capacity = Math.round(await progress('the capacity', () => saturate(callers, 20, request)))
    const rate = given > 0 ? given : Math.round(capacity * partOfCapacity)
    const reading = async () => ({ ...await metricsOf(base + 4), load: round(loadavg()[0] ?? 0) })
    const before = await reading()
    const course = []
    for (let minute = 1; minute <= minutes; minute += 1) {
      const load = await progress(`minute ${minute}`, () => arrive(rate, 60, request))
      course.push({ minute, ...shown([load])[0], ...await reading() })
    }
    console.table(course)
    console.log(`Capacity ${capacity} calls/s with ${callers} callers; wanted: ${wanted.rate} a second within ${wanted.p99Ms} ms (99 of 100) for ${wanted.minutes} minutes without growth of memory`)
    await keep('steady', { wanted, capacity, rate, before, course })
  })
}
