import { loadavg } from 'node:os'
import { contract } from '@checkin/api'
import { metricsOf } from '../process-metrics.ts'
import { keep, percentile, progress } from '../report.ts'
import { driverData } from '../scale/walk.ts'
import type { Outcome } from './arrivals.ts'
import { base } from '../program.ts'
import { withProduct } from './product-under-load.ts'
import { round } from './readings.ts'
import type { Step } from './renters.ts'

/** Pictures that a driver brings: identity document and licence, front and back. */
const picturesOfDriver = 4
/** Renters who send at the same moment. */
const crowds = [1, 2, 4, 8, 16, 32, 64] as const

const mail = 'bench@bench.example'

/** Sends a driver with pictures, as the page of the renter does; who the driver is, is asked before. */
const sending: Step = {
  name: 'POST /driver', times: 1,
  ask: async (call, { guid, number, sessionKey, cookie }) => {
    const asked = await call('GET', `/api/reservation/${guid}`, { cookie })
    if (asked.status !== 200) return asked
    const { driver } = contract.getReservation.answer.parse(JSON.parse(asked.text))
    const { id = 0, name = 'Maria', surname = 'Silva' } = driver ?? {}
    return call('POST', '/api/driver', { cookie, body: { reservation: number, driver: { id, name, surname, ...driverData(mail) }, addDriver: false, sessionKey } })
  },
}

/** So many renters send again as soon as they are answered; who is turned away waits as long as a page would. */
async function crowd(size: number, seconds: number, send: () => Promise<Outcome>) {
  const counts: Record<Outcome, number> = { served: 0, 'turned away': 0, failed: 0 }
  const times: number[] = []
  const before = await metricsOf(base + 4)
  let memoryMost = before.memory
  const began = performance.now()
  const isOn = (): boolean => performance.now() - began < seconds * 1000
  const looking = setInterval(() => { void metricsOf(base + 4).then(({ memory }) => { memoryMost = Math.max(memoryMost, memory) }, () => undefined) }, 500)
  await Promise.all(Array.from({ length: size }, async () => {
    while (isOn()) {
      const since = performance.now()
      const outcome = await send()
      counts[outcome] += 1
      if (outcome === 'served') times.push(performance.now() - since)
      else await new Promise((wake) => setTimeout(wake, 2000))
    }
  }))
  clearInterval(looking)
  const took = (performance.now() - began) / 1000
  return {
    'at once': size, 'pictures/s': round(counts.served * picturesOfDriver / took), served: counts.served, 'turned away': counts['turned away'], failed: counts.failed,
    'p50, ms': Math.round(percentile(times, 0.5)), 'p99, ms': Math.round(percentile(times, 0.99)), 'memory most, MB': memoryMost, load: round(loadavg()[0] ?? 0),
  }
}

/**
 * `npm run bench -- pictures [seconds]`: how many pictures of documents a process takes a second (each decoded, encoded anew and sealed), and what becomes of renters when more of them send
 * at the same moment than it can take.
 */
export async function picturesBench(args: readonly string[]): Promise<void> {
  const [seconds = 15] = args.map(Number)
  await withProduct(async ({ mixed }) => {
    const send = mixed(base + 4, [sending])
    await progress('warming up', () => crowd(2, 3, send))
    const course = []
    for (const size of crowds) course.push(await progress(`${size} at once`, () => crowd(size, seconds, send)))
    console.table(course)
    await keep('pictures', { seconds, course })
  })
}
