import fc from 'fast-check'
import type { PricedLine } from './line.ts'

/** Lines of every kind that the company's system can send. Amounts in minor units. */
export const anyLine: fc.Arbitrary<PricedLine> = fc.record({
  ratePeriodType: fc.constantFrom('Days', 'Kms', 'days_upselling', 'other'),
  value: fc.integer({ min: 0, max: 2_000_000 }), taxRate: fc.integer({ min: 0, max: 3000 }), discountRate: fc.integer({ min: 0, max: 10_000 }),
  quantity: fc.integer({ min: 0, max: 20 }), includedQuantity: fc.integer({ min: 0, max: 20 }), units: fc.integer({ min: 0, max: 5 }),
  isAcceptQuantity: fc.boolean(), isValuePerRA: fc.boolean(), isPercentual: fc.boolean(), isIncluded: fc.boolean(), isAccepted: fc.boolean(), isInvoiceVoucher: fc.boolean(),
  laterDays: fc.option(fc.record({ after: fc.integer({ min: 0, max: 30 }), value: fc.integer({ min: 0, max: 500_000 }) })),
  leastNet: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 300_000 })), highestNet: fc.oneof(fc.constant(0), fc.integer({ min: 300_000, max: 900_000 })),
})

/** A reservation: its lines, its days, what was paid. */
export const anyRental = fc.record({ lines: fc.array(anyLine, { maxLength: 12 }), days: fc.integer({ min: 1, max: 365 }), paid: fc.integer({ min: 0, max: 10_000_000 }) })

/** A line whose price is nothing but its unit price by its factor. */
export const plainLine: PricedLine = {
  ratePeriodType: 'other', value: 0, taxRate: 2300, discountRate: 0, quantity: 1, includedQuantity: 0, units: 1, isAcceptQuantity: false, isValuePerRA: false,
  isPercentual: false, isIncluded: false, isAccepted: true, isInvoiceVoucher: false, laterDays: null, leastNet: 0, highestNet: 0,
}
