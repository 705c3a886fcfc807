import { describe, expect, it } from 'vitest'
import { captureAmount, isReplaceable, keptCard, refundAmount, renewalState, renewalStatus, requireRenewable, requireSameOrder, type HoldFacts } from './order-rules.ts'

/** What an order comes to: the amount, or code and words of its refusal. */
const said = (order: () => unknown): unknown => {
  try {
    return order()
  } catch (error) {
    const { status, code, message } = error as { status: number; code: string; message: string }
    return `${status} ${code}: ${message}`
  }
}
const notHeld = '409 NothingHeld: No deposit is held here'
const released = '409 ReleaseUnderWay: The deposit is being released'

describe('an order that was given before (DEC-124, DEC-125)', () => {
  it.each([
    ['capture', '409 CaptureExists: Another capture of this deposit was ordered before'], ['refund', '409 RefundExists: Another refund of this payment was ordered before'],
  ] as const)('of a %s stands for the same amount and for none, and is refused for another', (kind, refusal) => {
    expect([null, 5000, 4999, 5001].map((asked) => said(() => requireSameOrder(kind, asked, 5000)))).toEqual([undefined, undefined, refusal, refusal])
  })
})

describe('what of a hold is captured (DEC-125)', () => {
  const hold = { state: 'authorised', heldMinor: 30_000, isReleaseBegun: false } as const
  it('is what was asked for, or all of it, and never more', () => {
    expect([null, 1, 30_000, 30_001].map((asked) => said(() => captureAmount(asked, hold)))).toEqual([30_000, 1, 30_000, '409 NotCapturable: Not as much is held'])
  })
  it('is nothing of a deposit that is not held, or on its way back', () => {
    expect([said(() => captureAmount(null, { ...hold, state: 'voided' })), said(() => captureAmount(null, { ...hold, isReleaseBegun: true }))]).toEqual([notHeld, released])
  })
})

describe('what of a payment is refunded (DEC-124)', () => {
  const refusal = '409 NotRefundable: Nothing, or not as much, can be refunded of this payment here'
  it('is what was asked for, or all that is left, and never more', () => {
    expect([null, 1, 5000, 5001].map((asked) => said(() => refundAmount(asked, 5000)))).toEqual([5000, 1, 5000, refusal])
  })
  it('is nothing where nothing is left', () => {
    expect([said(() => refundAmount(null, 0)), said(() => refundAmount(0, 5000)), said(() => refundAmount(-1, 5000))]).toEqual([refusal, refusal, refusal])
  })
})

describe('a hold that is held anew (decision 0133)', () => {
  const hold: HoldFacts = { state: 'authorised', isAside: false, isBeingCaptured: false, isReleased: false }
  it.each([
    ['in force', {}, undefined], ['not held any more', { state: 'captured' }, notHeld], ['aside already', { isAside: true }, notHeld],
    ['being captured', { isBeingCaptured: true }, '409 CaptureUnderWay: The deposit is being captured'], ['being released', { isReleased: true }, released],
  ] as const)('that is %s is renewed, or refused, and its place is taken or not', (_how, change, refusal) => {
    expect(said(() => requireRenewable({ ...hold, ...change }))).toBe(refusal)
    expect(isReplaceable({ ...hold, ...change })).toBe(refusal === undefined)
  })

  it('is under way while its payment is open, and then has taken the place or not', () => {
    expect((['sent', 'authorised', 'declined'] as const).map((state) => [true, false].map((isAside) => renewalState({ hold: { is_aside: isAside }, renewal: { state, code: null } }))))
      .toEqual([['renewing', 'renewing'], ['renewed', 'refused'], ['renewed', 'refused']])
  })

  it('names why it was refused: the code of the provider, or how it ended', () => {
    const status = (code: string | null, isAside = false) => renewalStatus({ hold: { is_aside: isAside }, renewal: { state: 'declined', code } })
    expect([status('2003'), status(null), status('2003', true)]).toEqual([{ state: 'refused', code: '2003' }, { state: 'refused', code: 'declined' }, { state: 'renewed', code: null }])
  })

  describe('is held on the card that the renter kept', () => {
    const visa = { masked: '4111 **** **** 1111', brand: 'Visa', referenceToken: 'ref-2' }
    const card = (token: string | null, change: object = {}) => ({ provider: 'card', reference_token: token, masked_number: visa.masked, ...change })
    const none = '409 NoCardKept: The renter kept no card on which it could be held anew'
    const on = (cards: readonly ReturnType<typeof card>[], own: typeof visa | null = visa) => said(() => keptCard(cards, { provider: 'card', card: own }))

    it('by its own reference, else by the first one of the same card', () => {
      expect([on([card('ref-1'), card('ref-2')]), on([card('ref-1'), card('ref-3')])]).toEqual(['ref-2', 'ref-1'])
    })
    it('and on no other', () => {
      expect([on([]), on([card(null)]), on([card('ref-2', { provider: 'other' })]), on([card('ref-2', { masked_number: '5555 **** **** 4444' })]), on([card('ref-2')], null)]).toEqual([none, none, none, none, none])
    })
    it('also where one without a reference, or another card, stands before it', () => {
      expect(on([card(null), card('ref-9', { masked_number: '5555 **** **** 4444' }), card('ref-1')])).toBe('ref-1')
    })
  })
})
