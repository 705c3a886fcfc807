import type { ServiceLevels } from '@checkin/registry'
import { whole } from '../frame/format.tsx'

const results = { met: ['pill new', 'met'], missed: ['pill back', 'not met'], none: ['pill off', 'nothing counted'] } as const
const Result = ({ met }: { readonly met: boolean | null }) => {
  const [look, word] = results[met === null ? 'none' : met ? 'met' : 'missed']
  return <span className={look}>{word}</span>
}

interface CardProps { readonly name: string; readonly figure: string; readonly target: string; readonly met: boolean | null; readonly counted: string }

const Card = ({ name, figure, target, met, counted }: CardProps) => (
  <section className="panel level" aria-label={name}>
    <h2>{name}</h2>
    <b className={met === false ? 'num bad' : 'num'}>{figure}</b>
    <p>{target} <Result met={met} /></p>
    <p className="legend">{counted}</p>
  </section>
)

/** Each figure beside its target, and whether it is met. */
export function LevelCards({ levels: { availability, resolve, propagation, targets, bounds } }: { readonly levels: ServiceLevels }) {
  return (
    <div className="levels">
      <Card
        name="Pages answered" figure={percent(availability.share)} target={`Target: ${targets.availability * 100} % good`} met={availability.met}
        counted={availability.good + availability.failed === 0 ? 'No page was asked for' : `${whole.format(availability.failed)} of ${whole.format(availability.good + availability.failed)} failed`}
      />
      <Card
        name="Choosing a set" figure={atMost(resolve, resolve.p99, bounds.resolve)} target={`Target: 99 % within ${targets.resolve} ms`} met={resolve.met}
        counted={resolve.count === 0 ? 'No page was loaded' : `99 % of ${whole.format(resolve.count)} page loads; half of them ${atMost(resolve, resolve.p50, bounds.resolve)}`}
      />
      <Card
        name="A change is in use" figure={atMost(propagation, propagation.p99, bounds.propagation)} target={`Target: 99 % within ${targets.propagation / 1000} s`} met={propagation.met}
        counted={propagation.count === 0 ? 'No server learned of a change' : `99 % of ${whole.format(propagation.count)} changes that servers learned of; half of them ${atMost(propagation, propagation.p50, bounds.propagation)}`}
      />
    </div>
  )
}

/** A percentile as far as its bucket says. */
export const atMost = ({ count }: ServiceLevels['resolve'], bound: number | null, bounds: readonly number[]): string =>
  (count === 0 ? '–' : bound === null ? `> ${bounds.at(-1)} ms` : `≤ ${bound} ms`)

/** A share of answers; never rounded up to a whole that it is not. */
export const percent = (share: number | null): string => (share === null ? '–' : `${(Math.floor(share * 10_000 + 1e-6) / 100).toFixed(2)} %`)
