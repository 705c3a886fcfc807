import { stdnum } from 'stdnum'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isTaxNumber, taxNumberKinds } from './tax-numbers.ts'

/** The Portuguese rule by hand: weights 9 to 2, modulo 11. */
function portugueseCheckDigit(eight: string): number {
  const rest = Array.from(eight).reduce((sum, digit, at) => sum + Number(digit) * (9 - at), 0) % 11
  return rest < 2 ? 0 : 11 - rest
}

describe('tax numbers (API-26, DRIVER-29)', () => {
  it('every kind that is named is one that can be checked', () => {
    for (const [isoCode, kinds] of Object.entries(taxNumberKinds)) for (const kind of kinds) expect(stdnum[isoCode]?.[kind]).toBeDefined()
  })
  it.each([
    ['PT', '501964843', '501964844'], ['PT', 'PT 501 964 843', 'PT 501 964 842'], ['ES', '54362315K', '54362315Z'], ['ES', 'X2482300W', 'X2482300A'], ['ES', 'A13585625', 'A13585626'],
    ['FR', '3023217600053', '3023217600054'], ['FR', 'FR40303265045', 'FR41303265045'], ['GB', '1955839661', '2955839661'], ['GB', 'GB980780684', 'GB980780685'],
    ['CH', 'CHE-100.155.212', 'CHE-100.155.213'], ['CH', '756.9217.0769.85', '756.9217.0769.84'],
  ])('%s: %s is one, %s has a wrong check digit', (isoCode, right, wrong) => {
    expect([isTaxNumber(right, isoCode), isTaxNumber(wrong, isoCode)]).toEqual([true, false])
  })
  it('of ten Portuguese numbers that differ in the last digit exactly the one with the right digit is taken', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 9_999_999 }).map((number) => `2${String(number).padStart(7, '0')}`), (eight) => {
      const taken = [...Array(10).keys()].filter((digit) => isTaxNumber(`${eight}${digit}`, 'PT'))
      expect(taken).toEqual([portugueseCheckDigit(eight)])
    }))
  })
  it('a country without rules believes what it is told', () => { expect(isTaxNumber('anything', 'BR')).toBe(true) })
})
