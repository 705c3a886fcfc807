import type { Translate } from '@checkin/i18n'
import { Notice } from '@checkin/ui/notice'
import { useUnit } from 'effector-react'
import type { NewCard } from './new-card.model.ts'

export interface NewCardViewProps {
  readonly card: NewCard
  readonly gateway: { readonly code: string }
  readonly words: Translate
}

/** The card form of the provider, or why there is none (PRECHK-27, DEC-92). */
export function NewCardView({ card, words }: NewCardViewProps) {
  const broken = useUnit(card.$isBroken)
  return broken ? <Notice kind="warn" title={words('SomethingHappened', { value: '' })}>{words('Card.broken')}</Notice> : null
}
