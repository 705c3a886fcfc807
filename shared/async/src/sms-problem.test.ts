import { noNetwork, refusedWith } from '@checkin/api/testing'
import { describe, expect, it } from 'vitest'
import { smsProblemOf } from './sms-problem.ts'

const tooMany = (retryAfter: number | null) => smsProblemOf(refusedWith(429, 'TooManyRequests', retryAfter === null ? {} : { retryAfter }))

describe('why a text message was not sent (API-63, API-99, DEC-232)', () => {
  it('is a wait of whole minutes, at least one, also where the server names no time', () => {
    expect([tooMany(1), tooMany(60), tooMany(61), tooMany(3600), tooMany(null)]).toEqual([1, 1, 2, 60, 1].map((minutes) => ({ kind: 'wait', minutes })))
  })

  it('is a fault that may be tried again in every other case', () => {
    expect([refusedWith(404, 'NotFound'), refusedWith(503), noNetwork()].map(smsProblemOf)).toEqual(Array.from({ length: 3 }, () => ({ kind: 'problem' })))
  })
})
