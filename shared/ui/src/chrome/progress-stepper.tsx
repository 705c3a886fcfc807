import { useWords } from '@checkin/i18n'
import { Car, Check } from '../icons/icons.tsx'

/** A step of check-in that this tenant has, in order. */
export interface ProgressStep {
  readonly id: string
  readonly name: string
  /** What is known about the step, for example who "about you" is. */
  readonly detail?: string | undefined
}

export interface ProgressStepperProps {
  readonly steps: readonly ProgressStep[]
  /** Position of the step the renter is at; equal to the number of steps when all is done. */
  readonly current: number
}

const stateOf = (index: number, current: number): 'done' | 'now' | 'later' => (index < current ? 'done' : index === current ? 'now' : 'later')

/** The way through check-in as a road with steps (desktop). */
export function ProgressStepper({ steps, current }: ProgressStepperProps) {
  const words = useWords()
  return (
    <nav aria-label={words('Lane.label')} className="ck-progress-nav">
      <ol className="ck-progress-stepper">
        {steps.map((step, index) => {
          const state = stateOf(index, current)
          const note = state === 'now' ? words('Lane.step', { step: index + 1, total: steps.length }) : step.detail
          return (
            <li className="ck-progress-step" key={step.id} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
              <span className="ck-progress-mark">{state === 'now' ? <Car /> : state === 'done' ? <Check /> : null}</span>
              <span>
                {step.name}
                {state === 'done' && <span className="ck-hidden">, {words('Lane.done')}</span>}
                {note && <small>{note}</small>}
              </span>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

/** The same way as a short stretch of road under the header (mobile). */
export function ProgressBar({ steps, current }: ProgressStepperProps) {
  const words = useWords()
  const at = Math.min(current, steps.length - 1)
  const step = steps[at]
  if (!step) return null
  const done = steps.length < 2 ? 1 : Math.min(current, steps.length - 1) / (steps.length - 1)
  return (
    <div className="ck-progress">
      <b>{words('Lane.stepNamed', { step: at + 1, total: steps.length, name: step.name })}</b>
      <span className="ck-progress-road" aria-hidden="true">
        <i style={{ '--ck-done': `${Math.round(Math.max(done, 0.04) * 100)}%` }} />
      </span>
    </div>
  )
}
