import { describe, expect, it } from 'vitest'
import { followUp, lookAgainAfter, nextStep, quietSeconds, type Situation } from './next-step.ts'
import type { ProviderOutcome } from './providers/provider.ts'

const wanted: Situation = { state: 'sent', cancelReason: null, isPastDeadline: false, secondsSinceSent: 1 }
const givenUp: Situation = { ...wanted, cancelReason: 'renter' }
const late: Situation = { ...wanted, isPastDeadline: true }

describe('what is done next about a payment', () => {
  it.each([
    ['created', wanted, 'send'], ['created', givenUp, 'end'], ['created', late, 'end'], ['sent', wanted, 'ask'], ['sent', givenUp, 'ask'],
    ['awaiting', wanted, 'ask'], ['awaiting', givenUp, 'give-up'], ['awaiting', late, 'give-up'], ['paid', wanted, 'nothing'], ['declined', late, 'nothing'],
  ] as const)('one that is %s', (state, situation, step) => { expect(nextStep({ ...situation, state })).toBe(step) })
})

const answer = (kind: ProviderOutcome['kind']) => ({ kind, providerId: 'p', url: '', frame: false, amountMinor: 1, currency: 'EUR', card: null, captureBefore: null, code: '', reason: 'timeout' }) as ProviderOutcome

describe('what follows from an answer', () => {
  it.each([
    ['notFound', 'card', wanted, 'send'], ['notFound', 'card', givenUp, 'wait'], ['notFound', 'card', { ...givenUp, secondsSinceSent: quietSeconds }, 'end'],
    ['notFound', 'wallet', { ...late, secondsSinceSent: quietSeconds - 1 }, 'wait'], ['pending', 'card', wanted, 'wait'], ['pending', 'wallet', wanted, 'capture'],
    ['pending', 'wallet', givenUp, 'give-up'], ['redirect', 'card', wanted, 'apply'], ['redirect', 'card', late, 'give-up'], ['unknown', 'card', late, 'wait'],
    ['unavailable', 'wallet', wanted, 'wait'], ['charged', 'card', givenUp, 'apply'], ['declined', 'card', late, 'apply'], ['cancelled', 'wallet', wanted, 'apply'],
  ] as const)('%s of a %s', (kind, gateway, situation, next) => { expect(followUp(answer(kind), gateway, situation)).toBe(next) })

  it('looks again soon at first and at least every minute or so (P15)', () => {
    expect([1, 2, 3, 4, 8, 50].map((attempts) => lookAgainAfter(attempts, () => 0.5))).toEqual([0.5, 1, 2, 4, 50, 50])
    expect(lookAgainAfter(100, () => 1)).toBeCloseTo(60)
  })
})
