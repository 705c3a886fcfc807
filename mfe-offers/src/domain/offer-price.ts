import type { Extra } from '@checkin/api'

/** What stands where a price would (OFFERS-02, OFFERS-13, OFFERS-20, OFFERS-21). Amounts are decimals with VAT, as the server gave them. */
export type OfferPrice =
  /** A voucher pays it. */
  | { readonly kind: 'prepaid' }
  /** Part of the rental's price already. */
  | { readonly kind: 'included' }
  | { readonly kind: 'free' }
  /** The company doesn't show it. */
  | { readonly kind: 'hidden' }
  /** `unit` is one of it, per day or per rental; `total` what the server asks for the chosen quantity, null while none is chosen. */
  | { readonly kind: 'priced'; readonly unit: number; readonly per: 'day' | 'rental'; readonly total: number | null }

type Priced = Pick<Extra, 'isInvoiceVoucher' | 'isIncluded' | 'showPrice' | 'valueWithTax' | 'totalValue' | 'isValuePerRA' | 'isPercentual'>

/** The price of a line as the server has it; a percentage of the rental is charged once (P-9). */
export function priceOf(extra: Priced): OfferPrice {
  if (extra.isInvoiceVoucher) return { kind: 'prepaid' }
  if (extra.isIncluded) return { kind: 'included' }
  if (extra.valueWithTax === 0 && extra.totalValue === 0) return { kind: 'free' }
  if (!extra.showPrice) return { kind: 'hidden' }
  return {
    kind: 'priced', unit: extra.valueWithTax, per: extra.isValuePerRA || extra.isPercentual ? 'rental' : 'day',
    total: extra.totalValue === 0 ? null : extra.totalValue,
  }
}
