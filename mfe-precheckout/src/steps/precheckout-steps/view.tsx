import { useWords, type Translate } from '@checkin/i18n'
import { Button } from '@checkin/ui/button'
import { Actions, StepBody, StepHeading } from '@checkin/ui/step'
import { useUnit } from 'effector-react'
import type { StepCard } from '../../domain/step-cards.ts'
import { Tick } from '../../icons.view.tsx'
import { $cards, $isWaiting, cardPressed, continuePressed } from './model.ts'
import styles from './view.module.css'

/** Cards for what may still be added, each with its Done state, and the way on (PRECHK-05). */
export function PrecheckoutStepsView() {
  const words = useWords('mfe-precheckout')
  const { cards, waiting, choose, proceed } = useUnit({ cards: $cards, waiting: $isWaiting, choose: cardPressed, proceed: continuePressed })
  return (
    <StepBody>
      <StepHeading eyebrow={words('Precheckout.eyebrow')} title={words('Steps.title')} lead={words('Steps.lead')} />
      <ul className="ck-offers" aria-label={words('Steps.title')} aria-busy={waiting || undefined}>
        {cards.map((card) => <li key={card.name}><Card card={card} words={words} onChosen={() => choose(card.name)} /></li>)}
      </ul>
      <Actions><Button action="Continue" onClick={() => proceed()}>{words('Continue')}</Button></Actions>
    </StepBody>
  )
}

interface CardProps {
  readonly card: StepCard
  readonly words: Translate
  readonly onChosen: () => void
}

/** One thing that may be added; done, it says so and keeps its place. */
function Card({ card: { name, isDone, canOpen }, words, onChosen }: CardProps) {
  return (
    <article className={`ck-offer ${styles['card'] ?? ''}`} data-step={name} data-chosen={isDone ? '' : undefined}>
      <div>
        <h2>{words(name)}</h2>
        <p>{words(isDone ? `Steps.${name}.done` : `Steps.${name}.lead`)}</p>
      </div>
      <div className="ck-offer-foot">
        {isDone && <span className="ck-chip" data-done=""><Tick />{words('Done')}</span>}
        {canOpen && <Button kind="soft" action={name} onClick={onChosen}>{words(isDone ? 'Steps.change' : 'Steps.open')}<span className="ck-hidden">: {words(name)}</span></Button>}
      </div>
    </article>
  )
}
