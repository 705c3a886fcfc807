import { describe, expect, it } from 'vitest'
import { isPaymentCall, isPaymentReturn, isPaying, longestPaymentMs, paymentAfter, PaymentsUnderWay } from './paying.ts'

describe('between Pay and its final answer', () => {
  it.each([
    ['a payment that was sent to the bank', 'POST', 200, { paymentId: 'p', status: 'redirect' }, 'open'],
    ['one that nobody knows about yet', 'POST', 200, { paymentId: 'p', status: 'checking' }, 'open'],
    ['one that the server could not answer for', 'POST', 503, { code: 'Unavailable' }, 'open'],
    ['one that is under way elsewhere', 'POST', 409, { code: 'PaymentInProgress' }, 'open'],
    ['one that is paid', 'POST', 200, { paymentId: 'p', status: 'paid' }, 'final'],
    ['one that was declined', 'POST', 400, { code: 'PaymentDeclined' }, 'final'],
    ['a refusal before anything was sent', 'POST', 409, { code: 'AmountChanged' }, 'unchanged'],
    ['the bank\'s word, asked later', 'GET', 200, { state: 'cancelled', paymentId: 'p' }, 'final'],
    ['no word yet, asked later', 'GET', 200, { state: 'checking', paymentId: 'p' }, 'open'],
    ['a question that failed', 'GET', 503, null, 'unchanged'],
    ['a wallet that is linked', 'POST', 200, { linked: true, guid: null }, 'final'],
    ['no JSON at all', 'POST', 200, null, 'unchanged'],
  ] as const)('%s', (_case, method, status, body, state) => {
    expect(paymentAfter(method, status, body)).toBe(state)
  })

  it('lasts until the answer, and no longer than a payment can', () => {
    const now = 1_800_000_000_000
    expect([undefined, 'x', String(now + 1), String(now - longestPaymentMs), String(now - 1000)].map((paying) => isPaying({ paying }, now))).toEqual([false, false, false, false, true])
  })

  it('knows the calls and the addresses that belong to it', () => {
    expect(['/api/payment', '/api/payment/state/CV1', '/api/payment/cancel', '/api/payment/log', '/api/payment/gateways', '/api/payment/CV1/card'].map(isPaymentCall)).toEqual([true, true, true, true, false, false])
    expect(['/reservation/abc/success', '/completed/signed/abc/1', '/overview', '/reservation'].map(isPaymentReturn)).toEqual([true, true, false, false])
  })

  it('begins when the call leaves, also for two tabs', () => {
    const underWay = new PaymentsUnderWay()
    underWay.begin('v')
    underWay.begin('v')
    underWay.end('v')
    expect([underWay.has('v'), underWay.has('w'), underWay.has(undefined)]).toEqual([true, false, false])
    underWay.end('v')
    expect(underWay.has('v')).toBe(false)
  })
})
