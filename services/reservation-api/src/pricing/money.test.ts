import { placesOf } from '@checkin/api/currency-places'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyRental } from '../../test/fixtures/any-rental.fixture.ts'
import { decimalOf, decimalText, minorOf, minorOfText, percentOf, rateOf, scaled, type Minor, type Rate } from './money.ts'
import { totalsOf } from './totals.ts'

const currencies = [['JPY', 0], ['EUR', 2], ['HUF', 2], ['KWD', 3], ['CLF', 4]] as const
const anyMinor = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 })

describe('rounding', () => {
  it.each([[1005, 100, 10_000, 10], [1005, 1000, 10_000, 101], [-1005, 1000, 10_000, -101], [1220, 12_300, 10_000, 1501], [1, 1, 2, 1], [-1, 1, 2, -1], [1, 1, -2, -1], [-3, 1, -2, 2]])(
    '%i x %i / %i is %i, half away from zero', (value, by, over, result) => { expect(scaled(value, by, over)).toBe(result) },
  )

  it('is exact however large the numbers are (DEC-29)', () => {
    const any = fc.oneof(fc.integer({ min: -1000, max: 1000 }), fc.maxSafeInteger())
    fc.assert(fc.property(any, any, fc.oneof(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: -20_000, max: -1 })), (value, by, over) => {
      const [product, twice] = [BigInt(value) * BigInt(by) * (over < 0 ? -2n : 2n), BigInt(Math.abs(over)) * 2n]
      const away = BigInt(Math.abs(over)) * (product < 0n ? -1n : 1n)
      expect(scaled(value, by, over)).toBe(Number((product + away) / twice))
    }))
    expect(() => scaled(1, 1, 0)).toThrow(RangeError)
    expect(() => scaled(1.5, 2, 3)).toThrow(RangeError)
  })
})

describe.each(currencies)('amounts in %s', (currency, places) => {
  it(`have ${places} decimal places (ISO 4217)`, () => { expect(placesOf(currency)).toBe(places) })

  it('go to the wire, to a provider and back without a loss', () => {
    fc.assert(fc.property(anyMinor, (minor) => { expect(minorOf(decimalOf(minor, currency), currency)).toBe(minor) }))
    fc.assert(fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (minor) => {
      const text = decimalText(minor, currency)
      expect(text.split('.')[1]?.length ?? 0).toBe(places)
      expect([minorOfText(text, currency), Number(text)]).toEqual([minor, decimalOf(minor, currency)])
    }))
  })

  it('have no further place: it is refused, never rounded', () => {
    const tooFine = 1 + 5 / 10 ** (places + 1)
    expect(() => minorOf(tooFine, currency)).toThrow(`at most ${places} decimal places`)
    expect(() => minorOf(tooFine, currency)).toThrow(expect.objectContaining({ status: 400, code: 'InvalidRequest' }))
    expect(minorOfText(tooFine.toFixed(places + 1), currency)).toBeNull()
  })

  it('add up on the wire as they do in the bill (P-5, P-6, P-8)', () => {
    const unit = 10 ** places
    fc.assert(fc.property(anyRental, ({ lines, days, paid }) => {
      const { cashier, pending } = totalsOf(lines, days, paid)
      const wire = (minor: Minor): number => Math.round(decimalOf(minor, currency) * unit)
      expect(wire(cashier.net) + wire(cashier.tax)).toBe(wire(cashier.preview))
      expect(wire(paid) + wire(pending)).toBe(wire(cashier.preview))
    }))
  })
})

describe('texts of providers', () => {
  it.each([[15_915, 'EUR', '159.15'], [5, 'EUR', '0.05'], [0, 'EUR', '0.00'], [1234, 'JPY', '1234'], [1234, 'KWD', '1.234']])('%d minor units of %s are %s', (minor, currency, text) => {
    expect(decimalText(minor, currency)).toBe(text)
  })
  it.each([['1e3', 'EUR'], ['1.234', 'EUR'], ['-1.00', 'EUR'], ['1,00', 'EUR'], ['', 'EUR'], ['1.00', 'euro'], ['1.00', 'EURO'], ['1.00', 'xEUR'], ['NaN', 'EUR'], ['1.5', 'JPY']])('%s %s is no amount', (text, currency) => {
    expect(minorOfText(text, currency)).toBeNull()
  })
  it('may have more zeros than the currency has places', () => {
    expect(minorOfText('159.1500', 'EUR')).toBe(15_915)
  })
})

describe('rates', () => {
  it('are percentages on the wire, whatever the currency', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 10_000 }), (rate) => { expect(rateOf(percentOf(rate))).toBe(rate) }))
    expect(() => rateOf(23.005)).toThrow('at most 2 decimal places')
  })

  it('are no amounts, and amounts are no rates: taking one for the other does not compile (CODE-11)', () => {
    const [rate, minor]: [Rate, Minor] = [2300, 2300]
    // @ts-expect-error A rate is no amount of money.
    expect(decimalOf(rate, 'EUR')).toBe(23)
    // @ts-expect-error An amount of money is no rate.
    expect(percentOf(minor)).toBe(23)
  })
})
