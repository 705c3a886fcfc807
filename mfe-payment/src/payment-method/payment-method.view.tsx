import type { PaymentGateway } from '@checkin/api'
import { kindOf, type CardClient } from '@checkin/card-payment'
import { CardChoiceView } from '@checkin/card-payment/card-choice'
import type { Translate } from '@checkin/i18n'
import { Notice } from '@checkin/ui/notice'
import { RadioList } from '@checkin/ui/radio-list'
import { useUnit } from 'effector-react'
import { useDeferredValue } from 'react'
import type { PaymentMethodModel } from './payment-method.model.ts'

export interface PaymentMethodViewProps {
  readonly model: PaymentMethodModel
  readonly gateways: readonly PaymentGateway[]
  readonly client: CardClient | null
  readonly isMissing: boolean
  readonly words: Translate
}

/** The ways to pay as a list, and below it what the chosen one needs (PAY-03, PAY-09, PAY-19, PAY-28). */
export function PaymentMethodView({ model, gateways, client, isMissing, words }: PaymentMethodViewProps) {
  const { provider, choose } = useUnit({ provider: model.$provider, choose: model.providerChosen })
  // The press is answered by the list; what the way needs is rendered after it (DEC-305).
  const isCard = useDeferredValue(kindOf(provider) === 'card')
  return (
    <>
      <RadioList
        name="provider" legend={words('Methods.legend')} value={provider} onChange={choose}
        error={isMissing ? { key: 'SelectPaymentMethod', text: words('SelectPaymentMethod') } : null}
        options={gateways.map(({ code }) => {
          const name = kindOf(code) === 'device' ? code : kindOf(code) ?? 'card'
          return { value: code, label: words(`Method.${name}`), note: words(`Method.${name}.note`) }
        })}
      />
      {isCard && <CardChoiceView cards={model.cards} form={model.form} client={client} name="savedCard" messages="Cards" words={words} />}
      {isCard && client === null && <div data-alert-key="SomethingHappened"><Notice kind="danger" live>{words('SomethingHappened', { value: '' })}</Notice></div>}
    </>
  )
}
