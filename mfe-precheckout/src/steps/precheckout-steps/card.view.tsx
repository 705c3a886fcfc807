import type { Translate } from '@checkin/i18n'
import { Button } from '@checkin/ui/button'
import type { StepCard } from '../../domain/step-cards.ts'
import { Tick } from '../../marks.view.tsx'
import look from './view.module.css'

export interface StepCardViewProps {
  readonly card: StepCard
  readonly words: Translate
  readonly onChosen: () => void
}

/** One thing that may be added; done, it says so and keeps its place. */
export function StepCardView({ card: { name, isDone, canOpen }, words, onChosen }: StepCardViewProps) {
  return (
    <article className={`ck-offer ${look['card'] ?? ''}`} data-step={name} data-chosen={isDone ? '' : undefined}>
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
