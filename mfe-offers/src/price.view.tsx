import { formatMoney, type Translate } from '@checkin/i18n'
import type { OfferPrice } from './domain/offer-price.ts'

export interface PriceTextProps {
  readonly price: OfferPrice
  readonly currency: string
  readonly days: number
  readonly words: Translate
}

/** A price in words: one amount and what it is for, the total below it; or why there is none (OFFERS-02, OFFERS-13, OFFERS-21). */
export function PriceText({ price, currency, days, words }: PriceTextProps) {
  if (price.kind === 'hidden') return null
  if (price.kind !== 'priced') return <p className="ck-offer-price"><b>{words({ prepaid: 'PrePaid', included: 'Included', free: 'Free' }[price.kind])}</b></p>
  const unit = formatMoney(price.unit, currency)
  const per = price.per === 'rental' ? words('PerRental') : words('PerDay')
  return (
    <p className="ck-offer-price">
      <span><b>{unit}</b> {per}</span>
      {price.total !== null && <span>{words('Price.total', { amount: formatMoney(price.total, currency), days: daysText(words, days) })}</span>}
      <small className="ck-hint">{words('Price.tax')}</small>
    </p>
  )
}

/** The number of days in words; one day has words of its own. */
export const daysText = (words: Translate, days: number): string => (days === 1 ? words('OneDay') : words('NumberOfDays', { count: days }))
