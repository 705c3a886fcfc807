import { settleMs, type OutcomeCount } from '@checkin/remote/reports'

/** A page's word about one module version. */
export interface VersionReport {
  readonly visit: string
  readonly host: string
  readonly module: string
  readonly version: string
}

/** What is known of a version in a visit whose outcome is not. */
type Trial = VersionReport & (
  /** The shell was sent; nothing was heard of its page yet. */
  | { readonly kind: 'sent'; readonly since: number }
  /** A module's code runs; nobody knows whether its page still answers. */
  | { readonly kind: 'started'; readonly since: number }
  /** It was heard of: it is well if no failure follows within the time to settle. */
  | { readonly kind: 'alive'; readonly since: number }
)

/** A page that says nothing at all for so long did not start. */
export const silenceMs = 30_000
/** A module of which nothing is heard for so long says nothing about its version: its page was closed, or froze. */
export const forgottenMs = 600_000
/** Visits that are remembered at a time; beyond that the oldest are let go. */
const mostRemembered = 50_000

const lastsMs = { sent: silenceMs, started: forgottenMs, alive: settleMs } as const

/**
 * Turns what pages report into outcomes: each visit counts once per module version. It is broken when it failed, and well when it
 * ran for a while without a complaint and was heard of since: a screen of it was left, or its page still answered. Silence alone
 * counts for nothing (`Stays` counts it). A failure after settling counts as one more broken session: seldom, and for every version alike.
 */
export class Outcomes {
  readonly #trials = new Map<string, Trial>()
  readonly #settled = new Map<string, 'good' | 'bad'>()
  #counts = new Map<string, OutcomeCount>()

  /** The shell was sent to a visit: until its page says anything, it counts as not started. */
  sent(report: VersionReport, now: number): void {
    this.#open({ ...report, kind: 'sent', since: now })
  }

  /** The module runs. */
  started(report: VersionReport, now: number): void {
    this.#open({ ...report, kind: 'started', since: now })
  }

  /** The visit's page said something, so its shell started. */
  alive(report: VersionReport, now: number): void {
    const key = keyOf(report)
    const trial = this.#trials.get(key)
    if (trial?.kind === 'sent') this.#trials.set(key, { ...trial, kind: 'alive', since: now })
  }

  /** A screen of the module was left, or its page still answers there. */
  proved(report: VersionReport): void {
    const key = keyOf(report)
    const trial = this.#trials.get(key)
    // Its time to settle runs since it started, as that of its failures does.
    if (trial?.kind === 'started') this.#trials.set(key, { ...trial, kind: 'alive' })
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
      if (now - trial.since < lastsMs[trial.kind]) continue
      this.#trials.delete(key)
      if (trial.kind !== 'started') this.#settle(trial, trial.kind === 'alive' ? 'good' : 'bad')
    }
    const counts = [...this.#counts.values()]
    this.#counts = new Map()
    return counts
  }

  #open(trial: Trial): void {
    const key = keyOf(trial)
    if (this.#settled.has(key) || this.#trials.has(key)) return
    letGoBeyond(this.#trials, mostRemembered)
    this.#trials.set(key, trial)
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
