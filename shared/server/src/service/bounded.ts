/** A map that drops its oldest entry when a new one would be more than `most`. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #most: number

  constructor(most: number) {
    super()
    this.#most = most
  }

  override set(key: Key, value: Value): this {
    // Maps keep the order of their entries: the first is the oldest.
    const [oldest] = this.size >= this.#most && !this.has(key) ? this.keys() : []
    if (oldest !== undefined) this.delete(oldest)
    return super.set(key, value)
  }
}

const windowMs = 600_000

/** Lets each of many do something so many times within ten minutes. */
export class RateLimiter {
  readonly #most: number
  #counts = new BoundedMap<string, number>(100_000)
  #since = 0

  constructor(most: number) {
    this.#most = most
  }

  /** Counts one; false when `name` has had its share of these ten minutes. */
  take(name: string, now: number): boolean {
    if (now - this.#since > windowMs) {
      this.#counts.clear()
      this.#since = now
    }
    const taken = (this.#counts.get(name) ?? 0) + 1
    this.#counts.set(name, taken)
    return taken <= this.#most
  }
}
