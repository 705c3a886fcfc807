import type { MoneyOrder } from '@checkin/internal'

/** A sum with its currency, in the operator's own way of writing. */
export const sumText = (amount: number, currency: string): string => new Intl.NumberFormat('en-GB', { style: 'currency', currency }).format(amount)

const deeds: Readonly<Record<MoneyOrder['kind'], string>> = { refund: 'Refund', capture: 'Capture of the deposit', release: 'Release of the deposit', renew: 'New hold of the deposit' }

/** `Refund of €20.00`. */
export const orderText = ({ kind, amount, currency }: Pick<MoneyOrder, 'kind' | 'amount' | 'currency'>): string =>
  (kind === 'release' || kind === 'renew' ? deeds[kind] : `${deeds[kind]}, ${amount === null ? 'all of it' : sumText(amount, currency)}`)

/** How an order stands, in a few words. */
export function stateText({ state, result }: Pick<MoneyOrder, 'state' | 'result'>): string {
  switch (state) {
    case 'waiting': return 'waits for a second person'
    case 'approved': return 'approved, about to begin'
    case 'rejected': return 'rejected'
    case 'done': return [result?.state ?? 'done', result?.code].filter(Boolean).join(': ')
  }
}
