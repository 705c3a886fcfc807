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
}

const longestMs = 150

/** Whether a server sustains a rate: all served, 99 of 100 within 150 ms. */
export const sustains = ({ turnedAway, failed, p99 }: Load): boolean => turnedAway + failed === 0 && p99 <= longestMs

/** Requests arrive at a steady rate whether or not earlier ones are answered (an open model), for so many seconds. */
export async function arrive(rate: number, seconds: number, request: () => Promise<Outcome>): Promise<Load> {
  const count = Math.round(rate * seconds)
  const began = performance.now()
  const counts: Record<Outcome, number> = { served: 0, 'turned away': 0, failed: 0 }
  const times: number[] = []
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
      times.push(performance.now() - due)
    }))
    // Answers have to be read, too, when many requests are due at the same moment.
    if (sent % 16 === 0) await new Promise((next) => setImmediate(next))
  }
  await Promise.all(running)
  return { rate, served: counts.served, turnedAway: counts['turned away'], failed: counts.failed, p50: percentile(times, 0.5), p99: percentile(times, 0.99) }
}
