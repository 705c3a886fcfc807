import type { Extra } from '@checkin/api'

/** Price of one unit, per day or per rental; `total` is what the server asks for the chosen quantity, null while none is charged. */
export interface UnitPrice {
  readonly unit: number
  readonly per: 'day' | 'rental'
  readonly total: number | null
}

/** What stands where a price would (OFFERS-02, OFFERS-13, OFFERS-20, OFFERS-21). Amounts are decimals with VAT, as the server gave them. */
export type OfferPrice =
  /** A voucher pays it. */
  | { readonly kind: 'prepaid' }
  /** Part of the rental's price already; `further` is what one more of it costs, null where there is no more or the company doesn't show it (DEC-97). */
  | { readonly kind: 'included'; readonly further: UnitPrice | null }
  | { readonly kind: 'free' }
  /** The company doesn't show it. */
  | { readonly kind: 'hidden' }
  | ({ readonly kind: 'priced' } & UnitPrice)

type Priced = Pick<Extra, 'isInvoiceVoucher' | 'isIncluded' | 'showPrice' | 'valueWithTax' | 'totalValue' | 'isValuePerRA' | 'isPercentual' | 'isAcceptQuantity'>

/** Whether the price counts days; where it does not, their number says nothing (OFFERS-13). */
export function isDaily(price: OfferPrice): boolean {
  const unit = price.kind === 'priced' ? price : price.kind === 'included' ? price.further : null
  return unit?.per === 'day'
}

/** The price of a line as the server has it; a percentage of the rental is charged once (P-9). */
export function priceOf(extra: Priced): OfferPrice {
  const price: UnitPrice = {
    unit: extra.valueWithTax, per: extra.isValuePerRA || extra.isPercentual ? 'rental' : 'day',
    total: extra.totalValue === 0 ? null : extra.totalValue,
  }
  if (extra.isInvoiceVoucher) return { kind: 'prepaid' }
  if (extra.isIncluded) return { kind: 'included', further: extra.isAcceptQuantity && extra.showPrice ? price : null }
  if (extra.valueWithTax === 0 && extra.totalValue === 0) return { kind: 'free' }
  if (!extra.showPrice) return { kind: 'hidden' }
  return { kind: 'priced', ...price }
}
