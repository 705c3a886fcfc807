import { formatMoney, useWords, type Translate } from '@checkin/i18n'
import { Button } from '@checkin/ui/button'
import { Notice } from '@checkin/ui/notice'
import { Actions, Panel, StepBody, StepHeading } from '@checkin/ui/step'
import { useUnit } from 'effector-react'
import type { OfferPrice } from '../../domain/offer-price.ts'
import { PriceText } from '../../price.view.tsx'
import { $offer, $stage, noPressed, yesPressed } from './model.ts'

/** A question with its price beside it; "no" is a button of the same size (OFFERS-01 to OFFERS-04). */
export function AdditionalDriverView() {
  const words = useWords('mfe-offers')
  const { stage, offer } = useUnit({ stage: $stage, offer: $offer })
  const { yes, no } = useUnit({ yes: yesPressed, no: noPressed })
  if (stage === 'waiting') return null
  const heading = offer?.isIncluded ? words('CompleteAdditionalDriver') : words('AddAdditionalDriver')
  return (
    <StepBody>
      <StepHeading eyebrow={words('AddDriver')} title={heading} lead={offer?.isIncluded ? words('Driver.includedLead') : words('Driver.lead')} />
      {stage === 'unpriced' || offer === null
        ? <Notice kind="warn" title={words('Unpriced.title')}>{words('Driver.unpriced')}</Notice>
        : (
          <Panel><DriverPrice offer={offer} words={words} /></Panel>
        )}
      <Actions equal>
        {stage === 'offered' && <Button kind="ghost" action="Yes" onClick={() => yes()}>{words('Yes')}</Button>}
        <Button kind="ghost" action="No" onClick={() => no()}>{words('No')}</Button>
      </Actions>
    </StepBody>
  )
}

export interface DriverPriceProps {
  readonly offer: { readonly price: OfferPrice; readonly isIncluded: boolean; readonly currency: string; readonly days: number }
  readonly words: Translate
}

/** What another driver costs, and when it is charged (OFFERS-02, OFFERS-07). */
export function DriverPrice({ offer: { price, isIncluded, currency, days }, words }: DriverPriceProps) {
  return (
    <>
      <PriceText price={price} currency={currency} days={days} words={words} />
      {!isIncluded && <p className="ck-hint">{words('Driver.charged', { amount: amountOf(price, currency, words('Free')) })}</p>}
    </>
  )
}

/** What is charged in all, for the sentence that says when. */
const amountOf = (price: OfferPrice, currency: string, free: string): string =>
  (price.kind === 'priced' ? formatMoney(price.total ?? price.unit, currency) : free)
