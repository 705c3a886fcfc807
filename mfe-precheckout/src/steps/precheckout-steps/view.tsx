import { useWords } from '@checkin/i18n'
import { Button } from '@checkin/ui/button'
import { Actions, StepBody, StepHeading } from '@checkin/ui/step'
import { useUnit } from 'effector-react'
import { StepCardView } from './card.view.tsx'
import { $cards, $isWaiting, cardPressed, continuePressed } from './model.ts'

/** Cards for what may still be added, each with its Done state, and the way on (PRECHK-05). */
export function PrecheckoutStepsView() {
  const words = useWords('mfe-precheckout')
  const { cards, waiting, choose, proceed } = useUnit({ cards: $cards, waiting: $isWaiting, choose: cardPressed, proceed: continuePressed })
  return (
    <StepBody>
      <StepHeading eyebrow={words('Precheckout.eyebrow')} title={words('Steps.title')} lead={words('Steps.lead')} />
      <ul className="ck-offers" aria-label={words('Steps.title')} aria-busy={waiting || undefined}>
        {cards.map((card) => <li key={card.name}><StepCardView card={card} words={words} onChosen={() => choose(card.name)} /></li>)}
      </ul>
      <Actions><Button action="Continue" onClick={() => proceed()}>{words('Continue')}</Button></Actions>
    </StepBody>
  )
}
