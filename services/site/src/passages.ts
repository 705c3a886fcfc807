import type { RouteName } from '@checkin/remote'
import type { StepCount } from '@checkin/remote/reports'
import { letGoBeyond, type VersionReport } from './outcomes.ts'

/** What became of a screen in a visit. */
export type PassageEnd = 'reached' | 'left' | 'failed'

/** Passages that are remembered at a time; beyond that the oldest are let go. */
const mostRemembered = 200_000

/** Counts how far visits come: each visit once per screen and end, however often it goes back or loads the page again. */
export class Passages {
  readonly #seen = new Map<string, true>()
  #counts = new Map<string, StepCount>()

  add({ visit, host, module, version }: VersionReport, step: RouteName, end: PassageEnd): void {
    const place = `${module}\n${version}\n${step}`
    const key = `${visit}\n${place}\n${end}`
    if (this.#seen.has(key)) return
    letGoBeyond(this.#seen, mostRemembered)
    this.#seen.set(key, true)
    const count = this.#counts.get(`${host}\n${place}`) ?? { host, module, version, step, reached: 0, left: 0, failed: 0 }
    count[end] += 1
    this.#counts.set(`${host}\n${place}`, count)
  }

  /** Counts since the last call. */
  drain(): StepCount[] {
    const counts = [...this.#counts.values()]
    this.#counts = new Map()
    return counts
  }
}
