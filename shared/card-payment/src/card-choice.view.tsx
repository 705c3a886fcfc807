import type { Translate } from '@checkin/i18n'
import { Button } from '@checkin/ui/button'
import type { FieldError } from '@checkin/ui/field'
import { RadioList, type RadioOption } from '@checkin/ui/radio-list'
import { useUnit } from 'effector-react'
import { useDeferredValue, type ReactNode } from 'react'
import type { CardClient, CardFormModel } from './card-form.ts'
import { CardForm } from './card-form.view.tsx'
import { CodePanelView } from './code-panel.view.tsx'
import type { CardChoice, CardOption } from './saved-cards.ts'

export interface CardChoiceViewProps {
  readonly cards: CardChoice
  readonly form: CardFormModel
  readonly client: CardClient | null
  /** Name of the list, and the first part of its messages' keys. */
  readonly name: string
  readonly messages: string
  readonly error?: FieldError | null
  /** In place of the form where the gateway lacks a script or a key. */
  readonly noForm?: ReactNode
  readonly words: Translate
}

/** A saved card or a new one; a single way is no choice (PAY-28, PRECHK-11). The code panel opens below what needs it (DEC-77). */
export function CardChoiceView({ cards, form, client, name, messages, error = null, noForm, words }: CardChoiceViewProps) {
  const { options, choice, isNoneSaved, choose, forget, forgetting } = useUnit({ forget: cards.forgetPressed, forgetting: cards.$forgetting, options: cards.$options, choice: cards.$choice, isNoneSaved: cards.$isNoneSaved, choose: cards.chosen })
  // The press is answered by the list; the fields of a new card, each a page of the provider's, are rendered after it (DEC-305).
  const isNew = useDeferredValue(choice?.kind === 'new')
  const radio = (option: CardOption): RadioOption => {
    switch (option.kind) {
      case 'new': return { value: option.value, label: words('NewCard') }
      case 'locked': return { value: option.value, label: words('SavedCard'), note: words(`${messages}.locked`) }
      case 'saved': return { value: option.value, label: `${option.card.cardFlag} ${option.card.creditCardNumber}`, note: words('SavedCard') }
    }
  }
  return (
    <>
      {isNoneSaved && <p className="ck-hint" role="status">{words(`${messages}.noneSaved`)}</p>}
      {options.length > 1 && <RadioList name={name} legend={words(`${messages}.legend`)} options={options.map(radio)} value={choice?.value ?? null} onChange={choose} error={error} />}
      {cards.canForget && choice?.kind === 'saved' && <div><Button kind="plain" action={`${messages}.forget`} onClick={() => forget()}>{words(`${messages}.forget`)}</Button></div>}
      {forgetting !== 'none' && <p className="ck-hint" role="status" data-note={`card-${forgetting}`}>{words(forgetting === 'kept' ? `${messages}.kept` : `${messages}.forgotten`)}</p>}
      <CodePanelView panel={cards.panel} words={words} />
      {choice?.kind === 'new' && isNew && (client === null ? noForm : <CardForm model={form} client={client} />)}
    </>
  )
}
