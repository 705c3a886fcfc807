import { BoundedMap } from '@checkin/server'
import { settleMs, type OutcomeCount } from '@checkin/telemetry'
import { Tally } from './counters.ts'

/** What an end of a visit is worth: it counts, is set aside because liars could have invented it, or was nobody's to give. */
export type Weight = 'counts' | 'aside' | 'nothing'

/** A module version as one session runs it. */
export interface SessionVersion {
  /** The session's random name (`visit` cookie). */
  readonly session: string
  readonly host: string
  readonly module: string
  readonly version: string
  /** Key of what is set of the module in the session's set, `settingsKey`: two settings of a version are told apart as two versions are (DEC-361). */
  readonly settings: string
}

/** A sample that is still open. */
interface OpenSample extends SessionVersion {
  /**
   * `sent`: the shell's page was sent, and nobody knows whether anything can run there: a crawler and a probe stay so. `scripted`: scripts run there, and
   * the shell is silent so far. `started`: a module's code runs, and nobody knows whether its page still answers.
   * `alive`: it was heard of, and is good if no failure follows within the time to settle.
   */
  readonly state: 'sent' | 'scripted' | 'started' | 'alive'
  readonly since: number
}

/** Milliseconds after which a page that says nothing at all did not start. */
export const silenceMs = 30_000
/** Milliseconds after which a module of which nothing is heard says nothing about its version: its page was closed, or froze. */
export const forgottenMs = 600_000
/** Samples that are remembered at a time. */
const mostRemembered = 50_000

const openMs = { sent: silenceMs, scripted: silenceMs, started: forgottenMs, alive: settleMs } as const

/**
 * Health samples of module versions: each session counts once per version as it is set. It is bad when the version failed, and good when it ran for a while
 * without a failure and was heard of since: a screen of it was left, or its page still answered. Silence counts against the shell only, and only
 * where a script of the page itself proved to run (DEC-156); of a module it counts for nothing (`ScreenStays` counts it). A failure after a good sample counts as one more bad session: seldom, and for every version alike.
 */
export class HealthSamples {
  readonly #open = new BoundedMap<string, OpenSample>(mostRemembered)
  readonly #counted = new BoundedMap<string, 'good' | 'bad'>(mostRemembered)
  readonly #counts = new Tally<Omit<SessionVersion, 'session'>, Required<Pick<OutcomeCount, 'good' | 'bad' | 'aside' | 'late'>>>()
  readonly #weigh: (of: SessionVersion, end: 'good' | 'bad') => Weight

  /** `weigh` is asked once for each end: what counts for nothing was a session like others, and is in no count. */
  constructor(weigh: (of: SessionVersion, end: 'good' | 'bad') => Weight = () => 'counts') {
    this.#weigh = weigh
  }

  /** The shell was sent to a session. */
  sent(of: SessionVersion, now: number): void {
    this.#begin({ ...of, state: 'sent', since: now })
  }

  /** A script of the page ran that is no part of the shell: from here on the shell's silence means that it did not start. */
  scripted(of: SessionVersion): void {
    const sample = this.#open.get(keyOf(of))
    if (sample?.state === 'sent') this.#open.set(keyOf(of), { ...sample, state: 'scripted' })
  }

  /** The module runs. */
  started(of: SessionVersion, now: number): void {
    this.#begin({ ...of, state: 'started', since: now })
  }

  /** The session's page said something, so its shell started. */
  alive(of: SessionVersion, now: number): void {
    const sample = this.#open.get(keyOf(of))
    if (sample?.state === 'sent' || sample?.state === 'scripted') this.#open.set(keyOf(of), { ...sample, state: 'alive', since: now })
  }

  /** A screen of the module was left, or its page still answers there. */
  proved(of: SessionVersion): void {
    const sample = this.#open.get(keyOf(of))
    // Its time to settle runs since it started, as that of its failures does.
    if (sample?.state === 'started') this.#open.set(keyOf(of), { ...sample, state: 'alive' })
  }

  /** The module failed. Answers whether this is news. */
  failed(of: SessionVersion): boolean {
    if (this.#counted.get(keyOf(of)) === 'bad') return false
    this.#open.delete(keyOf(of))
    this.#count(of, 'bad')
    return true
  }

  /** Samples since the last call. */
  drain(now: number): OutcomeCount[] {
    for (const [key, sample] of this.#open) {
      if (now - sample.since < openMs[sample.state]) continue
      this.#open.delete(key)
      if (sample.state === 'alive' || sample.state === 'scripted') this.#count(sample, sample.state === 'alive' ? 'good' : 'bad')
    }
    return this.#counts.drain().map(({ aside, late, ...row }) => ({ ...row, ...(aside > 0 && { aside }), ...(late > 0 && { late }) }))
  }

  #begin(sample: OpenSample): void {
    const key = keyOf(sample)
    if (!this.#counted.has(key) && !this.#open.has(key)) this.#open.set(key, sample)
  }

  #count(of: SessionVersion, outcome: 'good' | 'bad'): void {
    const wasGood = this.#counted.get(keyOf(of)) === 'good'
    this.#counted.set(keyOf(of), outcome)
    const weight = this.#weigh(of, outcome)
    if (weight === 'nothing') return
    const { host, module, version, settings } = of
    const row = this.#counts.row({ host, module, version, settings }, { good: 0, bad: 0, aside: 0, late: 0 })
    row[weight === 'aside' ? weight : outcome] += 1
    if (weight === 'counts' && wasGood) row.late += 1
  }
}

const keyOf = ({ session, module, version, settings }: SessionVersion): string => [session, module, version, settings].join('\n')
