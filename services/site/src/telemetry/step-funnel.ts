import { BoundedMap } from '@checkin/server'
import type { ScreenName } from '@checkin/remote'
import type { StepCount } from '@checkin/telemetry'
import { Tally } from './counters.ts'
import type { SessionVersion } from './health-samples.ts'

/** Counts how far sessions come: each session once per screen and end, however often it goes back or loads the page again. */
export class StepFunnel {
  readonly #seen = new BoundedMap<string, true>(200_000)
  readonly #counts = new Tally<Pick<StepCount, 'host' | 'module' | 'version' | 'step'>, Pick<StepCount, 'reached' | 'left' | 'failed'>>()

  /** Counts what became of a screen in a session. */
  add({ session, host, module, version }: SessionVersion, step: ScreenName, end: 'reached' | 'left' | 'failed'): void {
    const key = [session, module, version, step, end].join('\n')
    if (this.#seen.has(key)) return
    this.#seen.set(key, true)
    this.#counts.row({ host, module, version, step }, { reached: 0, left: 0, failed: 0 })[end] += 1
  }

  /** Counts since the last call. */
  drain(): StepCount[] {
    return this.#counts.drain()
  }
}
