import { levelBounds, type LevelCounts } from '@checkin/telemetry'
import { countValue, emptyBuckets } from './counters.ts'

const empty = () => ({ pages: { good: 0, failed: 0 }, resolve: emptyBuckets(levelBounds.resolve), propagation: emptyBuckets(levelBounds.propagation) }) satisfies LevelCounts

/** Said so often while it holds. */
const expiredEveryMs = 60_000

/** Counts what this server promises: answers, the time of choosing a set, and how soon it knows of a change. */
export class ServiceLevels {
  #counts = empty()
  #isEmpty = true
  #expired = 0
  #expiredAt = Number.NEGATIVE_INFINITY

  /** A page was answered. Redirects, unknown hosts and addresses of files are no pages. */
  answered(status: number): void {
    if (status < 500 && status !== 200 && status !== 304) return
    this.#counts.pages[status >= 500 ? 'failed' : 'good'] += 1
    this.#isEmpty = false
  }

  /** Runs the choice of a set and counts its time. */
  resolving<Result>(choose: () => Result): Result {
    const began = performance.now()
    const result = choose()
    this.#count('resolve', performance.now() - began)
    return result
  }

  /** A newer revision is in use. `committedAt` is what the registry says of it, by its own clock; never trusted for more than this figure. */
  learned(committedAt: string | undefined, now: number): void {
    const committed = Date.parse(committedAt ?? '')
    if (!Number.isNaN(committed)) this.#count('propagation', Math.max(0, now - committed))
  }

  /** What this server knows of releases has expired: told once a minute, whatever else there is to tell. */
  expired(now: number): void {
    if (now - this.#expiredAt < expiredEveryMs) return
    this.#expiredAt = now
    this.#expired = 1
    this.#isEmpty = false
  }

  /** Counts since the last call; null when nothing happened. */
  drain(): LevelCounts | null {
    const counts = this.#isEmpty ? null : { ...this.#counts, ...(this.#expired > 0 && { expired: this.#expired }) }
    this.#expired = 0
    this.#counts = empty()
    this.#isEmpty = true
    return counts
  }

  #count(what: 'resolve' | 'propagation', ms: number): void {
    countValue(this.#counts[what], levelBounds[what], ms)
    this.#isEmpty = false
  }
}
