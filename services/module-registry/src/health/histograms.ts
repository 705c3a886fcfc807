export const total = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0)

/** Histograms as one, bucket by bucket; one more bucket than bounds. */
export const summed = (histograms: readonly (readonly number[])[], bounds: readonly number[]): number[] =>
  Array.from({ length: bounds.length + 1 }, (_none, at) => total(histograms.map((buckets) => buckets[at] ?? 0)))

/** Upper bound of the bucket with the given share of all; null above the last bound. */
export function percentile(buckets: readonly number[], bounds: readonly number[], wanted: number): number | null {
  let seen = 0
  const least = total(buckets) * wanted
  return bounds[buckets.findIndex((count) => (seen += count) >= least)] ?? null
}
