/** Cookie that says since when a payment of this browser has no final answer; milliseconds since the epoch. */
export const payingCookie = 'paying'
/** Cookie that tells an open page that its versions were withdrawn: it loads anew at its next step. Read by the shell. */
export const endedCookie = 'release-ended'

/** A payment that nobody asked about for so long is decided or given up. */
export const longestPaymentMs = 45 * 60_000

/** Addresses that a provider sends a renter back to: the answer of a payment or a signature is still to come. */
export const isPaymentReturn = (path: string): boolean => /^\/reservation\/[^/]+\/(success|cancel)$|^\/completed\/signed\//.test(path)

/** Calls whose answer says how a payment stands. */
export const isPaymentCall = (path: string): boolean => /^\/api\/payment(\/state\/[^/]+|\/cancel|\/log)?$/.test(path)

/** True between Pay and its final answer. A forged cookie only keeps its own browser on the set that it holds. */
export function isPaying(cookies: Readonly<Record<string, string | undefined>>, now: number): boolean {
  const since = Number(cookies[payingCookie] ?? Number.NaN)
  return Number.isFinite(since) && now - since >= 0 && now - since < longestPaymentMs
}

const open = new Set(['checking', 'redirect'])
const final = new Set(['paid', 'declined', 'cancelled', 'none'])

/** What an answer of a payment call says: the payment is open, it is decided, or nothing new. Not knowing counts as open. */
export function paymentAfter(method: string, status: number, body: unknown): 'open' | 'final' | 'unchanged' {
  const { status: standing, state = standing, code, linked } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  if (status >= 200 && status < 300) {
    if (linked === true || final.has(String(state))) return 'final'
    return open.has(String(state)) ? 'open' : 'unchanged'
  }
  if (method === 'GET') return 'unchanged'
  return status >= 500 || code === 'PaymentInProgress' ? 'open' : code === 'PaymentDeclined' ? 'final' : 'unchanged'
}

/** Visits whose payment call is under way right now: its answer, and so its cookie, is still to come. */
export class PaymentsUnderWay {
  readonly #visits = new Map<string, number>()

  begin(visit: string): void {
    this.#visits.set(visit, (this.#visits.get(visit) ?? 0) + 1)
  }

  end(visit: string): void {
    const left = (this.#visits.get(visit) ?? 1) - 1
    if (left > 0) this.#visits.set(visit, left)
    else this.#visits.delete(visit)
  }

  has(visit: string | undefined): boolean {
    return visit !== undefined && this.#visits.has(visit)
  }
}
