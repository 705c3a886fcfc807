import { extraFlags, type CashierBlock, type Extra, type ExtraFlag, type ExtrasSummary, type InvoiceBlock, type UpsellOption } from '../entities/extra.schema.ts'

const noFlags = Object.fromEntries(extraFlags.map((flag) => [flag, false])) as Record<ExtraFlag, boolean>

/** A child seat, 10.00 with VAT per day. */
export const anExtra = (change: Partial<Extra> = {}): Extra => ({
  ...noFlags, ratePeriodType: 'other', extraID: 'SEAT', description: 'Child seat', value: 8.13, additionalDayValue: null, originalDayValue: null, rateValue: null,
  extraRateValue: null, minValue: null, maxValue: null, extraPerValue: null, bottomLineValue: null, taxRate: 23, taxID: null, quantity: 1, unitsNr: 1, totalValue: 10,
  valueWithTax: 10, category: 'equipment', observations: null, orderToShow: 1, showPrice: true, acceptedDate: null, salePerformedBy: null, salePerformedOn: null,
  kmsFree: null, kmsPlafondQuantity: null, youngDriverMinAge: null, youngDriverMaxAge: null, event: null, isAvailableOnEC: true, ...change,
})

const nothing: InvoiceBlock = {
  nrDays: 5, valueWithoutTax: 0, valueWithoutTaxWithoutDiscount: 0, valueTax: 0, valueTaxWithoutDiscount: 0, previewValue: 0, previewValueWithoutDiscount: 0, discountValue: 0,
}

/** Worked example E1 of docs/spec/pricing.md: five days, 279.55 in all, 100.00 paid. */
const cashier: CashierBlock = {
  ...nothing, valueWithoutTax: 227.28, valueWithoutTaxWithoutDiscount: 227.28, valueTax: 52.27, valueTaxWithoutDiscount: 52.27,
  previewValue: 279.55, previewValueWithoutDiscount: 279.55, paidValues: 100, pendingValues: 179.55,
}

const lines: readonly Extra[] = [
  anExtra({ ratePeriodType: 'Days', extraID: 'DAYS', description: 'Days', value: 30, valueWithTax: 36.9, totalValue: 184.5, category: null, isAccepted: true, isRequired: true, isAvailableOnEC: false }),
  anExtra({ ratePeriodType: 'Kms', extraID: 'KMS', description: 'Kilometres included', value: 0, valueWithTax: 0, totalValue: 0, category: null, isIncluded: true, isAvailableOnEC: false }),
  anExtra({ extraID: 'SCDW', description: 'Super collision damage waiver', value: 12.2, valueWithTax: 15.01, totalValue: 75.05, category: 'insurances', isSCDW: true, isAccepted: true }),
  anExtra({ quantity: 2, unitsNr: 2, totalValue: 20, isValuePerRA: true, isAcceptQuantity: true, isAccepted: true }),
]

/** Lines and totals of example E1. */
export const aSummary = (change: Partial<ExtrasSummary> = {}): ExtrasSummary => ({
  extras: [...lines], totalKms: 1000, kmsIncludedType: 'Limited', nrDays: 5, dayValue: 36.9, invoice: nothing, cashier, excess: { cdw: 1200, theft: 1200, optional: 250 }, ...change,
})

/** The next higher group, 8.00 a day more with VAT. */
export const anUpgrade = (change: Partial<UpsellOption> = {}): UpsellOption => ({
  groupId: 'C', groupName: 'Compact', groupImageURL: null, seats: 5, doors: 5, fuel: 'Petrol', transmission: 'Automatic', co2: 121,
  extras: [anExtra({ ratePeriodType: 'DaysUpselling', extraID: 'UPGRADE-C', description: 'Upgrade to Compact', value: 6.5, valueWithTax: 8, totalValue: 40, category: null })],
  dailyDifference: 6.5, dailyDifferenceWithTax: 8, totalValue: 32.52, totalValueWithTax: 40, finalReservationValue: 319.55, ...change,
})
