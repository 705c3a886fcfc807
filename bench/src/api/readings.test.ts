import { describe, expect, it } from 'vitest'
import { middle, ratioOf, said } from './readings.ts'

describe('a ratio of two servers', () => {
  it('is of those turns in which both were measured', () => {
    expect(middle([ratioOf(35, 100), ratioOf(45, 100), ratioOf(undefined, 100), ratioOf(0, 100)])).toBe(0.4)
  })

  it('is told as not measured, and never as a number, where a stall let nothing through', () => {
    expect([ratioOf(0, 0), ratioOf(1, 0), ratioOf(undefined, 1)].map(said)).toEqual(['not measured', 'not measured', 'not measured'])
    expect(said(middle([ratioOf(0, 0)]))).toBe('not measured')
  })
})
