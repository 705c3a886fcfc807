import { daysTotalOf, priceLine, type Amount, type LinePrice, type PricedLine } from './line.ts'
import type { Minor } from './money.ts'

/** One side of the bill, in minor units (P-6). `preview` is net plus VAT. */
export interface BlockTotals {
  readonly net: Minor
  readonly netWithoutDiscount: Minor
  readonly tax: Minor
  readonly taxWithoutDiscount: Minor
  readonly preview: Minor
  readonly previewWithoutDiscount: Minor
  readonly discount: Minor
}

/** Prices of a reservation: each line, what the voucher or agency pays (invoice), what the renter pays (cashier). */
export interface ReservationTotals<Line extends PricedLine> {
  readonly lines: readonly { readonly line: Line; readonly price: LinePrice }[]
  readonly invoice: BlockTotals
  readonly cashier: BlockTotals
  readonly paid: Minor
  /** Total less paid; below 0 when too much was paid (P-8). */
  readonly pending: Minor
}

const sum = (amounts: readonly Amount[], part: keyof Amount): Minor => amounts.reduce((total, amount) => total + amount[part], 0)

/** Whether a line is part of the bill: an included one with the units above what it came with (DEC-97), any other once it is accepted. */
export const isCounting = ({ line, price }: { readonly line: PricedLine; readonly price: LinePrice }): boolean =>
  (line.isIncluded ? price.chargedUnits > 0 : line.isAccepted)

function blockOf(prices: readonly LinePrice[]): BlockTotals {
  const [after, before] = [prices.map((price) => price.discounted), prices.map((price) => price.total)]
  const [preview, previewWithoutDiscount] = [sum(after, 'gross'), sum(before, 'gross')]
  return {
    net: sum(after, 'net'), netWithoutDiscount: sum(before, 'net'), tax: sum(after, 'tax'), taxWithoutDiscount: sum(before, 'tax'),
    preview, previewWithoutDiscount, discount: previewWithoutDiscount - preview,
  }
}

/**
 * The only place where a reservation is added up (P-6 to P-8). An accepted line counts; an included one counts with the units above
 * what it came with (DEC-97); an offered one is priced and counts nowhere.
 */
export function totalsOf<Line extends PricedLine>(lines: readonly Line[], days: number, paid: Minor): ReservationTotals<Line> {
  const daysTotal = daysTotalOf(lines, days)
  const priced = lines.map((line) => ({ line, price: priceLine(line, days, daysTotal) }))
  const counting = priced.filter(isCounting)
  const side = (voucher: boolean) => blockOf(counting.filter(({ line }) => line.isInvoiceVoucher === voucher).map(({ price }) => price))
  const [invoice, cashier] = [side(true), side(false)]
  return { lines: priced, invoice, cashier, paid, pending: cashier.preview - paid }
}
