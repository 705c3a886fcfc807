import { extraFlags, type CashierBlock, type Extra, type ExtrasSummary, type InvoiceBlock } from '@checkin/api'
import type { Language } from '@checkin/i18n'
import { decimalOf, type Minor } from '../../pricing/decimal.ts'
import type { LinePrice, PricedLine } from '../../pricing/line.ts'
import { inListingOrder, isPeriod } from '../../pricing/listing-order.ts'
import { totalsOf, type BlockTotals, type ReservationTotals } from '../../pricing/totals.ts'
import type { ExtraRow, StoredReservation } from './reservation-store.ts'

interface StoredLine extends PricedLine {
  readonly row: ExtraRow
}

/** Of an extra that is only offered nothing is taken yet, whatever number the company sent along. */
const takenQuantity = (row: ExtraRow): number => (row.flags.includes('isAcceptQuantity') && !row.is_accepted && !row.is_included ? 0 : row.quantity)

/** The company writes the number of days at the first price like an amount: 3.00 is three days (P-10). */
function laterDaysOf({ flags, details: { additionalDayValue, originalDayValue } }: ExtraRow): PricedLine['laterDays'] {
  if (!flags.includes('isExtraDays') || additionalDayValue === null || originalDayValue === null) return null
  return { after: Math.floor(originalDayValue / 100), value: additionalDayValue }
}

const lineOf = (row: ExtraRow): StoredLine => ({
  row, ratePeriodType: row.rate_period_type, value: row.value_minor, taxRate: row.tax_rate, discountRate: row.discount_rate,
  quantity: takenQuantity(row), includedQuantity: row.included_quantity, units: row.units, isAccepted: row.is_accepted, isIncluded: row.is_included,
  isAcceptQuantity: row.flags.includes('isAcceptQuantity'), isValuePerRA: row.flags.includes('isValuePerRA'),
  isPercentual: row.flags.includes('isPercentual'), isInvoiceVoucher: row.flags.includes('isInvoiceVoucher'),
  laterDays: laterDaysOf(row), leastNet: row.details.minValue ?? 0, highestNet: row.details.maxValue ?? 0,
})

/** Prices of a stored reservation. */
export const reservationTotals = ({ row, extras }: StoredReservation): ReservationTotals<StoredLine> => totalsOf(extras.map(lineOf), row.days, row.paid_minor)

const decimalOrNull = (minor: Minor | null): number | null => (minor === null ? null : decimalOf(minor))

function wireExtra(row: ExtraRow, price: LinePrice, language: Language): Extra {
  const { details, translations } = row
  const words = translations[language] ?? row
  const flags = Object.fromEntries(extraFlags.map((flag) => [flag, row.flags.includes(flag)])) as Record<(typeof extraFlags)[number], boolean>
  return {
    ...flags, isAccepted: row.is_accepted, isIncluded: row.is_included,
    ratePeriodType: row.rate_period_type, extraID: row.extra_id,
    description: words.description, observations: words.observations,
    category: row.category,
    value: decimalOf(row.value_minor), rateValue: decimalOf(row.value_minor),
    valueWithTax: decimalOf(price.unitWithTax), totalValue: decimalOf(price.total.gross),
    bottomLineValue: decimalOf(price.total.net), taxRate: decimalOf(row.tax_rate), taxID: row.tax_id,
    additionalDayValue: decimalOrNull(details.additionalDayValue), originalDayValue: decimalOrNull(details.originalDayValue),
    extraRateValue: decimalOrNull(details.extraRateValue),
    minValue: decimalOrNull(details.minValue),
    maxValue: decimalOrNull(details.maxValue),
    extraPerValue: decimalOrNull(details.extraPerValue),
    quantity: takenQuantity(row), unitsNr: price.units, orderToShow: row.order_to_show,
    ...(row.is_included && { includedQuantity: row.included_quantity }),
    // Of what came included more may be taken where there is a quantity: its price is said before (DEC-97).
    showPrice: price.unitWithTax > 0 && (!row.is_included || row.flags.includes('isAcceptQuantity')),
    acceptedDate: row.accepted_at, salePerformedBy: details.salePerformedBy, salePerformedOn: details.salePerformedOn,
    kmsFree: details.kmsFree, kmsPlafondQuantity: details.kmsPlafondQuantity,
    youngDriverMinAge: details.youngDriverMinAge, youngDriverMaxAge: details.youngDriverMaxAge, event: null,
  }
}

const wireBlock = (block: BlockTotals, nrDays: number): InvoiceBlock => ({
  nrDays, valueWithoutTax: decimalOf(block.net), valueWithoutTaxWithoutDiscount: decimalOf(block.netWithoutDiscount),
  valueTax: decimalOf(block.tax), valueTaxWithoutDiscount: decimalOf(block.taxWithoutDiscount),
  previewValue: decimalOf(block.preview),
  previewValueWithoutDiscount: decimalOf(block.previewWithoutDiscount),
  discountValue: decimalOf(block.discount),
})

/** Lines and totals as the contract has them (DATA-09), lines in the order in which they are listed. */
export function wireSummary(stored: StoredReservation, language: Language): ExtrasSummary {
  const totals = reservationTotals(stored)
  const { row: { days, total_kms: totalKms, kms_included_type: kmsIncludedType, excess } } = stored
  const extras = inListingOrder(totals.lines.map(({ line, price }) => wireExtra(line.row, price, language)))
  const cashier: CashierBlock = { ...wireBlock(totals.cashier, days), paidValues: decimalOf(totals.paid), pendingValues: decimalOf(totals.pending) }
  return {
    extras: [...extras], totalKms, kmsIncludedType, nrDays: days,
    dayValue: extras.find(({ ratePeriodType }) => isPeriod(ratePeriodType, 'Days'))?.valueWithTax ?? 0,
    invoice: wireBlock(totals.invoice, days), cashier,
    excess: { cdw: decimalOrNull(excess.cdw), theft: decimalOrNull(excess.theft), optional: decimalOrNull(excess.optional) },
  }
}
