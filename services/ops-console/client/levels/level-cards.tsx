import type { ServiceLevels } from '../api/levels.ts'
import { atMost, percent } from './level-text.ts'

const whole = new Intl.NumberFormat('en-GB')

const verdicts = { met: ['pill new', 'met'], missed: ['pill back', 'not met'], none: ['pill off', 'nothing counted'] } as const
const Verdict = ({ met }: { readonly met: boolean | null }) => {
  const [look, word] = verdicts[met === null ? 'none' : met ? 'met' : 'missed']
  return <span className={look}>{word}</span>
}

interface CardProps { readonly name: string; readonly figure: string; readonly target: string; readonly met: boolean | null; readonly counted: string }

const Card = ({ name, figure, target, met, counted }: CardProps) => (
  <section className="panel level" aria-label={name}>
    <h2>{name}</h2>
    <b className={met === false ? 'num bad' : 'num'}>{figure}</b>
    <p>{target} <Verdict met={met} /></p>
    <p className="legend">{counted}</p>
  </section>
)

interface LevelCardsProps { readonly levels: ServiceLevels }

/** Each figure beside its target, and whether it is met. */
export function LevelCards({ levels: { availability, resolve, propagation, targets, bounds } }: LevelCardsProps) {
  return (
    <div className="levels">
      <Card
        name="Pages answered" figure={percent(availability.share)} target={`Target: ${targets.availability * 100} % good`} met={availability.met}
        counted={`${whole.format(availability.failed)} of ${whole.format(availability.good + availability.failed)} failed`}
      />
      <Card
        name="Choosing a set" figure={atMost(resolve, resolve.p99, bounds.resolve)} target={`Target: 99 % within ${targets.resolve} ms`} met={resolve.met}
        counted={`99 % of ${whole.format(resolve.count)} page loads; half of them ${atMost(resolve, resolve.p50, bounds.resolve)}`}
      />
      <Card
        name="A change is in use" figure={atMost(propagation, propagation.p99, bounds.propagation)} target={`Target: 99 % within ${targets.propagation / 1000} s`} met={propagation.met}
        counted={`99 % of ${whole.format(propagation.count)} changes that servers learned of; half of them ${atMost(propagation, propagation.p50, bounds.propagation)}`}
      />
    </div>
  )
}
