import { BoundedMap } from '@checkin/server'
import { journeyMs, mostAdded, saleBounds, type JourneyCount, type JourneyValue } from '@checkin/telemetry'
import { Tally } from './counters.ts'
import type { SessionVersion } from './health-samples.ts'

/** What the reservation API says to the site of the reservation that a session holds. */
export interface JourneyState {
  readonly isCompleted: boolean
  /** What the rental costs now, in minor units. */
  readonly total: number
  /** Of which currency (ISO 4217); null where the API of an earlier version does not say. */
  readonly currency: string | null
}

interface Journey {
  /** The versions of its set that may be counted. */
  readonly versions: readonly SessionVersion[]
  readonly since: number
  /** The total when the reservation was found, in minor units. */
  readonly before: number
  readonly currency: string | null
  /** By how much it had grown when check-in was completed, and how many milliseconds later that was; null until then. */
  end: { readonly added: number; readonly took: number } | null
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
  began(session: string, versions: readonly SessionVersion[], { isCompleted, total, currency }: JourneyState, now: number): void {
    this.#seen.set(session, true)
    if (!isCompleted) this.#open.set(session, { versions, since: now, before: total, currency, end: null })
  }

  /** What became of the session's reservation; too late is not at all. */
  became(session: string, { isCompleted, total }: JourneyState, now: number): void {
    const journey = this.#open.get(session)
    if (journey && isCompleted) journey.end ??= { added: total - journey.before, took: now - journey.since }
  }

  /** Journeys whose time is over since the last call, and what they are worth. */
  drain(now: number): { readonly journeys: JourneyCount[]; readonly values: JourneyValue[] } {
    const counts = new Tally<Omit<SessionVersion, 'session'>, Counted>()
    const values = new Tally<ValueKey, Valued>()
    for (const [session, journey] of this.#open) {
      if (now - journey.since < journeyMs) break
      this.#open.delete(session)
      for (const of of journey.versions) if (this.#count(of, journey.end?.added ?? null, counts)) value(of, journey, values)
    }
    return { journeys: counts.drain(), values: values.drain() }
  }

  /** Whether the session counts for the version. */
  #count(of: SessionVersion, added: number | null, counts: Tally<Omit<SessionVersion, 'session'>, Counted>): boolean {
    const { host, module, version, settings } = of
    if (!this.#admits({ ...of, step: 'completion' }, added === null ? 'bad' : 'good')) return false
    const row = counts.row({ host, module, version, settings }, { completed: 0, unfinished: 0, more: saleBounds.map(() => 0), less: saleBounds.map(() => 0) })
    row[added === null ? 'unfinished' : 'completed'] += 1
    if (added === null) return true
    for (const [at, bound] of saleBounds.entries()) {
      const isMore = added > bound
      if (!isMore && !this.#admits({ ...of, step: `sale ${bound}` }, 'bad')) continue
      const column = isMore ? row.more : row.less
      column[at] = (column[at] ?? 0) + 1
    }
    return true
  }
}

type Counted = Pick<JourneyCount, 'completed' | 'unfinished'> & { readonly more: number[]; readonly less: number[] }

type ValueKey = Pick<JourneyValue, 'host' | 'module' | 'version' | 'currency'> & Pick<SessionVersion, 'settings'>
type Valued = Omit<JourneyValue, keyof ValueKey>

/** Adds what a session was worth and how long it took to the sums of a version (DEC-346). */
function value({ host, module, version, settings }: SessionVersion, { currency, end }: Journey, values: Tally<ValueKey, Valued>): void {
  if (currency === null) return
  const row = values.row({ host, module, version, settings, currency }, { sessions: 0, added: 0, addedSquares: 0, finished: 0, seconds: 0, secondsSquares: 0 })
  row.sessions += 1
  if (end === null) return
  const added = Math.max(-mostAdded, Math.min(mostAdded, end.added))
  const seconds = Math.round(end.took / 1000)
  row.added += added
  row.addedSquares += added ** 2
  row.finished += 1
  row.seconds += seconds
  row.secondsSquares += seconds ** 2
}
