import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isOpen, liveStates, moveOf, transitions, type PaymentEvent, type PaymentPurpose, type PaymentState } from './payment-state.ts'

const isLive = (state: PaymentState): boolean => (liveStates as readonly PaymentState[]).includes(state)
const states = Object.keys(transitions) as PaymentState[]
const events: readonly PaymentEvent[] = ['sent', 'redirected', 'charged', 'held', 'declined', 'cancelled', 'expired', 'voided', 'refunded']

/**
 * Every state with every event, for a balance and for a deposit: the state that follows, or l (late), e (early), ! (contradiction).
 * Written out by hand from reliability notes 1.4, so that a change of the table has to be meant.
 */
const expected: Readonly<Record<PaymentPurpose, Readonly<Record<PaymentState, readonly string[]>>>> = {
  balance: {
    //           sent    redirected  charged     held          declined    cancelled    expired    voided    refunded
    created: ['sent', 'awaiting', 'paid', '!', 'declined', 'cancelled', 'expired', 'e', 'e'],
    sent: ['l', 'awaiting', 'paid', '!', 'declined', 'cancelled', 'expired', 'e', 'e'],
    awaiting: ['l', 'awaiting', 'paid', '!', 'declined', 'cancelled', 'expired', 'e', 'e'],
    paid: ['l', 'l', 'l', '!', 'l', 'l', 'l', 'l', 'refunded'],
    refunded: ['l', 'l', 'l', '!', 'l', 'l', 'l', 'l', 'l'],
    authorised: ['l', 'l', 'captured', '!', 'l', 'voided', 'expired', 'voided', 'l'],
    captured: ['l', 'l', 'l', '!', 'l', 'l', 'l', 'l', 'refunded'],
    voided: ['l', 'l', '!', '!', 'l', 'l', 'l', 'l', 'l'],
    declined: ['l', 'l', '!', '!', 'l', 'l', 'l', 'l', 'l'],
    cancelled: ['l', 'l', '!', '!', 'l', 'l', 'l', 'l', 'l'],
    expired: ['l', 'l', '!', '!', 'l', 'l', 'l', 'l', 'l'],
  },
  deposit: {
    created: ['sent', 'awaiting', '!', 'authorised', 'declined', 'cancelled', 'expired', 'e', 'e'],
    sent: ['l', 'awaiting', '!', 'authorised', 'declined', 'cancelled', 'expired', 'e', 'e'],
    awaiting: ['l', 'awaiting', '!', 'authorised', 'declined', 'cancelled', 'expired', 'e', 'e'],
    paid: ['l', 'l', 'l', '!', 'l', 'l', 'l', 'l', 'refunded'],
    refunded: ['l', 'l', 'l', '!', 'l', 'l', 'l', 'l', 'l'],
    authorised: ['l', 'l', 'captured', 'l', 'l', 'voided', 'expired', 'voided', 'l'],
    captured: ['l', 'l', 'l', 'l', 'l', 'l', 'l', 'l', 'refunded'],
    voided: ['l', 'l', '!', 'l', 'l', 'l', 'l', 'l', 'l'],
    declined: ['l', 'l', '!', '!', 'l', 'l', 'l', 'l', 'l'],
    cancelled: ['l', 'l', '!', '!', 'l', 'l', 'l', 'l', 'l'],
    expired: ['l', 'l', '!', '!', 'l', 'l', 'l', 'l', 'l'],
  },
}
const shortOf = (state: PaymentState, event: PaymentEvent, purpose: PaymentPurpose): string => {
  const move = moveOf(state, event, purpose)
  return move.kind === 'moved' ? move.to : { late: 'l', early: 'e', contradiction: '!' }[move.kind]
}

describe.each(['balance', 'deposit'] as const)('a payment of a %s', (purpose) => {
  it.each(states)('that is %s takes every event as ruled', (state) => {
    expect(events.map((event) => shortOf(state, event, purpose))).toEqual(expected[purpose][state])
  })
})

describe('the states', () => {
  it('that keep the place are all that are not an end; a hold keeps it until it is over (I5)', () => {
    expect(states.filter((state) => !isLive(state)).sort()).toEqual(['cancelled', 'captured', 'declined', 'expired', 'paid', 'refunded', 'voided'])
  })
})

/** What was booked, by the moves alone. */
interface Books { charged: number; held: number; ended: PaymentState | null }

const follow = (purpose: PaymentPurpose, sequence: readonly PaymentEvent[]): void => {
  let state: PaymentState = 'created'
  const books: Books = { charged: 0, held: 0, ended: null }
  for (const event of sequence) {
    const move = moveOf(state, event, purpose)
    if (move.kind !== 'moved') continue
    // An end stays, but for money that comes back (I9).
    if (books.ended !== null && move.to !== 'refunded') throw new Error(`${books.ended} became ${move.to}`)
    if (event === 'charged') books.charged += 1
    if (event === 'held') books.held += 1
    state = move.to
    if (!isLive(state) && !isOpen(state)) books.ended = state
  }
  if (books.charged > 1 || books.held > 1) throw new Error('money was booked twice')
  if (purpose === 'balance' && (state === 'paid' || state === 'refunded') !== (books.charged === 1)) throw new Error('paid and charged do not agree')
  if (purpose === 'deposit' && state === 'paid') throw new Error('a deposit was paid (I8)')
}

/** `npm run soak` asks for more. */
const sequences = Number(process.env['CHECKIN_SEQUENCES'] ?? 100_000)

describe(`${sequences} sequences of anything that may happen`, () => {
  it('book money once, never change an end, and never take a deposit at once (I1, I8, I9)', () => {
    const words = fc.array(fc.constantFrom(...events), { minLength: 1, maxLength: 14 })
    fc.assert(fc.property(fc.constantFrom<PaymentPurpose>('balance', 'deposit'), words, follow), { numRuns: sequences })
  })

  it('end the same way whatever repetitions come in between (P13)', () => {
    const words = fc.array(fc.constantFrom(...events), { minLength: 1, maxLength: 8 })
    const endOf = (purpose: PaymentPurpose, sequence: readonly PaymentEvent[]) => sequence.reduce<PaymentState>((state, event) => {
      const move = moveOf(state, event, purpose)
      return move.kind === 'moved' ? move.to : state
    }, 'created')
    fc.assert(fc.property(fc.constantFrom<PaymentPurpose>('balance', 'deposit'), words, (purpose, sequence) => {
      expect(endOf(purpose, sequence.flatMap((event) => [event, event]))).toBe(endOf(purpose, sequence))
    }), { numRuns: 5000 })
  })
})
