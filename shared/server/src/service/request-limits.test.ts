import { describe, expect, it } from 'vitest'
import { requestLimits } from './request-limits.ts'

describe('the limits of requests', () => {
  it('have their standard values when nothing is set', () => {
    expect(requestLimits({})).toEqual({ headerMs: 10_000, bodyMs: 10_000, bodyBytesPerSecond: 8192, bodyStallMs: 30_000, idleMs: 72_000, unreadyMs: 0, drainMs: 10_000 })
  })

  it('never allow a silence that is shorter than what every body has', () => {
    expect(requestLimits({ CHECKIN_BODY_SECONDS: '60', CHECKIN_BODY_STALL_SECONDS: '5' }).bodyStallMs).toBe(60_000)
  })

  it.each([
    ['CHECKIN_HEADER_SECONDS', '0'], ['CHECKIN_HEADER_SECONDS', 'ten'], ['CHECKIN_BODY_SECONDS', '-1'], ['CHECKIN_BODY_BYTES_PER_SECOND', '0.5'],
    ['CHECKIN_BODY_STALL_SECONDS', '1e9'], ['CHECKIN_IDLE_SECONDS', '0'], ['CHECKIN_UNREADY_SECONDS', '-1'], ['CHECKIN_DRAIN_SECONDS', 'never'],
  ])('are named when they cannot be used: %s=%s', (variable, value) => {
    expect(() => requestLimits({ [variable]: value })).toThrow(`${variable}: must be`)
  })
})
