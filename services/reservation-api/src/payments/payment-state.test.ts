import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { eventOf, isOpen, liveStates, moveOf, transitions, type PaymentEvent, type PaymentPurpose, type PaymentState } from './payment-state.ts'
import type { ProviderOutcome } from './providers/provider.ts'

const isLive = (state: PaymentState): boolean => (liveStates as readonly PaymentState[]).includes(state)
const states = Object.keys(transitions) as PaymentState[]
const events: readonly PaymentEvent[] = ['sent', 'redirected', 'charged', 'held', 'declined', 'cancelled', 'expired', 'voided', 'refunded']

/**
 * Every state with every event, for a balance and for a deposit: the state that follows, or l (late), e (early), ! (contradiction).
 * Written out by hand once more, so that a change of the table has to be meant.
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

describe('what a status of the provider is for a payment (DEC-22, P9)', () => {
  it.each([
    ['charged', 'charged'], ['held', 'held'], ['redirect', 'redirected'], ['declined', 'declined'], ['cancelled', 'cancelled'], ['expired', 'expired'], ['voided', 'voided'], ['refunded', 'refunded'],
    ['pending', null], ['notFound', null], ['unavailable', null], ['unknown', null],
  ] as const)('%s is %s', (kind, event) => { expect(eventOf({ kind } as ProviderOutcome)).toBe(event) })
})

describe('the states', () => {
  it('in which nobody knows yet how it ends are three', () => {
    expect(states.filter(isOpen)).toEqual(['created', 'sent', 'awaiting'])
  })

  it('that keep the place are all that are not an end; a hold keeps it until it is over (I5)', () => {
    expect(states.filter((state) => !isLive(state)).sort()).toEqual(['cancelled', 'captured', 'declined', 'expired', 'paid', 'refunded', 'voided'])
  })
})

/** A payment and what was booked for it, by the moves alone. */
interface Totals { readonly state: PaymentState; readonly charged: number; readonly held: number; readonly ended: PaymentState | null }

/** What is wrong with a payment that came from another by an event; null when nothing is. */
const wrongWith = (purpose: PaymentPurpose, before: Totals, { state, charged, held }: Totals): string | null => {
  // An end stays, but for money that comes back (I9).
  if (before.ended !== null && state !== 'refunded') return `${before.ended} became ${state}`
  if (charged > 1 || held > 1) return 'money was booked twice'
  if (purpose === 'balance' && (state === 'paid' || state === 'refunded') !== (charged === 1)) return 'paid and charged do not agree'
  return purpose === 'deposit' && state === 'paid' ? 'a deposit was paid (I8)' : null
}

type Table = typeof moveOf
const after = (table: Table, purpose: PaymentPurpose, totals: Totals, event: PaymentEvent): Totals | null => {
  const move = table(totals.state, event, purpose)
  if (move.kind !== 'moved') return null
  const isEnd = !isLive(move.to) && !isOpen(move.to)
  return { state: move.to, charged: totals.charged + Number(event === 'charged'), held: totals.held + Number(event === 'held'), ended: isEnd ? move.to : totals.ended }
}

/** Goes through every payment that any sequence of events can lead to; there are few, so none is left out, however long the sequence. */
function everyPayment(purpose: PaymentPurpose, table: Table = moveOf): { readonly reached: number; readonly wrong: readonly string[] } {
  const begun: Totals = { state: 'created', charged: 0, held: 0, ended: null }
  const reached = new Map([[JSON.stringify(begun), begun]])
  const wrong: string[] = []
  for (const totals of reached.values()) {
    for (const event of events) {
      const next = after(table, purpose, totals, event)
      if (next === null) continue
      const problem = wrongWith(purpose, totals, next)
      if (problem !== null) wrong.push(problem)
      else if (!reached.has(JSON.stringify(next))) reached.set(JSON.stringify(next), next)
    }
  }
  return { reached: reached.size, wrong }
}

describe('all sequences of anything that may happen, of any length', () => {
  it.each([['balance', 8], ['deposit', 11]] as const)('book the money of a %s once, never change an end, and never take a deposit at once (I1, I8, I9)', (purpose, reached) => {
    expect(everyPayment(purpose)).toEqual({ reached, wrong: [] })
  })

  it('are seen to break these rules where a table would let them: the walk can fail (control)', () => {
    const forgetful: Table = (state, event, purpose) => (state === 'declined' && event === 'charged' ? { kind: 'moved', to: 'paid' } : moveOf(state, event, purpose))
    expect(everyPayment('balance', forgetful).wrong).toContain('declined became paid')
  })

  it('end the same way whatever repetitions come in between (P13)', () => {
    const sequences = fc.array(fc.constantFrom(...events), { minLength: 1, maxLength: 8 })
    const endOf = (purpose: PaymentPurpose, sequence: readonly PaymentEvent[]) => sequence.reduce<PaymentState>((state, event) => {
      const move = moveOf(state, event, purpose)
      return move.kind === 'moved' ? move.to : state
    }, 'created')
    fc.assert(fc.property(fc.constantFrom<PaymentPurpose>('balance', 'deposit'), sequences, (purpose, sequence) => {
      expect(endOf(purpose, sequence.flatMap((event) => [event, event]))).toBe(endOf(purpose, sequence))
    }), { numRuns: 5000 })
  })
})
