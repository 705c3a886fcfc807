/** Rows of counts, one for each identity, until the next drain. What comes beyond 1,000 rows is dropped: a flood fills no batch. */
export class Tally<Identity extends object, Counts extends object> {
  readonly #most = 1000
  #rows = new Map<string, Identity & Counts>()

  /** The row of an identity, to count in; `zero` when it has none yet. */
  row(identity: Identity, zero: Counts): Identity & Counts {
    const key = JSON.stringify(Object.values(identity))
    const row = this.#rows.get(key) ?? { ...identity, ...zero }
    if (this.#rows.size < this.#most) this.#rows.set(key, row)
    return row
  }

  /** Rows since the last call. */
  drain(): (Identity & Counts)[] {
    const rows = [...this.#rows.values()]
    this.#rows.clear()
    return rows
  }
}

/** Counts of values by bucket; one more bucket than bounds. */
export const emptyBuckets = (bounds: readonly number[]): number[] => new Array<number>(bounds.length + 1).fill(0)

/** Counts a value in the first bucket whose upper bound it does not exceed, or in the last. */
export function countValue(buckets: number[], bounds: readonly number[], value: number): void {
  const at = bounds.findIndex((bound) => value <= bound)
  const bucket = at < 0 ? bounds.length : at
  buckets[bucket] = (buckets[bucket] ?? 0) + 1
}
