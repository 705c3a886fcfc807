import { extraFlags, type CashierBlock, type Extra, type ExtrasSummary, type InvoiceBlock } from '@checkin/api'
import type { Language } from '@checkin/i18n'
import { decimalOf, percentOf, type Minor, type Rate } from '../pricing/money.ts'
import type { LinePrice, PricedLine } from '../pricing/line.ts'
import { isPeriod } from '@checkin/api/period-type'
import { inListingOrder } from '../pricing/listing-order.ts'
import { totalsOf, type BlockTotals, type ReservationTotals } from '../pricing/totals.ts'
import { isChoosable } from './offers/choose-extras.ts'
import type { ExtraRow, StoredReservation } from './reservation-store.ts'

type StoredLine = PricedLine & { readonly row: ExtraRow }

/** Of an extra that is only offered nothing is taken yet, whatever number the company sent along. */
const takenQuantity = (row: ExtraRow): number => (row.flags.includes('isAcceptQuantity') && !row.is_accepted && !row.is_included ? 0 : row.quantity)

/** The company writes the number of days at the first price like an amount: 3.00 is three days (P-10). */
function laterDaysOf({ flags, details: { additionalDayValue, originalDayValue } }: ExtraRow): PricedLine['laterDays'] {
  if (!flags.includes('isExtraDays') || additionalDayValue === null || originalDayValue === null) return null
  return { after: Math.floor(originalDayValue / 100), value: additionalDayValue }
}

const lineOf = (row: ExtraRow): StoredLine => ({
  row, ratePeriodType: row.rate_period_type, ...pricedBy(row), taxRate: row.tax_rate, discountRate: row.discount_rate,
  quantity: takenQuantity(row), includedQuantity: row.included_quantity, units: row.units, isAccepted: row.is_accepted, isIncluded: row.is_included,
  isAcceptQuantity: row.flags.includes('isAcceptQuantity'), isValuePerRA: row.flags.includes('isValuePerRA'),
  isInvoiceVoucher: row.flags.includes('isInvoiceVoucher'),
  laterDays: laterDaysOf(row), leastNet: row.details.minValue ?? 0, highestNet: row.details.maxValue ?? 0,
})

/** What the prices of a reservation depend on. */
interface Priced {
  readonly row: Pick<StoredReservation['row'], 'days' | 'paid_minor'>
  readonly extras: readonly ExtraRow[]
}

/** Prices of a stored reservation. */
export const reservationTotals = ({ row, extras }: Priced): ReservationTotals<StoredLine> => totalsOf(extras.map(lineOf), row.days, row.paid_minor)

/** A price in minor units, or of a percentual line a rate: what the one column holds is decided by the flag. */
const pricedBy = ({ flags, value_minor: value }: ExtraRow) =>
  (flags.includes('isPercentual') ? { isPercentual: true as const, value: value as Rate } : { isPercentual: false as const, value: value as Minor })

/** The value of a line as the wire has it: an amount, or of a percentual line the percentage. */
export const wireValue = (row: ExtraRow, currency: string): number => {
  const priced = pricedBy(row)
  return priced.isPercentual ? percentOf(priced.value) : decimalOf(priced.value, currency)
}

/** Further figures of a line as the wire has them. */
export const wireDetails = ({ additionalDayValue, originalDayValue, extraRateValue, minValue, maxValue, extraPerValue }: ExtraRow['details'], currency: string) => {
  const amount = (minor: Minor | null): number | null => (minor === null ? null : decimalOf(minor, currency))
  const percent = (rate: Rate | null): number | null => (rate === null ? null : percentOf(rate))
  return {
    additionalDayValue: amount(additionalDayValue), originalDayValue: percent(originalDayValue), extraRateValue: amount(extraRateValue),
    minValue: amount(minValue), maxValue: amount(maxValue), extraPerValue: percent(extraPerValue),
  }
}

