import { describe, expect, it } from 'vitest'
import { percentile } from './report.ts'

describe('the middle and the edge of measured values', () => {
  it.each([
    [[3, 1, 2], 0.5, 2], [[4, 1], 0.5, 2.5], [[5], 0.99, 5], [Array.from({ length: 101 }, (_, at) => at), 0.99, 99],
  ])('of %j at %s', (values, part, expected) => {
    expect(percentile(values, part)).toBe(expected)
  })

  it('is no number without values', () => {
    expect(percentile([], 0.5)).toBeNaN()
  })
})
