import { scaled, whole, type Minor, type Rate } from './money.ts'
import { isPeriod } from '@checkin/api/period-type'

/** What decides the price of a line: a net price of one unit, or a share of the rental. */
export type PricedLine = LineTerms & (
  | { readonly isPercentual: false; readonly value: Minor }
  | { readonly isPercentual: true; readonly value: Rate }
)

interface LineTerms {
  readonly ratePeriodType: string
  readonly taxRate: Rate
  readonly discountRate: Rate
  readonly quantity: number
  /** Of the quantity, what came with an included line and costs nothing (DEC-97); 0 for every other line. */
  readonly includedQuantity: number
  readonly units: number
  readonly isAcceptQuantity: boolean
  readonly isValuePerRA: boolean
  readonly isIncluded: boolean
  readonly isAccepted: boolean
  readonly isInvoiceVoucher: boolean
  /** Net price of each day beyond the first ones; null for one price on all days (P-10). */
  readonly laterDays: LaterDays | null
  /** Bounds of the line's net total; 0 for none (P-10). */
  readonly leastNet: Minor
  readonly highestNet: Minor
}

/** Days after the first `after` ones cost another net price per unit. */
export interface LaterDays {
  readonly after: number
  readonly value: Minor
}

/** An amount with VAT and its two parts, which always add up. */
export interface Amount {
  readonly gross: Minor
  readonly net: Minor
  readonly tax: Minor
}

export interface LinePrice {
  /** One unit with VAT (P-1). */
  readonly unitWithTax: Minor
  /** P-2 */
  readonly units: number
  /** Units that are charged: of an included line those above what it came with, none of one without a quantity (DEC-97). */
  readonly chargedUnits: number
  /** The line as shown (P-4, P-5): its charged units where a quantity came included, else all of them. */
  readonly total: Amount
  /** The same less its discount. */
  readonly discounted: Amount
}

/** Splits an amount with VAT into net and VAT (P-5). */
export function amountOf(gross: Minor, taxRate: Rate): Amount {
  const net = scaled(gross, whole, whole + taxRate)
  return { gross, net, tax: gross - net }
}

const withTax = (net: Minor, taxRate: Rate): Minor => scaled(net, whole + taxRate, whole)

/** Units that a line counts (P-2): the quantity where the renter chooses one, else the units of the offer, at least 1. */
const unitsOf = (line: PricedLine): number => (line.isAcceptQuantity ? line.quantity : Math.max(1, line.units))

/** Units that count in the bill if the line is taken (P-4, DEC-97). */
function chargedUnitsOf(line: PricedLine): number {
  if (!line.isIncluded) return unitsOf(line)
  return line.isAcceptQuantity ? Math.max(0, line.quantity - line.includedQuantity) : 0
}

/** One unit over the whole rental, with VAT: once, or day by day (P-3, P-9, P-10). */
function rentalPrice(line: PricedLine, unitWithTax: Minor, days: number): Minor {
  if (line.isValuePerRA || line.isPercentual) return unitWithTax
  if (!line.laterDays) return unitWithTax * days
  const first = Math.min(days, line.laterDays.after)
  return unitWithTax * first + withTax(line.laterDays.value, line.taxRate) * (days - first)
}

/**
 * Keeps a total between the net bounds of its line (P-10). A bound is met exactly: its price with VAT splits into that very net again.
 * A line of no units stays at nothing.
 */
function bounded(gross: Minor, { leastNet, highestNet, taxRate }: PricedLine, units: number): Minor {
  if (units === 0) return gross
  const { net } = amountOf(gross, taxRate)
  if (highestNet > 0 && net > highestNet) return withTax(highestNet, taxRate)
  return leastNet > 0 && net < leastNet ? withTax(leastNet, taxRate) : gross
}

/**
 * Price of one line over `days` days of rental (P-1 to P-5, P-9, P-10). A percentual line is a share of `daysTotal`, the rental's Days lines
 * with VAT.
 */
export function priceLine(line: PricedLine, days: number, daysTotal: Minor): LinePrice {
  const unitWithTax = line.isPercentual ? scaled(daysTotal, line.value, whole) : withTax(line.value, line.taxRate)
  const [units, chargedUnits] = [unitsOf(line), chargedUnitsOf(line)]
  const shown = line.isIncluded && !line.isAcceptQuantity ? units : chargedUnits
  const gross = bounded(rentalPrice(line, unitWithTax, days) * shown, line, shown)
  return {
    unitWithTax,
    units,
    chargedUnits,
    total: amountOf(gross, line.taxRate),
    discounted: amountOf(gross - scaled(gross, line.discountRate, whole), line.taxRate),
  }
}

/** Total with VAT, before discounts, of the lines by which the rental itself is paid: what percentual lines are a share of (P-9). */
export const daysTotalOf = (lines: readonly PricedLine[], days: number): Minor =>
  lines.filter((line) => isPeriod(line.ratePeriodType, 'Days') && !line.isPercentual && (line.isAccepted || line.isIncluded))
    .reduce((sum, line) => sum + priceLine({ ...line, isIncluded: false }, days, 0).total.gross, 0)
