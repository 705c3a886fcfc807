import { describe, expect, it } from 'vitest'
import { backoffSeconds } from './backoff.ts'

describe('the pause before the next attempt', () => {
  it('doubles to a minute, with a part by chance so that tries do not come back all at once', () => {
    expect([1, 2, 3, 6, 7, 30].map((attempts) => backoffSeconds(attempts, () => 1))).toEqual([1, 2, 4, 32, 60, 60])
    expect(backoffSeconds(7, () => 0)).toBeCloseTo(40)
  })
})
