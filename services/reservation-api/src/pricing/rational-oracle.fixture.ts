import type { PricedLine } from './line.ts'

/**
 * The rules of PRICING once more, written from their words alone and in another way: exact fractions of whole units of the currency, rounded
 * by comparing with the middle, VAT found by searching. Nothing here is shared with the engine.
 */
interface Fraction { readonly over: bigint; readonly under: bigint }

const fraction = (over: number | bigint, under: number | bigint = 1): Fraction => ({ over: BigInt(over), under: BigInt(under) })
const times = (one: Fraction, other: Fraction): Fraction => ({ over: one.over * other.over, under: one.under * other.under })
const plus = (one: Fraction, other: Fraction): Fraction => ({ over: one.over * other.under + other.over * one.under, under: one.under * other.under })
const minus = (one: Fraction, other: Fraction): Fraction => plus(one, { over: -other.over, under: other.under })
const isLess = (one: Fraction, other: Fraction): boolean => one.over * other.under < other.over * one.under
const nothing = fraction(0)

/** Half up to the cent; amounts of lines are never below 0. */
function round2(value: Fraction): Fraction {
  const cents = (value.over * 100n) / value.under
  const middle = fraction(cents * 2n + 1n, 200)
  return fraction(isLess(value, middle) ? cents : cents + 1n, 100)
}

const cents = (value: Fraction): number => Number((value.over * 100n) / value.under)
const spelt = (type: string, name: string) => type.split(/[^A-Za-z]/).join('').toLowerCase() === name

export interface OracleBlock { readonly net: number; readonly tax: number; readonly preview: number; readonly discount: number; readonly previewWithoutDiscount: number }
export interface OracleTotals { readonly lines: readonly number[]; readonly cashier: OracleBlock; readonly invoice: OracleBlock; readonly pending: number }

/** Prices a reservation by the words of P-1 to P-10. Amounts in cents. */
export function oracleTotals(lines: readonly PricedLine[], days: number, paidCents: number): OracleTotals {
  const vat = (line: PricedLine) => fraction(10_000 + line.taxRate, 10_000)
  const netOf = (gross: Fraction, line: PricedLine) => round2(times(gross, { over: vat(line).under, under: vat(line).over }))
  const shownUnit = (net: number, line: PricedLine) => round2(times(fraction(net, 100), vat(line)))

  /** DEC-97: what came included is free, one more of it is not. */
  const above = (line: PricedLine) => (line.isAcceptQuantity && line.quantity > line.includedQuantity ? line.quantity - line.includedQuantity : 0)

  const lineTotal = (line: PricedLine, base: Fraction, whole = false): Fraction => {
    const u = !line.isAcceptQuantity ? (line.units < 1 ? 1 : line.units) : line.isIncluded && !whole ? above(line) : line.quantity
    if (u === 0) return nothing
    let total = nothing
    if (line.isPercentual) total = times(round2(times(base, fraction(line.value, 10_000))), fraction(u))
    else if (line.isValuePerRA) total = times(shownUnit(line.value, line), fraction(u))
    else {
      for (let day = 1; day <= days; day += 1) {
        const net = line.laterDays !== null && day > line.laterDays.after ? line.laterDays.value : line.value
        total = plus(total, times(shownUnit(net, line), fraction(u)))
      }
    }
    const net = netOf(total, line)
    if (line.highestNet > 0 && isLess(fraction(line.highestNet, 100), net)) return shownUnit(line.highestNet, line)
    if (line.leastNet > 0 && isLess(net, fraction(line.leastNet, 100))) return shownUnit(line.leastNet, line)
    return total
  }

  let base = nothing
  for (const line of lines) {
    if (spelt(line.ratePeriodType, 'days') && !line.isPercentual && (line.isAccepted || line.isIncluded)) base = plus(base, lineTotal(line, nothing, true))
  }
  const block = (isVoucher: boolean): OracleBlock => {
    let [net, gross, before] = [nothing, nothing, nothing]
    for (const line of lines) {
      if (line.isInvoiceVoucher !== isVoucher || (line.isIncluded ? above(line) === 0 : !line.isAccepted)) continue
      const total = lineTotal(line, base)
      const after = minus(total, round2(times(total, fraction(line.discountRate, 10_000))))
      before = plus(before, total)
      gross = plus(gross, after)
      net = plus(net, netOf(after, line))
    }
    return { net: cents(net), tax: cents(minus(gross, net)), preview: cents(gross), previewWithoutDiscount: cents(before), discount: cents(minus(before, gross)) }
  }
  const cashier = block(false)
  return { lines: lines.map((line) => cents(lineTotal(line, base))), cashier, invoice: block(true), pending: cashier.preview - paidCents }
}
