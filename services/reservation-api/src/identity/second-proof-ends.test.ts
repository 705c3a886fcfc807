import { describe, expect, it } from 'vitest'
import { canBeProved, isProof } from './second-proof.ts'

describe('the end of a number', () => {
  it.each([
    ['4567', '912344567', true], ['4567', '91 234 45-67', true], ['-00 1a', 'FA/7-001A', true], ['４５６７', '912344567', true],
    ['4568', '912344567', false], ['567', '912344567', false], ['44567', '912344567', false], ['', '912344567', false], ['1234', '912344567', false],
    ['123', '123', false], ['0123', '123', false],
  ])('%s proves %s: %s (DEC-99)', (typed, number, isRight) => {
    expect(isProof(typed, [number])).toBe(isRight)
  })
  it('is that of any number on file; one that is too short to be asked for is none', () => {
    expect([isProof('001A', ['912344567', 'FA-001A']), canBeProved(['12-3']), canBeProved([]), canBeProved(['12-3', '4567'])]).toEqual([true, false, false, true])
  })
})
