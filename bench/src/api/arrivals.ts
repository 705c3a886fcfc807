import { percentile } from '../report.ts'

/** What came of one request: served, turned away under load (429, 503), or wrong. */
export type Outcome = 'served' | 'turned away' | 'failed'

export interface Load {
  /** Requests a second that arrived. */
  readonly rate: number
  readonly served: number
  readonly turnedAway: number
  readonly failed: number
  /** Milliseconds from the moment at which a request was due, not sent: a generator that falls behind counts against the server. */
  readonly p50: number
  readonly p99: number
  /** The same of those that were served alone: a server under too much load turns the others away at once. */
  readonly servedP99: number
}

const longestMs = 150

/** Whether a server sustains a rate: all served, 99 of 100 within so many milliseconds. */
export const sustains = ({ turnedAway, failed, p99 }: Load, mostMs: number = longestMs): boolean => turnedAway + failed === 0 && p99 <= mostMs

/** Requests arrive at a steady rate whether or not earlier ones are answered (an open model), for so many seconds. */
export async function arrive(rate: number, seconds: number, request: () => Promise<Outcome>): Promise<Load> {
  const count = Math.round(rate * seconds)
  const began = performance.now()
  const counts: Record<Outcome, number> = { served: 0, 'turned away': 0, failed: 0 }
  const times: Record<Outcome, number[]> = { served: [], 'turned away': [], failed: [] }
  const running: Promise<void>[] = []
  for (let sent = 0; sent < count;) {
    const due = began + (sent * 1000) / rate
    const early = due - performance.now()
    if (early > 1) {
      await new Promise((wake) => setTimeout(wake, early))
      continue
    }
    sent += 1
    running.push(request().then((outcome) => {
      counts[outcome] += 1
      times[outcome].push(performance.now() - due)
    }))
    // Answers have to be read, too, when many requests are due at the same moment.
    if (sent % 16 === 0) await new Promise((next) => setImmediate(next))
  }
  await Promise.all(running)
  const all = Object.values(times).flat()
  return { rate, served: counts.served, turnedAway: counts['turned away'], failed: counts.failed, p50: percentile(all, 0.5), p99: percentile(all, 0.99), servedP99: percentile(times.served, 0.99) }
}

/** Requests a second that a server answers when so many callers ask again as soon as they are answered (a closed model), for so many seconds. */
export async function saturate(callers: number, seconds: number, request: () => Promise<Outcome>): Promise<number> {
  const began = performance.now()
  let served = 0
  await Promise.all(Array.from({ length: callers }, async () => {
    while (performance.now() - began < seconds * 1000) if (await request() === 'served') served += 1
  }))
  return served / ((performance.now() - began) / 1000)
}

/** As rows of a table, times in whole milliseconds. */
export const shown = (loads: readonly Load[]) => loads.map(({ rate, served, turnedAway, failed, p50, p99, servedP99 }) =>
  ({ 'requests/s': rate, served, 'turned away': turnedAway, failed, 'p50, ms': Math.round(p50), 'p99, ms': Math.round(p99), ...(turnedAway > 0 && { 'p99 of served, ms': Math.round(servedP99) }) }))
