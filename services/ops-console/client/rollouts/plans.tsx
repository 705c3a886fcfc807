import { Alert, Button, Steps, Tag } from 'antd'
import { abortPlan, pausePlan, resumePlan, type PlanView } from '@checkin/registry'
import { choiceText, waveText } from '@checkin/registry/words'
import { call } from '../api/client.ts'
import { useChange, usePlans } from '../api/queries.ts'
import { useOperator } from '../api/session.ts'
import { QueryResult } from '../frame/query-result.tsx'
import { waveStateText } from './plan-text.ts'

const tone = { running: 'processing', paused: 'warning', halted: 'error', aborted: 'default', done: 'success' } as const

/** Staged rollouts with the step that each is at. */
export function Plans() {
  const plans = usePlans()
  return (
    <section className="panel">
      <h2>Plans</h2>
      <QueryResult query={plans}>{(rows) => rows.length === 0 ? <p style={{ margin: 0 }}>No plan yet. "Roll out a version" under Releases begins one, in steps or in waves.</p> : rows.slice(0, 20).map((plan) => <PlanRow key={plan.id} plan={plan} />)}</QueryResult>
    </section>
  )
}

const waveTone = { 'not-begun': 'default', running: 'processing', done: 'success', 'rolled-back': 'error' } as const

/** The waves of a plan in their order, with how far each is; the steps below are those of the present one. */
const Waves = ({ plan, waves }: { readonly plan: PlanView; readonly waves: NonNullable<PlanView['waves']> }) => (
  <ol aria-label={`Waves of ${plan.name}`} className="attention">
    {waves.map((wave, at) => (
      <li key={at} data-wave={at + 1} {...(at === plan.wave && { 'aria-current': 'step' as const })}>
        Wave {at + 1} <Tag color={waveTone[wave.state]}>{waveStateText(wave.state, plan.state)}</Tag> {waveText(wave)}
      </li>
    ))}
  </ol>
)

function PlanRow({ plan }: { readonly plan: PlanView }) {
  const mayChange = useOperator().data?.role === 'operator'
  const change = useChange()
  const send = (endpoint: typeof pausePlan | typeof resumePlan | typeof abortPlan): void => { change.mutate(() => call(endpoint, { params: { id: plan.id }, body: {} })) }
  const isOver = plan.state === 'aborted' || plan.state === 'done'
  return (
    <article data-plan={plan.id} style={{ borderBlockStart: '1px solid var(--line)', paddingBlockStart: 10, display: 'grid', gap: 8 }}>
      <div><b>{plan.name}</b> <Tag color={tone[plan.state]}>{plan.state}</Tag> {choiceText(plan.modules)} for {plan.waves ? `${plan.hosts.length} tenants in ${plan.waves.length} waves` : plan.hosts.join(', ')}</div>
      {plan.waves && <Waves plan={plan} waves={plan.waves} />}
      <Steps
        size="small" current={Math.max(plan.step, 0)} status={plan.state === 'halted' ? 'error' : plan.state === 'done' ? 'finish' : 'process'}
        items={plan.steps.map(({ percent, dwellMinutes }) => ({ title: `${percent} %`, content: `${dwellMinutes} min` }))}
      />
      {plan.note !== '' && <div>{plan.note}</div>}
      {change.error && <Alert type="error" showIcon role="alert" title={change.error.message} />}
      {mayChange && !isOver && (
        <div style={{ display: 'flex', gap: 10 }}>
          {plan.state === 'running' ? <Button onClick={() => { send(pausePlan) }}>Pause</Button> : <Button onClick={() => { send(resumePlan) }}>Resume</Button>}
          <Button danger onClick={() => { send(abortPlan) }}>Abort</Button>
        </div>
      )}
    </article>
  )
}
