import * as z from 'zod/mini'
import { Count, Money, OptionalDate, Percent } from './values.schema.ts'

/** The 33 flags of an extra (DATA-14). */
export const extraFlags = [
  'isChangeValue', 'isAccepted', 'isIncluded', 'isRequired', 'isBreakdown', 'isKmsFreeDay', 'isKmsIncluded', 'isValuePerRA', 'isPercentual',
  'isInvoiceVoucher', 'isKmsPlafond', 'isCDW', 'isSCDW', 'isSCDWtoZero', 'isTP', 'isSTP', 'isSTPtoZero', 'isPartialCDW', 'isOneWay',
  'isOptionalExcess', 'isGracePeriod', 'isChauffeur', 'isGwApiExtra', 'isExtraDays', 'isAcceptQuantity', 'isStockControlType', 'isToTranslate',
  'isAutomaticExtra', 'isAllowInvoice', 'isAllowInvoiceCashier', 'isAddDriver', 'isAvailableOnEC', 'isYoungDriver',
] as const
export type ExtraFlag = (typeof extraFlags)[number]

const flags = Object.fromEntries(extraFlags.map((flag) => [flag, z.boolean()])) as Record<ExtraFlag, z.ZodMiniBoolean<boolean>>
const money = z.nullable(Money)
const count = z.nullable(Count)
const text = z.nullable(z.string())

/** How a client changes an extra that has no quantity (DEC-42). */
export const ExtraEvent = z.enum(['Select', 'Unselect'])

/** Anything that is or may be added to a rental (DATA-12 to DATA-14). */
export const Extra = z.object({
  ratePeriodType: z.string(),
  extraID: z.string(),
  description: z.string(),
  value: Money,
  additionalDayValue: money,
  originalDayValue: money,
  rateValue: money,
  extraRateValue: money,
  minValue: money,
  maxValue: money,
  extraPerValue: money,
  bottomLineValue: money,
  taxRate: Percent,
  taxID: text,
  quantity: Count,
  unitsNr: Count,
  totalValue: Money,
  valueWithTax: Money,
  category: text,
  observations: text,
  orderToShow: z.int(),
  /** Of an included extra: how many of its quantity came with it; those above it are charged (DEC-97). */
  includedQuantity: z.optional(Count),
  showPrice: z.boolean(),
  acceptedDate: OptionalDate,
  salePerformedBy: text,
  salePerformedOn: OptionalDate,
  kmsFree: count,
  kmsPlafondQuantity: count,
  youngDriverMinAge: count,
  youngDriverMaxAge: count,
  event: z.nullable(ExtraEvent),
  ...flags,
})
export type Extra = z.infer<typeof Extra>

const invoiceFields = {
  nrDays: Count,
  valueWithoutTax: Money,
  valueWithoutTaxWithoutDiscount: Money,
  valueTax: Money,
  valueTaxWithoutDiscount: Money,
  previewValue: Money,
  previewValueWithoutDiscount: Money,
  discountValue: Money,
}

/** What the voucher or agency pays (DATA-10, DEC-54). */
export const InvoiceBlock = z.object(invoiceFields)
export type InvoiceBlock = z.infer<typeof InvoiceBlock>

/** What the renter pays (DATA-11, PRICING P-8). */
export const CashierBlock = z.object({ ...invoiceFields, paidValues: Money, pendingValues: Money })
export type CashierBlock = z.infer<typeof CashierBlock>

/** What the renter bears of a damage or a theft, and with the optional cover. */
export const Excess = z.object({ cdw: money, theft: money, optional: money })
export type Excess = z.infer<typeof Excess>

/** Lines and totals of a reservation (DATA-09). */
export const ExtrasSummary = z.object({
  extras: z.array(Extra),
  totalKms: count,
  kmsIncludedType: text,
  nrDays: Count,
  dayValue: Money,
  invoice: InvoiceBlock,
  cashier: CashierBlock,
  excess: Excess,
})
export type ExtrasSummary = z.infer<typeof ExtrasSummary>

/** An offer of a higher vehicle group (DATA-08, PRICING P-11). */
export const UpsellOption = z.object({
  groupId: z.string(),
  groupName: z.string(),
  groupImageURL: text,
  seats: count,
  doors: count,
  fuel: text,
  transmission: text,
  co2: z.nullable(z.number()),
  extras: z.array(Extra),
  dailyDifference: Money,
  dailyDifferenceWithTax: Money,
  totalValue: Money,
  totalValueWithTax: Money,
  finalReservationValue: Money,
})
export type UpsellOption = z.infer<typeof UpsellOption>
