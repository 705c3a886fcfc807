import { levelBounds, type LevelCounts } from '@checkin/remote/reports'

class Histogram {
  readonly #bounds: readonly number[]
  #counts: number[]

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds
    this.#counts = this.#empty()
  }

  add(value: number): void {
    const at = this.#bounds.findIndex((bound) => value <= bound)
    const bucket = at < 0 ? this.#bounds.length : at
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1
  }

  drain(): number[] {
    const counts = this.#counts
    this.#counts = this.#empty()
    return counts
  }

  #empty(): number[] {
    return new Array<number>(this.#bounds.length + 1).fill(0)
  }
}

/** Counts what this server promises: answers, the time of choosing, and how soon it knows of a change. */
export class ServiceLevels {
  readonly #resolve = new Histogram(levelBounds.resolve)
  readonly #propagation = new Histogram(levelBounds.propagation)
  #good = 0
  #failed = 0

  /** A page was answered. Redirects, unknown hosts and addresses of files are no pages. */
  answered(status: number): void {
    if (status >= 500) this.#failed += 1
    else if (status === 200 || status === 304) this.#good += 1
  }

  /** Runs the choice of a set and counts its time. */
  resolving<Result>(choose: () => Result): Result {
    const began = performance.now()
    const result = choose()
    this.#resolve.add(performance.now() - began)
    return result
  }

  /** A newer revision is in use. `committedAt` is what the registry says of it, by its own clock; never trusted for more than this figure. */
  learned(committedAt: string | undefined, now: number): void {
    const committed = Date.parse(committedAt ?? '')
    if (!Number.isNaN(committed)) this.#propagation.add(Math.max(0, now - committed))
  }

  /** Counts since the last call; null when nothing happened. */
  drain(): LevelCounts | null {
    const counts = { pages: { good: this.#good, failed: this.#failed }, resolve: this.#resolve.drain(), propagation: this.#propagation.drain() }
    this.#good = 0
    this.#failed = 0
    const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)
    return counts.pages.good + counts.pages.failed + sum(counts.resolve) + sum(counts.propagation) === 0 ? null : counts
  }
}
