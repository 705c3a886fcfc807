import type { ProviderOutcome } from './providers/provider.ts'

/**
 * The state of a payment. `sent` means that the provider may or may not have acted: it is never a failure, and only the provider ends it
 * (P9, P10). `awaiting` waits for the renter on a page of the provider: a wallet or 3-D Secure.
 */
export type PaymentState =
  | 'created' | 'sent' | 'awaiting'
  | 'paid' | 'refunded'
  | 'authorised' | 'captured' | 'voided'
  | 'declined' | 'cancelled' | 'expired'

/** What the renter's money is for: the amount due, which is taken, or the deposit, which is only held (I8). */
export type PaymentPurpose = 'balance' | 'deposit'

/** What names the payments of one reservation and purpose. */
export interface PaymentOf {
  readonly tenantId: string
  readonly reservationId: string
  readonly purpose: PaymentPurpose
}

/** What may happen to a payment. Everything but `sent` is a status of the provider; silence is no event. */
export type PaymentEvent = 'sent' | 'redirected' | 'charged' | 'held' | 'declined' | 'cancelled' | 'expired' | 'voided' | 'refunded'

/** States of a live payment: no second one of its reservation and purpose begins meanwhile (I5). The index of migration 050 lists the same. */
export const liveStates = ['created', 'sent', 'awaiting', 'authorised'] as const satisfies readonly PaymentState[]

/** States in which nobody knows yet how it ends. */
export const openStates = ['created', 'sent', 'awaiting'] as const satisfies readonly PaymentState[]

export const isOpen = (state: PaymentState): boolean => (openStates as readonly PaymentState[]).includes(state)

const answers = { redirected: 'awaiting', declined: 'declined', cancelled: 'cancelled', expired: 'expired', charged: 'paid', held: 'authorised' } as const

/** Every allowed move; what is not here does not happen (I9). The one exception to an end is money that comes back. */
export const transitions: Readonly<Record<PaymentState, Partial<Readonly<Record<PaymentEvent, PaymentState>>>>> = {
  // A status of the provider may overtake our own note that the request was sent.
  created: { sent: 'sent', ...answers },
  sent: answers,
  awaiting: answers,
  paid: { refunded: 'refunded' },
  refunded: {},
  // Capturing a hold is the counter's business: we only receive the event.
  authorised: { charged: 'captured', voided: 'voided', cancelled: 'voided', expired: 'expired' },
  captured: { refunded: 'refunded' },
  voided: {},
  declined: {},
  cancelled: {},
  expired: {},
}

/**
 * What an event makes of a payment. `late` changes nothing: a repetition, or a status that a later one has overtaken (P13).
 * `early` waits for the status that must come first. `contradiction` says that money moved although the payment has ended otherwise, or moved
 * in a way that nobody requested: it is recorded for people, never applied.
 */
export type Move =
  | { readonly kind: 'moved'; readonly to: PaymentState }
  | { readonly kind: 'late' | 'early' | 'contradiction' }

const moneyEvents: readonly PaymentEvent[] = ['charged', 'held']
const isTaken = (state: PaymentState): boolean => state === 'paid' || state === 'captured' || state === 'refunded'

/** Whether the event is one that a payment of this purpose can have: a balance is charged at once, a deposit held first. */
function fits(state: PaymentState, event: PaymentEvent, purpose: PaymentPurpose): boolean {
  if (event === 'held') return purpose === 'deposit'
  if (event === 'charged') return purpose === 'balance' || state === 'authorised' || isTaken(state)
  return true
}

/** Evaluates one event by the table above. */
export function moveOf(state: PaymentState, event: PaymentEvent, purpose: PaymentPurpose): Move {
  if (!fits(state, event, purpose)) return { kind: 'contradiction' }
  const to = transitions[state][event]
  if (to !== undefined) return { kind: 'moved', to }
  if (event === 'refunded' || event === 'voided') return { kind: isOpen(state) ? 'early' : 'late' }
  if (!moneyEvents.includes(event)) return { kind: 'late' }
  const isRepetition = event === 'charged' ? isTaken(state) : state === 'authorised' || state === 'captured' || state === 'voided'
  return { kind: isRepetition ? 'late' : 'contradiction' }
}

const events: Readonly<Partial<Record<ProviderOutcome['kind'], PaymentEvent>>> = {
  charged: 'charged', held: 'held', redirect: 'redirected', declined: 'declined', cancelled: 'cancelled', expired: 'expired', voided: 'voided', refunded: 'refunded',
}

/** What a status of the provider does to the state; null for one that decides nothing, silence included. */
export const eventOf = ({ kind }: ProviderOutcome): PaymentEvent | null => events[kind] ?? null
