import type { PaymentGateway } from '@checkin/api'
import type { CardClient, CardOption } from '@checkin/card-fields'
import { CodePanelView } from '@checkin/card-fields/code-panel'
import { CardForm } from '@checkin/card-fields/view'
import type { Translate } from '@checkin/i18n'
import { Notice } from '@checkin/ui/notice'
import { RadioList, type RadioOption } from '@checkin/ui/radio-list'
import { useUnit } from 'effector-react'
import { kindOf } from '../domain/gateways.ts'
import type { MeansModel } from './means.model.ts'

export interface MeansViewProps {
  readonly model: MeansModel
  readonly methods: readonly PaymentGateway[]
  readonly client: CardClient | null
  readonly isMissing: boolean
  readonly words: Translate
}

/** The ways to pay as a list, and below it what the chosen one needs (PAY-03, PAY-09, PAY-19, PAY-28). */
export function MeansView({ model, methods, client, isMissing, words }: MeansViewProps) {
  const { provider, options, choice, isNoneSaved } = useUnit({ provider: model.$provider, options: model.$options, choice: model.$choice, isNoneSaved: model.$isNoneSaved })
  const { chooseProvider, chooseCard } = useUnit({ chooseProvider: model.providerChosen, chooseCard: model.cardChosen })
  const isCard = kindOf(provider) === 'card'
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
      {isCard && isNoneSaved && <p className="ck-hint" role="status">{words('Cards.noneSaved')}</p>}
      {isCard && options.length > 1 && (
        <RadioList name="savedCard" legend={words('Cards.legend')} value={choice.value} onChange={chooseCard} options={options.map((option) => radio(option, words))} />
      )}
      {isCard && <CodePanelView panel={model.panel} words={words} />}
      {isCard && choice.kind === 'new' && client !== null && <CardForm model={model.form} client={client} />}
      {isCard && client === null && <div data-alert-key="SomethingHappened"><Notice kind="danger" live>{words('SomethingHappened', { value: '' })}</Notice></div>}
    </>
  )
}

function radio(option: CardOption, words: Translate): RadioOption {
  switch (option.kind) {
    case 'new': return { value: option.value, label: words('NewCard') }
    case 'locked': return { value: option.value, label: words('SavedCard'), note: words('Cards.locked') }
    case 'saved': return { value: option.value, label: `${option.card.cardFlag} ${option.card.creditCardNumber}`, note: words('SavedCard') }
  }
}
