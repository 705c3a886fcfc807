import { BoundedMap } from '@checkin/server'
import type { ScreenName } from '@checkin/remote'
import { leaveWithinMs, stayBounds, type StayCount } from '@checkin/telemetry'
import { Tally } from './counters.ts'
import type { SessionVersion } from './health-samples.ts'

/** A screen of a module version as one session came to it. */
export type SessionScreen = SessionVersion & { readonly step: ScreenName }

interface Stay extends SessionScreen {
  readonly since: number
  /** Milliseconds until the session went on; null where it did not. */
  leftAfter: number | null
}

type Counted = Pick<StayCount, 'left' | 'stuck'> & { readonly quick: number[]; readonly slow: number[] }

/** Stays that are remembered at a time, whatever became of them. */
const mostRemembered = 200_000

/**
 * Whether sessions go on from the screens that they come to, each session once per screen of a version. A stay is counted when its time
 * is over and not before, however it went: what is left is known sooner than what is not, and a comparison of two versions that
 * began at different moments would be led astray by that. A page that froze, was closed or gave up is one that nobody left.
 */
export class ScreenStays {
  /** By the time that a screen has: within one of these maps the oldest stay is the next one that is over. */
  readonly #open = new Map<number, BoundedMap<string, Stay>>()
  readonly #seen = new BoundedMap<string, true>(mostRemembered)
  readonly #admits: (screen: SessionVersion & { readonly step: string }, end: 'good' | 'bad') => boolean

  /** `admits` is asked once for each stay whose time is over: what it refuses is in no count. */
  constructor(admits: (screen: SessionVersion & { readonly step: string }, end: 'good' | 'bad') => boolean = () => true) {
    this.#admits = admits
  }

  /** The session came to a screen. Answers whether that is a new stay; where nothing leads on there is none. */
  reached(screen: SessionScreen, now: number): boolean {
    const within = leaveWithinMs(screen.step)
    const key = keyOf(screen)
    if (within === null || this.#seen.has(key)) return false
    this.#seen.set(key, true)
    const open = this.#open.get(within) ?? new BoundedMap<string, Stay>(mostRemembered)
    this.#open.set(within, open.set(key, { ...screen, since: now, leftAfter: null }))
    return true
  }

  /** The session went on from a screen; too late is not at all. */
  left(screen: SessionScreen, now: number): void {
    const stay = this.#open.get(leaveWithinMs(screen.step) ?? 0)?.get(keyOf(screen))
    if (stay) stay.leftAfter ??= now - stay.since
  }

  /** Stays whose time is over since the last call. */
  drain(now: number): StayCount[] {
    const counts = new Tally<Omit<SessionScreen, 'session'>, Counted>()
    for (const [within, open] of this.#open) {
      for (const [key, stay] of open) {
        const { host, module, version, settings, step, since, leftAfter } = stay
        if (now - since < within) break
        open.delete(key)
        if (!this.#admits(stay, leftAfter === null ? 'bad' : 'good')) continue
        const row = counts.row({ host, module, version, settings, step }, { left: 0, stuck: 0, quick: stayBounds.map(() => 0), slow: stayBounds.map(() => 0) })
        row[leftAfter === null ? 'stuck' : 'left'] += 1
        if (leftAfter !== null) this.#time(stay, leftAfter, row)
      }
    }
    return counts.drain()
  }

  /** Counts how long a stay was, for each sense of long by itself: as many long ones as strangers could invent are set aside in each. */
  #time(screen: SessionScreen, took: number, { quick, slow }: Counted): void {
    for (const [at, bound] of stayBounds.entries()) {
      const isSlow = took > bound
      if (isSlow && !this.#admits({ ...screen, step: `${screen.step} ${bound}` }, 'bad')) continue
      const counts = isSlow ? slow : quick
      counts[at] = (counts[at] ?? 0) + 1
    }
  }
}

const keyOf = ({ session, module, version, settings, step }: SessionScreen): string => [session, module, version, settings, step].join('\n')
