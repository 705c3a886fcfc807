import { PaymentPost } from '@checkin/api'
import { describe, expect, it } from 'vitest'
import { declineReason } from './decline.ts'
import { paymentOf } from './requests.ts'

describe('what is sent', () => {
  it.each([
    [{ kind: 'token', token: 'ix::one' }, { token: 'ix::one', referenceToken: null, validated: true }],
    [{ kind: 'saved', token: 't', referenceToken: 'r' }, { token: 't', referenceToken: 'r', validated: true }],
    [{ kind: 'wallet' }, { token: null, referenceToken: null, validated: false }],
  ] as const)('a sale that is never recurrent, with exactly the keys of the contract: %o (PAY-29, DATA-19, CONST-29)', (method, expected) => {
    const order = paymentOf('R1001', 'card', 179.55, method)
    expect(Object.keys(order).sort()).toEqual(['amount', 'documentId', 'isRecurrent', 'provider', 'referenceToken', 'token', 'transactionType', 'validated'])
    expect(order).toMatchObject({ ...expected, documentId: 'R1001', amount: 179.55, transactionType: 'Sale', isRecurrent: false })
    expect(PaymentPost.safeParse(order).success).toBe(true)
  })
})

it.each([['2006', 'funds'], ['2009', 'expired'], ['2021', 'identity'], ['2016', 'refused'], ['9999', 'refused'], [null, 'refused']])('a decline %s is told as %s', (code, reason) => {
  expect(declineReason(code)).toBe(reason)
})
