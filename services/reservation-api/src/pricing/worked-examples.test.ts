import { describe, expect, it } from 'vitest'
import { plainLine } from '../../test/fixtures/any-rental.fixture.ts'
import type { PricedLine } from './line.ts'
import { totalsOf } from './totals.ts'

/** An accepted line at 23 % VAT; `value` is the net unit price in hundredths. */
const line = (value: number, change: Partial<PricedLine> = {}): PricedLine => ({ ...plainLine, value, ...change })
const shown = (lines: readonly PricedLine[], days: number, paid = 0) => {
  const totals = totalsOf(lines, days, paid)
  return { totals, rows: totals.lines.map(({ price }) => [price.unitWithTax, price.total.gross, price.total.net, price.total.tax]) }
}

describe('worked example E1: 5 days, 100.00 paid (PRICING)', () => {
  const { totals, rows } = shown([
    line(3000, { ratePeriodType: 'Days' }),
    line(0, { ratePeriodType: 'Kms', isIncluded: true }),
    line(1220),
    line(813, { isValuePerRA: true, isAcceptQuantity: true, quantity: 2 }),
  ], 5, 10_000)

  it('rounds the price of a unit first and multiplies what is shown (P-1, P-4, DEC-29)', () => {
    expect(rows).toEqual([[3690, 18_450, 15_000, 3450], [0, 0, 0, 0], [1501, 7505, 6102, 1403], [1000, 2000, 1626, 374]])
  })
  it('adds up to 279.55 = 227.28 + 52.27, of which 179.55 is due (P-6, P-8)', () => {
    expect(totals.cashier).toMatchObject({ preview: 27_955, net: 22_728, tax: 5227 })
    expect(totals.pending).toBe(17_955)
  })
})

describe('worked example E2: 7 days, a voucher pays the rental (PRICING)', () => {
  const booked = [
    line(2500, { ratePeriodType: 'Days', isInvoiceVoucher: true }),
    line(650, { ratePeriodType: 'DaysUpselling' }),
    line(2439, { isValuePerRA: true }),
  ]
  const booster = (quantity: number) => line(240, { isAcceptQuantity: true, quantity })

  it('bills the voucher line to the agency and the rest to the renter (P-7, DEC-54)', () => {
    const { totals, rows } = shown(booked, 7)
    expect(rows).toEqual([[3075, 21_525, 17_500, 4025], [800, 5600, 4553, 1047], [3000, 3000, 2439, 561]])
    expect(totals.invoice.preview).toBe(21_525)
    expect([totals.cashier.preview, totals.pending]).toEqual([8600, 8600])
  })
  it('prices a booster seat by quantity and day (P-2, CONST-28, DEC-28)', () => {
    expect(shown([booster(1)], 7).totals.cashier.preview).toBe(2065)
    expect(shown([booster(2)], 7).totals.cashier.preview).toBe(4130)
    expect(shown([...booked, booster(2)], 7).totals.cashier.preview).toBe(12_730)
  })
})

describe('worked example E3: 3 days, a discount, and nothing due (PRICING)', () => {
  const rental = line(4000, { ratePeriodType: 'Days', discountRate: 1000 })

  it('shows the total before and after the discount (P-6)', () => {
    expect(shown([rental, line(0, { isValuePerRA: true })], 3, 13_284).totals).toMatchObject({
      cashier: { previewWithoutDiscount: 14_760, netWithoutDiscount: 12_000, taxWithoutDiscount: 2760, preview: 13_284, net: 10_800, tax: 2484, discount: 1476 },
      pending: 0,
    })
  })
  it('gives no discount on extras', () => {
    const { totals, rows } = shown([rental, line(500)], 3, 13_284)
    expect(rows[1]).toEqual([615, 1845, 1500, 345])
    expect([totals.cashier.preview, totals.pending]).toEqual([15_129, 1845])
  })
  it('takes a percentual extra of the rental before its discount, once per rental (P-9)', () => {
    expect(shown([rental, line(500, { isPercentual: true })], 3).rows[1]?.slice(0, 2)).toEqual([738, 738])
  })
  it('has a negative rest when too much was paid (P-8)', () => {
    expect(shown([rental, line(500)], 3, 16_000).totals.pending).toBe(-871)
  })
})
