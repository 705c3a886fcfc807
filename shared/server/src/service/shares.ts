/** How many things of a kind each of many has under way, and none more than its share. */
export class Shares {
  readonly #most: number
  readonly #taken = new Map<string, number>()

  constructor(most: number) {
    this.#most = most
  }

  /** Takes one for `name`; answers what gives it back, which works once, or null when its share is used up. */
  take(name: string): (() => void) | null {
    const taken = this.#taken.get(name) ?? 0
    if (taken >= this.#most) return null
    this.#taken.set(name, taken + 1)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      const left = (this.#taken.get(name) ?? 1) - 1
      if (left > 0) this.#taken.set(name, left)
      else this.#taken.delete(name)
    }
  }
}
