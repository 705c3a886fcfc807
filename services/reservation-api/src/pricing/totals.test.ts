import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyLine, anyRental, plainLine } from '../../test/fixtures/any-rental.fixture.ts'
import { priceLine } from './line.ts'
import { inListingOrder } from './listing-order.ts'
import { oracleTotals } from '../../test/fixtures/rational-oracle.fixture.ts'
import { totalsOf } from './totals.ts'

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
  it('an included line costs what its units above the included ones would cost alone (DEC-97)', () => {
    fc.assert(fc.property(anyRental, anyLine, fc.integer({ min: 0, max: 20 }), ({ lines, days, paid }, line, more) => {
      const extra = { ...line, ratePeriodType: 'other', isAcceptQuantity: true, isInvoiceVoucher: false }
      const included = { ...extra, isIncluded: true, isAccepted: true, quantity: line.includedQuantity + more }
      const bought = { ...extra, isIncluded: false, isAccepted: true, includedQuantity: 0, quantity: more }
      expect(totalsOf([...lines, included], days, paid).pending).toBe(totalsOf([...lines, bought], days, paid).pending)
    }))
  })
  it('of an included extra five instead of the one that it came with cost four', () => {
    const seat = { ...plainLine, value: 1000, taxRate: 0, isAcceptQuantity: true, isIncluded: true, includedQuantity: 1 }
    expect([1, 5].map((quantity) => totalsOf([{ ...seat, quantity }], 3, 0).cashier.preview)).toEqual([0, 12_000])
  })
  it('an offered or included line never changes what is due', () => {
    fc.assert(fc.property(anyRental, anyLine, ({ lines, days, paid }, line) => {
      const without = totalsOf(lines, days, paid)
      for (const more of [{ ...line, isAccepted: false, isIncluded: false }, { ...line, ratePeriodType: 'other', isIncluded: true, includedQuantity: line.quantity }]) {
        expect(totalsOf([...lines, more], days, paid).pending).toBe(without.pending)
      }
    }))
  })
  it('every line and both sides of the bill are to the cent what the text of PRICING gives, computed in another way (P-1 to P-10)', () => {
    fc.assert(fc.property(anyRental, ({ lines, days, paid }) => {
      const { lines: priced, cashier, invoice, pending } = totalsOf(lines, days, paid)
      const oracle = oracleTotals(lines, days, paid)
      expect(priced.map(({ price }) => price.total.gross)).toEqual(oracle.lines)
      expect({ cashier, invoice, pending }).toMatchObject({ cashier: oracle.cashier, invoice: oracle.invoice, pending: oracle.pending })
    }), { numRuns: 400 })
  })
  it('taking an extra adds its shown total less its discount to what is due, and giving it back takes exactly that away', () => {
    fc.assert(fc.property(anyRental, anyLine, ({ lines, days, paid }, extra) => {
      const offered = { ...extra, ratePeriodType: 'other', isAccepted: false, isIncluded: false, isInvoiceVoucher: false }
      const before = totalsOf([...lines, offered], days, paid)
      const after = totalsOf([...lines, { ...offered, isAccepted: true }], days, paid)
      expect(after.pending - before.pending).toBe(before.lines.at(-1)?.price.discounted.gross)
      expect(before.pending).toBe(totalsOf(lines, days, paid).pending)
    }))
  })
  it('the order in which the lines come changes no figure', () => {
    fc.assert(fc.property(anyRental, ({ lines, days, paid }) => {
      const { lines: _one, ...totals } = totalsOf(lines, days, paid)
      const { lines: _other, ...reversed } = totalsOf([...lines].reverse(), days, paid)
      expect(reversed).toEqual(totals)
    }))
  })
  it('the shown total is the shown unit price times the shown factor (P-3, DEC-29)', () => {
    fc.assert(fc.property(anyRental, ({ lines, days }) => {
      const plain = lines.map((line) => ({ ...line, laterDays: null, leastNet: 0, highestNet: 0 }))
      for (const { line, price } of totalsOf(plain, days, 0).lines) {
        expect(price.total.gross).toBe(price.unitWithTax * (line.isIncluded && line.isAcceptQuantity ? price.chargedUnits : price.units) * (line.isValuePerRA || line.isPercentual ? 1 : days))
      }
    }))
  })
})

describe('bounds and later days (P-10, DEC-86)', () => {
  const perDay = { ...plainLine, value: 1000 }
  it.each([
    ['below the least total', { leastNet: 6000 }, 6000], ['at it', { leastNet: 5000 }, 5000], ['above the highest total', { highestNet: 4500 }, 4500],
    ['between both', { leastNet: 4000, highestNet: 6000 }, 5000],
  ])('a line %s has the net total that the company set', (_where, bounds, net) => {
    expect(priceLine({ ...perDay, ...bounds }, 5, 0).total.net).toBe(net)
  })
  it('a bound is met to the cent at every tax rate', () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 0, max: 10_000 }), (leastNet, taxRate) => {
      expect(priceLine({ ...perDay, value: 0, taxRate, leastNet }, 1, 0).total.net).toBe(leastNet)
    }))
  })
  it('a line whose net total is a bound already keeps its price, to the cent', () => {
    const two = { ...perDay, value: 3 }
    expect([{}, { leastNet: 7 }, { highestNet: 7 }].map((bounds) => priceLine({ ...two, ...bounds }, 2, 0).total)).toEqual(Array.from({ length: 3 }, () => ({ gross: 8, net: 7, tax: 1 })))
  })
  it('a line that takes something off is no line below its least total where it has none', () => {
    expect(priceLine({ ...perDay, value: -1000 }, 5, 0).total.net).toBe(-5000)
  })
  it('nothing taken costs nothing, whatever the least total is', () => {
    expect(priceLine({ ...perDay, isAcceptQuantity: true, quantity: 0, leastNet: 6000 }, 5, 0).total.gross).toBe(0)
  })
  it('days beyond the first ones have their own price', () => {
    expect(priceLine({ ...perDay, laterDays: { after: 3, value: 800 } }, 5, 0).total.gross).toBe(3 * 1230 + 2 * 984)
    expect(priceLine({ ...perDay, laterDays: { after: 9, value: 800 } }, 5, 0).total.gross).toBe(5 * 1230)
    expect(priceLine({ ...perDay, isValuePerRA: true, laterDays: { after: 0, value: 800 } }, 5, 0).total.gross).toBe(1230)
  })
})

it('lists Days, then Kms, then the others by order and description (P-12, DEC-79, CONST-28)', () => {
  const row = (ratePeriodType: string, orderToShow: number, description: string) => ({ ratePeriodType, orderToShow, description })
  const listed = inListingOrder([row('other', 2, 'B'), row('Kms', 9, 'K'), row('other', 2, 'A'), row('DaysUpselling', 1, 'U'), row('days', 99, 'D')])
  expect(listed.map(({ description }) => description)).toEqual(['D', 'K', 'U', 'A', 'B'])
})