function wireExtra(row: ExtraRow, price: LinePrice, language: Language, currency: string): Extra {
  const { details, translations } = row
  const texts = translations[language] ?? row
  const flags = Object.fromEntries(extraFlags.map((flag) => [flag, row.flags.includes(flag)])) as Record<(typeof extraFlags)[number], boolean>
  return {
    ...flags, isAccepted: row.is_accepted, isIncluded: row.is_included,
    ratePeriodType: row.rate_period_type, extraID: row.extra_id,
    description: texts.description, observations: texts.observations,
    category: row.category,
    value: wireValue(row, currency), rateValue: wireValue(row, currency),
    valueWithTax: decimalOf(price.unitWithTax, currency), totalValue: decimalOf(price.total.gross, currency),
    bottomLineValue: decimalOf(price.total.net, currency), taxRate: percentOf(row.tax_rate), taxID: row.tax_id,
    ...wireDetails(details, currency),
    quantity: takenQuantity(row), unitsNr: price.units, orderToShow: row.order_to_show,
    ...(row.is_included && { includedQuantity: row.included_quantity }),
    // Of what came included more may be taken where there is a quantity: its price is said before (DEC-97). The company may hide a price (OFFERS-20).
    showPrice: details.showPrice !== false && price.unitWithTax > 0 && (!row.is_included || row.flags.includes('isAcceptQuantity')),
    isChoosable: isChoosable(row), acceptedDate: row.accepted_at, salePerformedBy: details.salePerformedBy, salePerformedOn: details.salePerformedOn,
    kmsFree: details.kmsFree, kmsPlafondQuantity: details.kmsPlafondQuantity,
    youngDriverMinAge: details.youngDriverMinAge, youngDriverMaxAge: details.youngDriverMaxAge, event: null,
  }
}

/** What a reservation comes to, as the company's feed has it. `due` is below 0 when too much was paid. */
export function wireFigures(stored: StoredReservation): { readonly total: number; readonly paid: number; readonly due: number } {
  const { cashier, paid, pending } = reservationTotals(stored)
  return { total: decimalOf(cashier.preview, stored.currency), paid: decimalOf(paid, stored.currency), due: decimalOf(pending, stored.currency) }
}

function wireBlock(block: BlockTotals, nrDays: number, currency: string): InvoiceBlock {
  const amount = (minor: Minor): number => decimalOf(minor, currency)
  return {
    nrDays, valueWithoutTax: amount(block.net), valueWithoutTaxWithoutDiscount: amount(block.netWithoutDiscount),
    valueTax: amount(block.tax), valueTaxWithoutDiscount: amount(block.taxWithoutDiscount),
    previewValue: amount(block.preview), previewValueWithoutDiscount: amount(block.previewWithoutDiscount), discountValue: amount(block.discount),
  }
}

/** Amounts of what a driver is liable for, as the wire has them. */
export const wireExcess = ({ cdw, theft, optional }: StoredReservation['row']['excess'], currency: string) => {
  const amount = (minor: Minor | null): number | null => (minor === null ? null : decimalOf(minor, currency))
  return { cdw: amount(cdw), theft: amount(theft), optional: amount(optional) }
}

/** Lines and totals as the contract has them (DATA-09), lines in the order in which they are listed. */
export function wireSummary(stored: StoredReservation, language: Language): ExtrasSummary {
  const totals = reservationTotals(stored)
  const { currency, row: { days, total_kms: totalKms, kms_included_type: kmsIncludedType, excess } } = stored
  const extras = inListingOrder(totals.lines.map(({ line, price }) => wireExtra(line.row, price, language, currency)))
  const cashier: CashierBlock = { ...wireBlock(totals.cashier, days, currency), paidValues: decimalOf(totals.paid, currency), pendingValues: decimalOf(totals.pending, currency) }
  return {
    extras: [...extras], totalKms, kmsIncludedType, nrDays: days,
    dayValue: extras.find(({ ratePeriodType }) => isPeriod(ratePeriodType, 'Days'))?.valueWithTax ?? 0,
    invoice: wireBlock(totals.invoice, days, currency), cashier, excess: wireExcess(excess, currency),
  }
}
