import { formatMoney, type Translate } from '@checkin/i18n'
import type { OfferPrice, UnitPrice } from './domain/offer-price.ts'

export interface PriceTextProps {
  readonly price: OfferPrice
  readonly currency: string
  readonly days: number
  readonly words: Translate
}

/** A price in words: one amount and what it is for, below it the total where that is another; or why there is none (OFFERS-02, OFFERS-13, OFFERS-21). */
export function PriceText({ price, currency, days, words }: PriceTextProps) {
  if (price.kind === 'hidden') return null
  const shown = price.kind === 'priced' ? price : price.kind === 'included' ? price.further : null
  const name = price.kind === 'priced' ? null : words({ prepaid: 'PrePaid', included: 'Included', free: 'Free' }[price.kind])
  if (shown === null) return <p className="ck-offer-price"><b>{name}</b></p>
  const [unit, per] = [formatMoney(shown.unit, currency), shown.per === 'rental' ? words('PerRental') : words('PerDay')]
  return (
    <p className="ck-offer-price">
      {name === null ? <span><b>{unit}</b> {per}</span> : <><b>{name}</b><span>{words('Price.further', { amount: unit, per })}</span></>}
      {shown.total !== null && shown.total !== shown.unit && <span>{totalText(shown.total, shown.per)}</span>}
      <small className="ck-hint">{words('Price.tax')}</small>
    </p>
  )

  function totalText(total: number, of: UnitPrice['per']): string {
    const amount = formatMoney(total, currency)
    return of === 'day' ? words('Price.total', { amount, days: daysText(words, days) }) : words('Price.totalOfRental', { amount })
  }
}

/** The number of days in words; one day has words of its own. */
export const daysText = (words: Translate, days: number): string => (days === 1 ? words('OneDay') : words('NumberOfDays', { count: days }))
