import { setTimeout as delay } from 'node:timers/promises'
import { internalFetch } from '@checkin/server'
import { fleetToken } from '../fixtures/whole-api.fixture.ts'

interface Payment { readonly paymentId: string; readonly purpose: string; readonly state: string }
interface OrderAnswer { readonly state?: string }

/** Addresses of the API servers, any of which may be dead, and the run's chances. */
export interface DeskOptions {
  readonly servers: readonly string[]
  readonly chance: () => number
}

/** What the company's own system orders during a run (decisions 0131 to 0133); counts what was begun. */
export interface Ordered {
  refunds: number
  captures: number
  releases: number
  renewals: number
}

/** The company's system: it refunds, captures, releases and renews at servers that may be dead, and repeats what was not answered until it is over. */
export function deskLoad({ servers, chance }: DeskOptions) {
  const ordered: Ordered = { refunds: 0, captures: 0, releases: 0, renewals: 0 }
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(chance() * items.length)] as Item
  const call = async <Answer>(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer | null> => {
    const answer = await internalFetch(`${pick(servers)}/fleet/v1${path}`, { method, ...(body && { body }), timeoutMs: 8000, headers: { authorization: `Bearer ${fleetToken('costaverde')}` } }).catch(() => null)
    return answer && answer.status < 500 ? answer.json() as Answer : null
  }
  /** The same order again until it is no longer under way; what is left goes on by itself. */
  const repeat = async (path: string, body: object): Promise<void> => {
    for (let tries = 0; tries < 12; tries += 1) {
      const answer = await call<OrderAnswer>('POST', path, body)
      if (answer && !['ordered', 'releasing', 'renewing'].includes(answer.state ?? '')) return
      await delay(100 + 200 * chance())
    }
  }
  const paymentsOf = async (reference: string): Promise<readonly Payment[]> => {
    for (let tries = 0; tries < 12; tries += 1) {
      const answer = await call<{ payments: Payment[] }>('GET', `/reservations/${reference}`)
      if (answer) return answer.payments
      await delay(100)
    }
    return []
  }
  return {
    ordered,
    /** Gives a part of what a renter paid back, or all of it. */
    refund: async (reference: string): Promise<void> => {
      const paid = (await paymentsOf(reference)).find(({ purpose, state }) => purpose === 'balance' && state === 'paid')
      if (!paid) return
      ordered.refunds += 1
      const body = chance() < 0.5 ? { amount: 20 } : {}
      await Promise.all([repeat(`/reservations/${reference}/payments/${paid.paymentId}/refund`, body), repeat(`/reservations/${reference}/payments/${paid.paymentId}/refund`, body)])
    },
    /** Does one of three things with a signed renter's deposit, sometimes while it is being held anew. */
    deposit: async (reference: string): Promise<void> => {
      const hold = (await paymentsOf(reference)).find(({ purpose, state }) => purpose === 'deposit' && state === 'authorised')
      if (!hold) return
      const renews = chance() < 0.5
      if (renews) ordered.renewals += 1
      const renewal = renews ? repeat(`/reservations/${reference}/deposit/renew`, { paymentId: hold.paymentId }) : Promise.resolve()
      if (chance() < 0.5) await renewal
      const way = chance()
      if (way < 0.5) {
        ordered.captures += 1
        await repeat(`/reservations/${reference}/deposit/capture`, way < 0.25 ? { amount: 200 } : {})
      } else if (way < 0.75) {
        ordered.releases += 1
        await repeat(`/reservations/${reference}/deposit/release`, {})
      }
      await renewal
    },
  }
}
export type DeskLoad = ReturnType<typeof deskLoad>
