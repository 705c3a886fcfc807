import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decimalText, sameAmount, shownDue, sumOf } from './money.ts'

it.each([[12.5, 'EUR', '12.50'], [0, 'EUR', '0.00'], [1250, 'JPY', '1250'], [1250.5, 'HUF', '1250.50'], [12.5, 'TND', '12.500'], [12.5, 'CLF', '12.5000']])('%s %s is written as %s (DEC-116)', (amount, currency, text) => {
  expect(decimalText(amount, currency)).toBe(text)
})

it('adds up exactly, whatever the number of decimals', () => {
  expect([sumOf(0.1, 0.2), sumOf(1.001, 2.002), sumOf(184.5, -0.3), sumOf(), sumOf(0.0004, 0.0004)]).toEqual([0.3, 3.003, 184.2, 0, 0.0008])
  fc.assert(fc.property(fc.constantFrom(0, 2, 3, 4), fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }), { maxLength: 8 }), (places, minor) => {
    const unit = 10 ** places
    expect(sumOf(...minor.map((each) => each / unit))).toBe(minor.reduce((sum, each) => sum + each, 0) / unit)
  }))
})

it.each([[179.55, 179.55, true], [0.1 + 0.2, 0.3, true], [179.55, 179.56, false], [1.001, 1.002, false], [1.0001, 1.0002, false]])('%s and %s are the same amount: %s (P19)', (one, other, same) => {
  expect(sameAmount(one, other)).toBe(same)
})

it.each([[5, 5], [0, 0], [-8.71, 0]])('%s pending is shown as %s due (PRICING P-8)', (pending, due) => {
  expect(shownDue(pending)).toBe(due)
})
