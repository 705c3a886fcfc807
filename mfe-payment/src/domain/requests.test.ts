import { PaymentPost, ReservationUpdate } from '@checkin/api'
import { aReservation, aSummary } from '@checkin/api/testing'
import { describe, expect, it } from 'vitest'
import { navigation, noDraft } from '../test/a-page.ts'
import { declineReason } from './decline.ts'
import { paymentOf, pricingOf, updateOf } from './requests.ts'

const { reservation } = aReservation()
const draft = { extras: [{ extraID: 'GPS', quantity: 1, event: 'Select' as const, textBefore: '' }], hasClickedUpgrade: false }
const summary = aSummary({ extras: [...aSummary().extras, navigation()] })

describe('what is sent', () => {
  it.each([
    [{ kind: 'token', token: 'ix::one' }, { token: 'ix::one', referenceToken: null, validated: true }],
    [{ kind: 'saved', token: 't', referenceToken: 'r' }, { token: 't', referenceToken: 'r', validated: true }],
    [{ kind: 'wallet' }, { token: null, referenceToken: null, validated: false }],
  ] as const)('a sale that is never recurrent, with exactly the keys of the contract: %o (PAY-29, DATA-19)', (means, expected) => {
    const order = paymentOf('R1001', 'card', 179.55, means)
    expect(Object.keys(order).sort()).toEqual(['amount', 'documentId', 'isRecurrent', 'provider', 'referenceToken', 'token', 'transactionType', 'validated'])
    expect(order).toMatchObject({ ...expected, documentId: 'R1001', amount: 179.55, transactionType: 'Sale', isRecurrent: false })
    expect(PaymentPost.safeParse(order).success).toBe(true)
  })

  it.each([true, false])('the update says whether it ends the check-in (%s) and carries no person (PAY-11, DEC-22)', (completes) => {
    const update = updateOf(reservation, summary, draft, completes)
    expect(ReservationUpdate.safeParse(update).success).toBe(true)
    expect(update).toMatchObject({ hasCompletedReservation: completes, extras: [{ extraID: 'GPS', quantity: 1, event: 'Select' }], reservation: { driver: null, addDriver: null } })
  })

  it('sends nothing twice: a choice that is stored is no choice any more', () => {
    const stored = aSummary({ extras: [navigation({ isAccepted: true })] })
    expect(updateOf(reservation, stored, draft, true).extras).toEqual([])
    expect(updateOf(reservation, stored, noDraft, true).extras).toEqual([])
  })

  it('prices everything that the renter has and chose, each line once (API-18)', () => {
    const ids = pricingOf('R1001', summary, draft).extras.map(({ extraID }) => extraID)
    expect(ids).toEqual(['DAYS', 'KMS', 'SCDW', 'SEAT', 'GPS'])
  })
})

it.each([['2006', 'funds'], ['2009', 'expired'], ['2021', 'identity'], ['2016', 'refused'], ['9999', 'refused'], [null, 'refused']])('a decline %s is told as %s', (code, reason) => {
  expect(declineReason(code)).toBe(reason)
})
