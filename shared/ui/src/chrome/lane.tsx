import { useWords } from '@checkin/i18n'
import { Car, Check } from '../icons/icons.tsx'

/** A stop of the lane that this tenant has, in order. */
export interface LaneStop {
  readonly id: string
  readonly name: string
  /** What is known about the stop, for example who "about you" is. */
  readonly detail?: string | undefined
}

export interface LaneProps {
  readonly stops: readonly LaneStop[]
  /** Position of the stop the renter is at; equal to the number of stops when all is done. */
  readonly current: number
}

const stateOf = (index: number, current: number): 'done' | 'now' | 'later' => (index < current ? 'done' : index === current ? 'now' : 'later')

/** The way through check-in as a road with stops (desktop). */
export function Lane({ stops, current }: LaneProps) {
  const words = useWords()
  return (
    <nav aria-label={words('Lane.label')} className="ck-lane-nav">
      <ol className="ck-lane">
        {stops.map((stop, index) => {
          const state = stateOf(index, current)
          const note = state === 'now' ? words('Lane.step', { step: index + 1, total: stops.length }) : stop.detail
          return (
            <li className="ck-lane-stop" key={stop.id} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
              <span className="ck-lane-mark">{state === 'now' ? <Car /> : state === 'done' ? <Check /> : null}</span>
              <span>
                {stop.name}
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
export function LaneBar({ stops, current }: LaneProps) {
  const words = useWords()
  const at = Math.min(current, stops.length - 1)
  const stop = stops[at]
  if (!stop) return null
  const done = stops.length < 2 ? 1 : Math.min(current, stops.length - 1) / (stops.length - 1)
  return (
    <div className="ck-progress">
      <b>{words('Lane.stepNamed', { step: at + 1, total: stops.length, name: stop.name })}</b>
      <span className="ck-progress-road" aria-hidden="true">
        <i style={{ '--ck-done': `${Math.round(Math.max(done, 0.04) * 100)}%` }} />
      </span>
    </div>
  )
}
