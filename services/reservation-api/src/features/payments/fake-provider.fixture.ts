import { randomUUID } from 'node:crypto'
import type { CardOrder, CardProvider, ProviderEvent, ProviderOrder, ProviderOutcome, RawCallback, WalletProvider } from './providers/provider.ts'

/** What a fake provider does with its next order. */
export type Behaviour =
  | 'charge'
  /** Does it, and the answer is lost (P9). */
  | 'charge-silently'
  /** Does it only when `finish` is called; the answer is lost (P10). */
  | 'charge-later'
  /** The order never arrives. */
  | 'lose'
  /** Refused before anything happened (P11). */
  | 'busy'
  | 'pending'
  | 'redirect'
  /** Never answers at all. */
  | 'hang'
  | { readonly decline: string }

interface Entry {
  readonly order: ProviderOrder
  outcome: ProviderOutcome
}

/** The books of a provider that live in the test, with every fault that a test orders. One charge for one merchant transaction id, as the real ones promise. */
export function fakeProvider() {
  const entries = new Map<string, Entry>()
  const charges: string[] = []
  const asked: string[] = []
  let behaviours: Behaviour[] = []
  let isAway = false
  const silence: ProviderOutcome = { kind: 'unknown', reason: 'timeout' }

  const done = (order: ProviderOrder, isHold: boolean): ProviderOutcome => {
    charges.push(order.merchantTransactionId)
    const money = { providerId: `p-${order.merchantTransactionId}`, amountMinor: order.amountMinor, currency: order.currency }
    const card = 'means' in order ? { masked: '4111 **** **** 1111', brand: 'Visa', referenceToken: (order as CardOrder).register ? `ref-${order.merchantTransactionId.slice(0, 8)}` : null } : null
    return isHold ? { kind: 'held', ...money, captureBefore: new Date(Date.now() + 7 * 86_400_000).toISOString(), card } : { kind: 'charged', ...money, card }
  }
  const put = (order: ProviderOrder, outcome: ProviderOutcome): ProviderOutcome => {
    entries.set(order.merchantTransactionId, { order, outcome })
    return outcome
  }
  const take = async (order: ProviderOrder, isHold: boolean): Promise<ProviderOutcome> => {
    asked.push(`take ${order.merchantTransactionId}`)
    if (isAway) return silence
    const known = entries.get(order.merchantTransactionId)
    // A repeated id is never a second charge.
    if (known) return known.outcome
    const behaviour = behaviours.shift() ?? 'charge'
    if (typeof behaviour === 'object') return put(order, { kind: 'declined', providerId: `p-${order.merchantTransactionId}`, code: behaviour.decline })
    switch (behaviour) {
      case 'charge': return put(order, done(order, isHold))
      case 'charge-silently': put(order, done(order, isHold)); return silence
      case 'charge-later': put(order, { kind: 'pending', providerId: `p-${order.merchantTransactionId}` }); return silence
      case 'lose': return silence
      case 'busy': return { kind: 'unavailable', code: '3003' }
      case 'pending': return put(order, { kind: 'pending', providerId: `p-${order.merchantTransactionId}` })
      case 'redirect': return put(order, { kind: 'redirect', providerId: `p-${order.merchantTransactionId}`, url: `http://provider.test/${order.merchantTransactionId}`, frame: 'means' in order })
      case 'hang': return new Promise(() => undefined)
    }
  }
  const status = async (id: string): Promise<ProviderOutcome> => {
    asked.push(`status ${id}`)
    return isAway ? silence : entries.get(id)?.outcome ?? { kind: 'notFound' }
  }
  const stop = async ({ merchantTransactionId: id }: { readonly merchantTransactionId: string }): Promise<ProviderOutcome> => {
    asked.push(`stop ${id}`)
    if (isAway) return silence
    const entry = entries.get(id)
    if (!entry) return { kind: 'notFound' }
    if (entry.outcome.kind === 'held') entry.outcome = { kind: 'voided', providerId: `p-${id}` }
    if (entry.outcome.kind === 'redirect' || entry.outcome.kind === 'pending') entry.outcome = { kind: 'cancelled', providerId: `p-${id}` }
    return entry.outcome
  }
  /** Signed by the word of the test. */
  const readCallback = ({ headers, body }: RawCallback): ProviderEvent | null => (headers['x-signature'] === 'right' ? JSON.parse(body) as ProviderEvent : null)

  const card: CardProvider = {
    debit: (order) => take(order, false), preauthorise: (order) => take(order, true), status, void: stop,
    refund: async ({ merchantTransactionId, providerId, amountMinor }) => ({ kind: 'refunded', providerId: `${providerId}-${merchantTransactionId}`, amountMinor }),
    readCallback, acknowledgement: 'OK',
  }
  const wallet: WalletProvider = {
    createOrder: (order) => {
      if (!isAway && behaviours.length === 0) behaviours = ['redirect']
      return take(order, false)
    },
    capture: async ({ merchantTransactionId: id }) => {
      asked.push(`capture ${id}`)
      const entry = entries.get(id)
      if (isAway || !entry) return silence
      if (entry.outcome.kind === 'pending') entry.outcome = done(entry.order, false)
      return entry.outcome
    },
    cancel: stop, status, readCallback, acknowledgement: 'OK',
  }
  const entryOf = (id: string): Entry => {
    const entry = entries.get(id)
    if (!entry) throw new Error(`The provider does not know ${id}`)
    return entry
  }
  const only = (): string => {
    const [id, ...others] = entries.keys()
    if (id === undefined || others.length > 0) throw new Error(`The provider knows ${entries.size} payments`)
    return id
  }
  return {
    card, wallet, entries, charges, asked, only,
    /** What the next orders meet, one after the other; then each is charged. */
    does: (...next: Behaviour[]) => { behaviours = next },
    goesAway: (away = true) => { isAway = away },
    /** The renter approved at the wallet, which now waits for our capture. */
    approves: (id = only()) => { entryOf(id).outcome = { kind: 'pending', providerId: `p-${id}` } },
    /** What was open is now done, or whatever the test says of it. */
    finish: (id = only(), outcome?: ProviderOutcome) => {
      const entry = entryOf(id)
      entry.outcome = outcome ?? done(entry.order, false)
    },
    event: (id: string, outcome: ProviderOutcome, eventId: string = randomUUID()): ProviderEvent => ({ eventId, merchantTransactionId: id, outcome }),
  }
}
export type FakeProvider = ReturnType<typeof fakeProvider>
