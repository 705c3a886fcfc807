import * as z from 'zod/mini'
import { Money } from './values.schema.ts'

/** The 33 flags of an extra (DATA-14). */
export const extraFlags = [
  'isChangeValue', 'isAccepted', 'isIncluded', 'isRequired', 'isBreakdown', 'isKmsFreeDay', 'isKmsIncluded', 'isValuePerRA', 'isPercentual',
  'isInvoiceVoucher', 'isKmsPlafond', 'isCDW', 'isSCDW', 'isSCDWtoZero', 'isTP', 'isSTP', 'isSTPtoZero', 'isPartialCDW', 'isOneWay',
  'isOptionalExcess', 'isGracePeriod', 'isChauffeur', 'isGwApiExtra', 'isExtraDays', 'isAcceptQuantity', 'isStockControlType', 'isToTranslate',
  'isAutomaticExtra', 'isAllowInvoice', 'isAllowInvoiceCashier', 'isAddDriver', 'isAvailableOnEC', 'isYoungDriver',
] as const
export type ExtraFlag = (typeof extraFlags)[number]

const flags = Object.fromEntries(extraFlags.map((flag) => [flag, z.boolean()])) as Record<ExtraFlag, z.ZodMiniBoolean>
const money = z.nullish(Money)
const number = z.nullish(z.number())
const text = z.nullish(z.string())

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
  taxRate: z.number(),
  taxID: text,
  quantity: z.number(),
  unitsNr: z.number(),
  totalValue: Money,
  valueWithTax: Money,
  category: text,
  observations: text,
  orderToShow: z.number(),
  showPrice: z.boolean(),
  acceptedDate: text,
  salePerformedBy: text,
  salePerformedOn: text,
  kmsFree: number,
  kmsPlafondQuantity: number,
  youngDriverMinAge: number,
  youngDriverMaxAge: number,
  event: z.nullish(z.enum(['Select', 'Unselect'])),
  ...flags,
})
export type Extra = z.infer<typeof Extra>

const invoiceFields = {
  nrDays: z.number(),
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

/** Lines and totals of a reservation (DATA-09). */
export const ExtrasSummary = z.object({
  extras: z.array(Extra),
  totalKms: z.nullish(z.number()),
  kmsIncludedType: text,
  nrDays: z.number(),
  dayValue: Money,
  invoice: InvoiceBlock,
  cashier: CashierBlock,
  excess: z.object({ cdw: money, theft: money, optional: money }),
})
export type ExtrasSummary = z.infer<typeof ExtrasSummary>

/** An offer of a higher vehicle group (DATA-08, PRICING P-11). */
export const UpsellOption = z.object({
  groupId: z.string(),
  groupName: z.string(),
  groupImageURL: text,
  seats: number,
  doors: number,
  fuel: text,
  transmission: text,
  co2: number,
  extras: z.array(Extra),
  dailyDifference: Money,
  dailyDifferenceWithTax: Money,
  totalValue: Money,
  totalValueWithTax: Money,
  finalReservationValue: Money,
})
export type UpsellOption = z.infer<typeof UpsellOption>

/** An extra as a client may name it: which, how many, and the kind of change; never a price (DEC-23). */
export const ExtraChoice = z.strictObject({
  extraID: z.string().check(z.minLength(1), z.maxLength(64)),
  quantity: z.number().check(z.int(), z.gte(0), z.lte(99)),
  event: z.optional(z.nullable(z.enum(['Select', 'Unselect']))),
  category: z._default(z.string().check(z.maxLength(64)), 'add'),
  observations: z._default(z.string().check(z.maxLength(400)), 'add'),
})
export type ExtraChoice = z.infer<typeof ExtraChoice>
