import { describe, expect, it } from 'vitest'
import { newCode } from './code-store.ts'

describe('a code', () => {
  it('is any six digits, as often with a leading zero as chance has it (DEC-310, ASVS 6.5.4)', () => {
    const codes = Array.from({ length: 20_000 }, newCode)
    expect(codes.filter((code) => !/^\d{6}$/.test(code))).toEqual([])
    // One in ten; that fewer than 1,500 of 20,000 begin with a zero has a chance below 10^-30.
    expect(codes.filter((code) => code.startsWith('0')).length).toBeGreaterThan(1500)
  })
})
