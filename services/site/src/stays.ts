import type { RouteName } from '@checkin/remote'
import { leaveWithinMs, type StayCount } from '@checkin/remote/reports'
import { letGoBeyond, type VersionReport } from './outcomes.ts'

/** A screen that a visit came to. */
export type Place = Omit<VersionReport, 'visit'> & { readonly step: RouteName }

type Stay = Place & {
  readonly since: number
  wasLeft: boolean
}

/** Stays that are remembered at a time; beyond that the oldest are let go, whatever became of them. */
const mostRemembered = 200_000

/**
 * Whether visits go on from the screens that they come to, each visit once per screen of a version. A stay is counted when its time
 * is over and not before, however it went: what is left is known sooner than what is not, and a comparison of two versions that
 * began at different moments would be led astray by that. A page that froze, was closed or gave up is one that nobody left.
 */
export class Stays {
  /** By the time that a screen has: within one of these maps the oldest stay is the next one that is over. */
  readonly #open = new Map<number, Map<string, Stay>>()
  readonly #seen = new Map<string, true>()

  /** The visit came to a screen. Answers whether that is a new stay; where nothing leads on there is none. */
  reached(visit: string, place: Place, now: number): boolean {
    const within = leaveWithinMs(place.step)
    const key = keyOf(visit, place)
    if (within === null || this.#seen.has(key)) return false
    letGoBeyond(this.#seen, mostRemembered)
    this.#seen.set(key, true)
    const open = this.#open.get(within) ?? new Map<string, Stay>()
    this.#open.set(within, open)
    letGoBeyond(open, mostRemembered)
    open.set(key, { ...place, since: now, wasLeft: false })
    return true
  }

  /** The visit went on from a screen; too late is not at all. */
  left(visit: string, place: Place): void {
    const stay = this.#open.get(leaveWithinMs(place.step) ?? 0)?.get(keyOf(visit, place))
    if (stay) stay.wasLeft = true
  }

  /** Stays whose time is over since the last call. */
  drain(now: number): StayCount[] {
    const counts = new Map<string, StayCount>()
    for (const [within, open] of this.#open) {
      for (const [key, stay] of open) {
        if (now - stay.since < within) break
        open.delete(key)
        const { host, module, version, step, wasLeft } = stay
        const place = [host, module, version, step].join('\n')
        const count = counts.get(place) ?? { host, module, version, step, left: 0, stuck: 0 }
        count[wasLeft ? 'left' : 'stuck'] += 1
        counts.set(place, count)
      }
    }
    return [...counts.values()]
  }
}

const keyOf = (visit: string, { module, version, step }: Place): string => [visit, module, version, step].join('\n')
