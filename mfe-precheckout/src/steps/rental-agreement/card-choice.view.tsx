import type { CardOption } from '@checkin/card-fields'
import { CodePanelView } from '@checkin/card-fields/code-panel'
import { CardForm } from '@checkin/card-fields/view'
import type { Translate } from '@checkin/i18n'
import { Notice } from '@checkin/ui/notice'
import { RadioList, type RadioOption } from '@checkin/ui/radio-list'
import { useUnit } from 'effector-react'
import { $isCardMissing, cardForm, cards } from './model.ts'

/** A saved card or a new one; a single way is no choice (PRECHK-11). The code panel opens below what needs it (DEC-77). */
export function CardChoiceView({ words }: { readonly words: Translate }) {
  const { saved, options, choice, missing, client, choose } = useUnit({
    saved: cards.$saved, options: cards.$options, choice: cards.$choice, missing: $isCardMissing, client: cards.$client, choose: cards.chosen,
  })
  if (saved.kind === 'loading') return <p className="ck-hint" role="status">{words('Loading.label')}</p>
  const radio = (option: CardOption): RadioOption => {
    if (option.kind === 'new') return { value: option.value, label: words('NewCard') }
    if (option.kind === 'locked') return { value: option.value, label: words('SavedCard'), note: words('Choice.locked') }
    return { value: option.value, label: <><span className="ck-hidden">{words('SavedCard')}: </span>{option.card.cardFlag} <span className="ck-num">{option.card.creditCardNumber}</span></> }
  }
  return (
    <>
      {saved.kind === 'known' && saved.cards.length === 0 && <CodeDone words={words} />}
      {options.length > 1 && (
        <RadioList
          name="card" legend={words('Choice.legend')} options={options.map(radio)} value={choice?.value ?? null} onChange={choose}
          error={missing ? { key: 'Choice.choose', text: words('Choice.choose') } : null}
        />
      )}
      <CodePanelView panel={cards.panel} words={words} />
      {choice?.kind === 'new' && (client === null ? <Notice kind="warn">{words('Choice.noForm')}</Notice> : <CardForm model={cardForm} client={client} />)}
    </>
  )
}

/** After a code that found no saved card: why only a new one is left. */
function CodeDone({ words }: { readonly words: Translate }) {
  const wasAsked = useUnit(cards.$wasUnlocked)
  return wasAsked ? <p className="ck-hint" role="status">{words('Choice.noneSaved')}</p> : null
}
