import { expect, it } from 'vitest'
import { newSupportCode, readSupportCode, supportCodePattern } from './support-code.ts'

it('makes codes of one form, without look-alikes, vowels or a second of the same', () => {
  const codes = Array.from({ length: 2000 }, newSupportCode)
  for (const code of codes) expect(code).toMatch(supportCodePattern)
  expect(codes.some((code) => /[01OILAEUBSZ]/.test(code))).toBe(false)
  expect(new Set(codes).size).toBe(2000)
  // Every place takes every letter.
  for (const place of [0, 1, 2, 3, 5, 6, 7, 8]) expect(new Set(codes.map((code) => code[place])).size).toBe(25)
})

it.each([
  ['K7QF-2M9X', 'K7QF-2M9X'], ['k7qf-2m9x', 'K7QF-2M9X'], ['K7QF2M9X', 'K7QF-2M9X'], [' k7 qf 2m 9x ', 'K7QF-2M9X'],
  ['K7QF-2M9', null], ['K7QF-2M9XX', null], ['K0QF-2M9X', null], ['', null], ['K7QF_2M9X', null], ["K7QF-2M9'", null],
])('reads "%s" as %s', (typed, code) => {
  expect(readSupportCode(typed)).toBe(code)
})
