const windowMs = 600_000
/** Names that are remembered at a time; beyond that everybody begins anew. */
const mostNames = 100_000

/** How often each of many may do something within ten minutes. */
export class Allowance {
  readonly #most: number
  #taken = new Map<string, number>()
  #since = 0

  constructor(most: number) {
    this.#most = most
  }

  /** Takes one; false when `name` has had its share of these ten minutes. */
  take(name: string, now: number): boolean {
    if (now - this.#since > windowMs || this.#taken.size > mostNames) {
      this.#taken = new Map()
      this.#since = now
    }
    const taken = (this.#taken.get(name) ?? 0) + 1
    this.#taken.set(name, taken)
    return taken <= this.#most
  }
}
