import { journeyMs, saleBounds, type JourneyCount } from '@checkin/telemetry'
import { BoundedMap, Tally } from './counters.ts'
import type { SessionVersion } from './health-samples.ts'

/** What the reservation API says to the site of the reservation that a session holds. */
export interface JourneyState {
  readonly isCompleted: boolean
  /** What the rental costs now, in minor units. */
  readonly total: number
}

interface Journey {
  /** The versions of its set that may be counted. */
  readonly versions: readonly SessionVersion[]
  readonly since: number
  /** The total when the reservation was found, in minor units. */
  readonly before: number
  /** By how much it had grown when check-in was completed; null until then. */
  added: number | null
}

/** Journeys that are remembered at a time. */
const mostRemembered = 100_000

/**
 * Whether sessions that found a reservation complete check-in, and by how much its total grows: by the API's own answers, not by what a page says
 * (DEC-295). Like stays, a journey is counted when its time is over and not before, once per session, for each version of its set.
 */
export class JourneyOutcomes {
  readonly #open = new BoundedMap<string, Journey>(mostRemembered)
  readonly #seen = new BoundedMap<string, true>(mostRemembered)
  readonly #admits: (of: SessionVersion & { readonly step: string }, end: 'good' | 'bad') => boolean

  /** `admits` is asked once for each count of a journey whose time is over: what it refuses is in none. */
  constructor(admits: (of: SessionVersion & { readonly step: string }, end: 'good' | 'bad') => boolean = () => true) {
    this.#admits = admits
  }

  /** Whether a session's journey is watched already. */
  knows(session: string): boolean {
    return this.#seen.has(session)
  }

  /** The session found a reservation. One that was completed before is no journey. */
  began(session: string, versions: readonly SessionVersion[], { isCompleted, total }: JourneyState, now: number): void {
    this.#seen.set(session, true)
    if (!isCompleted) this.#open.set(session, { versions, since: now, before: total, added: null })
  }

  /** What became of the session's reservation; too late is not at all. */
  became(session: string, { isCompleted, total }: JourneyState): void {
    const journey = this.#open.get(session)
    if (journey && isCompleted) journey.added ??= total - journey.before
  }

  /** Journeys whose time is over since the last call. */
  drain(now: number): JourneyCount[] {
    const counts = new Tally<Omit<SessionVersion, 'session'>, Counted>()
    for (const [session, journey] of this.#open) {
      if (now - journey.since < journeyMs) break
      this.#open.delete(session)
      for (const of of journey.versions) this.#count(of, journey.added, counts)
    }
    return counts.drain()
  }

  #count(of: SessionVersion, added: number | null, counts: Tally<Omit<SessionVersion, 'session'>, Counted>): void {
    const { host, module, version } = of
    if (!this.#admits({ ...of, step: 'completion' }, added === null ? 'bad' : 'good')) return
    const row = counts.row({ host, module, version }, { completed: 0, unfinished: 0, more: saleBounds.map(() => 0), less: saleBounds.map(() => 0) })
    row[added === null ? 'unfinished' : 'completed'] += 1
    if (added === null) return
    for (const [at, bound] of saleBounds.entries()) {
      const isMore = added > bound
      if (!isMore && !this.#admits({ ...of, step: `sale ${bound}` }, 'bad')) continue
      const column = isMore ? row.more : row.less
      column[at] = (column[at] ?? 0) + 1
    }
  }
}

type Counted = Pick<JourneyCount, 'completed' | 'unfinished'> & { readonly more: number[]; readonly less: number[] }
