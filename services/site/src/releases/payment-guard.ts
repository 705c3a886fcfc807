import { contract } from '@checkin/api'
import { payingCookie, type Cookies } from './cookies.ts'

/** A payment that nobody asked about for so long is decided or given up. */
export const longestPaymentMs = 45 * 60_000

const paymentCalls = new Set<string>([contract.postPayment, contract.cancelPayment, contract.logPayment].map(({ path }) => `/api${path}`))

/** Calls that may leave a payment without a final answer, whatever becomes of them. */
export const isPaymentCall = (method: string, path: string): boolean => method === 'POST' && paymentCalls.has(path)

/** True between Pay and its final answer. A forged cookie only keeps its own browser on the set that it is pinned to. */
export function isPaying(cookies: Cookies, now: number): boolean {
  const since = Number(cookies[payingCookie] ?? Number.NaN)
  return Number.isFinite(since) && now - since >= 0 && now - since < longestPaymentMs
}

/** Sessions whose payment call is under way right now: its answer, and so its cookie, is still to come. */
export class PaymentsUnderWay {
  readonly #calls = new Map<string, number>()

  begin(session: string): void {
    this.#calls.set(session, (this.#calls.get(session) ?? 0) + 1)
  }

  end(session: string): void {
    const left = (this.#calls.get(session) ?? 1) - 1
    if (left > 0) this.#calls.set(session, left)
    else this.#calls.delete(session)
  }

  has(session: string | undefined): boolean {
    return session !== undefined && this.#calls.has(session)
  }
}
