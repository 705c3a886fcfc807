import type { Times } from '../api/levels.ts'

/** A percentile as far as its bucket tells. */
export const atMost = ({ count }: Times, bound: number | null, bounds: readonly number[]): string =>
  (count === 0 ? '–' : bound === null ? `> ${bounds.at(-1)} ms` : `≤ ${bound} ms`)

/** A share of answers; never rounded up to a whole that it is not. */
export const percent = (share: number | null): string => (share === null ? '–' : `${(Math.floor(share * 10_000 + 1e-6) / 100).toFixed(2)} %`)
