/** Cookie that says since when a payment of this browser has no final answer; milliseconds since the epoch. */
export const payingCookie = 'paying'

/** A payment that nobody asked about for so long is decided or given up. */
export const longestPaymentMs = 45 * 60_000

/** Addresses that a provider sends a renter back to: the answer of a payment or a signature is still to come. */
export const isPaymentReturn = (path: string): boolean => /^\/reservation\/[^/]+\/(success|cancel)$|^\/completed\/signed\//.test(path)

/** True between Pay and its final answer. A forged cookie only keeps its own browser on the set that it holds. */
export function isPaying(cookies: Readonly<Record<string, string | undefined>>, now: number): boolean {
  const since = Number(cookies[payingCookie] ?? Number.NaN)
  return Number.isFinite(since) && now - since >= 0 && now - since < longestPaymentMs
}
