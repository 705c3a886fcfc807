import { describe, expect, it } from 'vitest'
import { isPaymentCall, isPaying, longestPaymentMs, PaymentsUnderWay } from './payment-guard.ts'

describe('between Pay and its final answer', () => {
  it('lasts until the answer, and no longer than a payment can', () => {
    const now = 1_800_000_000_000
    expect([undefined, 'x', String(now + 1), String(now - longestPaymentMs), String(now - 1000)].map((paying) => isPaying({ paying }, now))).toEqual([false, false, false, false, true])
  })

  it('knows the calls that belong to it', () => {
    expect(['/api/payment', '/api/payment/state/CV1', '/api/payment/cancel', '/api/payment/log', '/api/payment/gateways', '/api/payment/CV1/card'].map((path) => isPaymentCall('POST', path))).toEqual([true, false, true, true, false, false])
    expect(isPaymentCall('GET', '/api/payment/state/CV1')).toBe(false)
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
