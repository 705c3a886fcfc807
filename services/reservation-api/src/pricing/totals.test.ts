import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimalOf, minorOf, scaled } from './decimal.ts'
import type { PricedLine } from './line.ts'
import { inListingOrder } from './listing-order.ts'
import { totalsOf } from './totals.ts'

const anyLine: fc.Arbitrary<PricedLine> = fc.record({
  ratePeriodType: fc.constantFrom('Days', 'Kms', 'days_upselling', 'other'),
  value: fc.integer({ min: 0, max: 2_000_000 }), taxRate: fc.integer({ min: 0, max: 3000 }), discountRate: fc.integer({ min: 0, max: 10_000 }),
  quantity: fc.integer({ min: 0, max: 20 }), units: fc.integer({ min: 0, max: 5 }),
  isAcceptQuantity: fc.boolean(), isValuePerRA: fc.boolean(), isPercentual: fc.boolean(), isIncluded: fc.boolean(), isAccepted: fc.boolean(), isInvoiceVoucher: fc.boolean(),
})
const anyRental = fc.record({ lines: fc.array(anyLine, { maxLength: 12 }), days: fc.integer({ min: 1, max: 365 }), paid: fc.integer({ min: 0, max: 10_000_000 }) })

describe('sums of any reservation', () => {
  it('net and VAT always add up to the total, and paid and due too (P-5, P-6, P-8)', () => {
    fc.assert(fc.property(anyRental, ({ lines, days, paid }) => {
      const totals = totalsOf(lines, days, paid)
      for (const block of [totals.invoice, totals.cashier]) {
        expect(block.net + block.tax).toBe(block.preview)
        expect(block.netWithoutDiscount + block.taxWithoutDiscount).toBe(block.previewWithoutDiscount)
        expect(block.discount).toBe(block.previewWithoutDiscount - block.preview)
      }
      expect(totals.paid + totals.pending).toBe(totals.cashier.preview)
    }))
  })
  it('an offered or included line never changes what is due', () => {
    fc.assert(fc.property(anyRental, anyLine, ({ lines, days, paid }, line) => {
      const without = totalsOf(lines, days, paid)
      for (const more of [{ ...line, isAccepted: false, isIncluded: false }, { ...line, ratePeriodType: 'other', isIncluded: true }]) {
        expect(totalsOf([...lines, more], days, paid).pending).toBe(without.pending)
      }
    }))
  })
  it('the shown total is the shown unit price times the shown factor (DEC-29)', () => {
    fc.assert(fc.property(anyRental, ({ lines, days }) => {
      for (const { line, price } of totalsOf(lines, days, 0).lines) {
        expect(price.total.gross).toBe(price.unitWithTax * price.units * (line.isValuePerRA || line.isPercentual ? 1 : days))
      }
    }))
  })
})

describe('exact decimals', () => {
  it.each([[1005, 100, 10_000, 10], [1005, 1000, 10_000, 101], [-1005, 1000, 10_000, -101], [1220, 12_300, 10_000, 1501], [1, 1, 2, 1], [-1, 1, 2, -1]])(
    '%i x %i / %i is %i, half away from zero', (value, by, over, result) => { expect(scaled(value, by, over)).toBe(result) },
  )
  it('goes to minor units and back without a loss, and refuses a third decimal place', () => {
    fc.assert(fc.property(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), (minor) => { expect(minorOf(decimalOf(minor))).toBe(minor) }))
    expect(() => minorOf(1.005)).toThrow(RangeError)
  })
})

it('lists Days, then Kms, then the others by order and description (P-12, DEC-79)', () => {
  const row = (ratePeriodType: string, orderToShow: number, description: string) => ({ ratePeriodType, orderToShow, description })
  const listed = inListingOrder([row('other', 2, 'B'), row('Kms', 9, 'K'), row('other', 2, 'A'), row('DaysUpselling', 1, 'U'), row('days', 99, 'D')])
  expect(listed.map(({ description }) => description)).toEqual(['D', 'K', 'U', 'A', 'B'])
})
