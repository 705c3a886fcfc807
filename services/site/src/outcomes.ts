/** A page's word about one module version. */
export interface VersionReport {
  readonly visit: string
  readonly host: string
  readonly module: string
  readonly version: string
}

export interface OutcomeCount {
  readonly host: string
  readonly module: string
  readonly version: string
  good: number
  bad: number
}

interface Trial extends VersionReport {
  readonly since: number
  /** What it is if nothing more is heard. */
  readonly unlessHeard: 'good' | 'bad'
}

/** A module that ran so long without a complaint is well. */
export const settleMs = 15_000
/** A page that says nothing at all for so long did not start. */
export const silenceMs = 30_000
/** Visits that are remembered at a time; beyond that the oldest are let go. */
const mostRemembered = 50_000

/**
 * Turns what pages report into outcomes: each visit counts once per module version, as well when it settled and as broken when
 * it failed. A failure after settling counts as one more broken session: seldom, and for every version alike.
 */
export class Outcomes {
  readonly #trials = new Map<string, Trial>()
  readonly #settled = new Map<string, 'good' | 'bad'>()
  #counts = new Map<string, OutcomeCount>()

  /** The shell was sent to a visit: until its page says anything, it counts as not started. */
  sent(report: VersionReport, now: number): void {
    this.#open(report, now, 'bad')
  }

  /** The module runs. */
  started(report: VersionReport, now: number): void {
    this.#open(report, now, 'good')
  }

  /** The visit's page is alive, so its shell started. */
  alive(report: VersionReport, now: number): void {
    const key = keyOf(report)
    const trial = this.#trials.get(key)
    if (trial?.unlessHeard === 'bad') this.#trials.set(key, { ...trial, unlessHeard: 'good', since: now })
  }

  /** The module failed. Answers whether this is news. */
  failed(report: VersionReport): boolean {
    const key = keyOf(report)
    if (this.#settled.get(key) === 'bad') return false
    this.#trials.delete(key)
    this.#settle(report, 'bad')
    return true
  }

  /** Outcomes since the last call. */
  drain(now: number): OutcomeCount[] {
    for (const [key, trial] of this.#trials) {
      if (now - trial.since < (trial.unlessHeard === 'good' ? settleMs : silenceMs)) continue
      this.#trials.delete(key)
      this.#settle(trial, trial.unlessHeard)
    }
    const counts = [...this.#counts.values()]
    this.#counts = new Map()
    return counts
  }

  #open(report: VersionReport, now: number, unlessHeard: 'good' | 'bad'): void {
    const key = keyOf(report)
    if (this.#settled.has(key) || this.#trials.has(key)) return
    letGoBeyond(this.#trials, mostRemembered)
    this.#trials.set(key, { ...report, since: now, unlessHeard })
  }

  #settle(report: VersionReport, outcome: 'good' | 'bad'): void {
    letGoBeyond(this.#settled, mostRemembered)
    this.#settled.set(keyOf(report), outcome)
    const { host, module, version } = report
    const key = `${host}\n${module}\n${version}`
    const count = this.#counts.get(key) ?? { host, module, version, good: 0, bad: 0 }
    count[outcome] += 1
    this.#counts.set(key, count)
  }
}

const keyOf = ({ visit, module, version }: VersionReport): string => `${visit}\n${module}\n${version}`

/** Maps keep the order of their entries: the first are the oldest. */
export function letGoBeyond<Value>(entries: Map<string, Value>, most: number): void {
  while (entries.size >= most) {
    const oldest = entries.keys().next()
    if (oldest.done) return
    entries.delete(oldest.value)
  }
}
