import { describeSchema, descriptionsOf } from '@checkin/http'
import * as z from 'zod/mini'
import { extraFlags, flagDescriptions, type ExtraFlag } from './extra-flags.ts'
import { Count, Money, OptionalDate, Percent } from './values.schema.ts'

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
  /** Whether a renter may choose it at all: what comes to the bill in another way may not (OFFERS-20). */
  isChoosable: z.optional(z.boolean()),
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
/* @__PURE__ */ describeSchema(Extra, () => ({
  id: 'Extra', description: 'Anything that is or may be added to a rental.',
  fields: {
    ratePeriodType: 'What the price counts: Days, Kms, DaysUpselling for an upgrade, or another.',
    extraID: 'Id of the extra.',
    description: 'Name as shown to the renter.',
    value: 'Unit price, decimal, VAT excluded; a percentage when isPercentual.',
    additionalDayValue: 'Unit price of days beyond originalDayValue, decimal, VAT excluded.',
    originalDayValue: 'Number of days at the first price.',
    rateValue: "Price of the tariff that the line came from, decimal, VAT excluded.",
    extraRateValue: 'Price of the extra in that tariff, decimal, VAT excluded.',
    minValue: 'Least total of the line, decimal, VAT excluded; null or 0 for none.',
    maxValue: 'Highest total of the line, decimal, VAT excluded; null or 0 for none.',
    extraPerValue: 'Price per unit of the tariff, decimal, VAT excluded.',
    bottomLineValue: 'Total of the line before discount, decimal, VAT excluded.',
    taxRate: 'VAT in percent, for example 23.',
    taxID: 'Id of the tax in the accounts.',
    quantity: 'How many the renter takes.',
    unitsNr: 'How many are priced.',
    totalValue: 'Total of the line as shown, decimal, VAT included.',
    valueWithTax: 'Unit price as shown, decimal, VAT included.',
    category: 'Section: insurances, additional_services or equipment.',
    observations: 'Further explanation for the renter.',
    orderToShow: 'Place in lists.',
    includedQuantity: 'Of an included extra: how many of its quantity came with it; those above it are charged.',
    showPrice: 'Whether the price is shown.',
    isChoosable: 'Whether a renter may choose it; false for what comes to the bill in another way.',
    acceptedDate: 'Day on which it was accepted, YYYY-MM-DD.',
    salePerformedBy: 'Who sold it.',
    salePerformedOn: 'Day on which it was sold, YYYY-MM-DD.',
    kmsFree: 'Kilometres that it includes.',
    kmsPlafondQuantity: 'Kilometres of the allowance that it raises to.',
    youngDriverMinAge: 'Youngest age in years for which a young driver pays.',
    youngDriverMaxAge: 'Oldest age in years for which a young driver pays.',
    event: 'How a renter changes an extra without quantity: Select or Unselect; null for no change.',
    ...flagDescriptions,
  },
}))

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
/* @__PURE__ */ describeSchema(InvoiceBlock, () => ({
  id: 'InvoiceBlock', description: 'What a voucher or an agency pays.',
  fields: {
    nrDays: 'Days of the rental.',
    valueWithoutTax: 'Sum, decimal, VAT excluded, after discount.',
    valueWithoutTaxWithoutDiscount: 'Sum, decimal, VAT excluded, before discount.',
    valueTax: 'VAT of it, decimal, after discount.',
    valueTaxWithoutDiscount: 'VAT of it, decimal, before discount.',
    previewValue: 'Sum, decimal, VAT included, after discount.',
    previewValueWithoutDiscount: 'Sum, decimal, VAT included, before discount.',
    discountValue: 'Discount, decimal, VAT included.',
  },
}))

/** What the renter pays (DATA-11, PRICING P-8). */
export const CashierBlock = z.object({ ...invoiceFields, paidValues: Money, pendingValues: Money })
export type CashierBlock = z.infer<typeof CashierBlock>
/* @__PURE__ */ describeSchema(CashierBlock, () => ({
  id: 'CashierBlock', description: 'What the renter pays.',
  fields: { ...descriptionsOf(InvoiceBlock), paidValues: 'What was paid, decimal, VAT included.', pendingValues: 'What is still to be paid, decimal, VAT included; below 0 when too much was paid.' },
}))

/** What the renter bears of a damage or a theft, and with the optional cover. */
export const Excess = z.object({ cdw: money, theft: money, optional: money })
export type Excess = z.infer<typeof Excess>
/* @__PURE__ */ describeSchema(Excess, () => ({
  id: 'Excess', description: 'What the renter bears, decimal amounts, VAT included; null when it does not apply.',
  fields: { cdw: 'Of a damage.', theft: 'Of a theft.', optional: 'With the optional cover.' },
}))

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
/* @__PURE__ */ describeSchema(ExtrasSummary, () => ({
  id: 'ExtrasSummary', description: 'Lines and totals of a reservation.',
  fields: {
    extras: 'Lines in the order in which they are shown.',
    totalKms: 'Kilometres that are included; null for no limit.',
    kmsIncludedType: 'How they are counted.',
    nrDays: 'Days of the rental.',
    dayValue: 'Price of a day, decimal, VAT included.',
    invoice: 'What a voucher or an agency pays.',
    cashier: 'What the renter pays.',
    excess: 'What the renter bears of damages.',
  },
}))

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
/* @__PURE__ */ describeSchema(UpsellOption, () => ({
  id: 'UpsellOption', description: 'A higher vehicle group on offer.',
  fields: {
    groupId: 'Id of the group.',
    groupName: 'Name of the group.',
    groupImageURL: 'Address of a picture; null for none.',
    seats: 'Number of seats.',
    doors: 'Number of doors.',
    fuel: 'Kind of fuel.',
    transmission: 'Manual or automatic.',
    co2: 'Grams of CO2 per kilometre.',
    extras: 'Lines of the reservation with this group.',
    dailyDifference: 'Price more per day, decimal, VAT excluded.',
    dailyDifferenceWithTax: 'Price more per day, decimal, VAT included.',
    totalValue: 'Price more for the rental, decimal, VAT excluded.',
    totalValueWithTax: 'Price more for the rental, decimal, VAT included.',
    finalReservationValue: 'Price of the reservation after the upgrade, decimal, VAT included.',
  },
}))
