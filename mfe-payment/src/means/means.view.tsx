import type { PaymentGateway } from '@checkin/api'
import type { CardClient } from '@checkin/card-fields'
import { CardForm } from '@checkin/card-fields/view'
import type { Translate } from '@checkin/i18n'
import { Notice } from '@checkin/ui/notice'
import { RadioList } from '@checkin/ui/radio-list'
import { useUnit } from 'effector-react'
import { kindOf } from '../domain/gateways.ts'
import { newCard, type MeansModel } from './means.model.ts'

export interface MeansViewProps {
  readonly model: MeansModel
  readonly methods: readonly PaymentGateway[]
  readonly client: CardClient | null
  readonly isMissing: boolean
  readonly words: Translate
}

/** The ways to pay as a list, and below it what the chosen one needs (PAY-03, PAY-09, PAY-19, PAY-28). */
export function MeansView({ model, methods, client, isMissing, words }: MeansViewProps) {
  const { provider, card, saved } = useUnit({ provider: model.$provider, card: model.$card, saved: model.$saved })
  const { chooseProvider, chooseCard } = useUnit({ chooseProvider: model.providerChosen, chooseCard: model.cardChosen })
  const isCard = kindOf(provider) === 'card'
  const cards = saved.kind === 'listed' ? saved.cards : []
  return (
    <>
      <RadioList
        name="provider" legend={words('Methods.legend')} value={provider} onChange={chooseProvider}
        error={isMissing ? { key: 'SelectPaymentMethod', text: words('SelectPaymentMethod') } : null}
        options={methods.map(({ code }) => {
          const kind = kindOf(code) ?? 'card'
          return { value: code, label: words(`Method.${kind}`), note: words(`Method.${kind}.note`) }
        })}
      />
      {isCard && cards.length > 0 && (
        <RadioList
          name="savedCard" legend={words('Cards.legend')} value={card} onChange={chooseCard}
          options={[
            ...cards.map(({ token, cardFlag, creditCardNumber }) => ({ value: token, label: `${cardFlag} ${creditCardNumber}`, note: words('SavedCard') })),
            { value: newCard, label: words('NewCard') },
          ]}
        />
      )}
      {isCard && card === newCard && client !== null && <CardForm model={model.form} client={client} />}
      {isCard && client === null && <div data-alert-key="SomethingHappened"><Notice kind="danger" live>{words('SomethingHappened', { value: '' })}</Notice></div>}
    </>
  )
}
