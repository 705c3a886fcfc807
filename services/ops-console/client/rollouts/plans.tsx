import { Alert, Button, Steps, Tag } from 'antd'
import { useAct, usePlans, type Plan } from '../api/registry.ts'
import { useOperator } from '../api/session.ts'
import { Asked } from '../frame/asked.tsx'
import { choiceText } from '../releases/modules.ts'

const tone = { running: 'processing', paused: 'warning', halted: 'error', aborted: 'default', done: 'success' } as const

/** Staged rollouts with the step that each is at. */
export function Plans() {
  const plans = usePlans()
  return (
    <section className="panel">
      <h2>Plans</h2>
      <Asked query={plans}>{(rows) => rows.length === 0 ? <p style={{ margin: 0 }}>No plan yet.</p> : rows.slice(0, 20).map((plan) => <PlanRow key={plan.id} plan={plan} />)}</Asked>
    </section>
  )
}

interface PlanRowProps { readonly plan: Plan }

function PlanRow({ plan }: PlanRowProps) {
  const mayChange = useOperator().data?.role === 'operator'
  const act = useAct()
  const tell = (verb: 'pause' | 'resume' | 'abort'): void => { act.mutate({ path: `/plans/${plan.id}/${verb}`, method: 'POST', body: {} }) }
  const isOver = plan.state === 'aborted' || plan.state === 'done'
  return (
    <article data-plan={plan.id} style={{ borderBlockStart: '1px solid var(--line)', paddingBlockStart: 10, display: 'grid', gap: 8 }}>
      <div><b>{plan.name}</b> <Tag color={tone[plan.state]}>{plan.state}</Tag> {choiceText(plan.modules)} for {plan.hosts.join(', ')}</div>
      <Steps
        size="small" current={Math.max(plan.step, 0)} status={plan.state === 'halted' ? 'error' : plan.state === 'done' ? 'finish' : 'process'}
        items={plan.steps.map(({ percent, dwellMinutes }) => ({ title: `${percent} %`, content: `${dwellMinutes} min` }))}
      />
      {plan.note !== '' && <div>{plan.note}</div>}
      {act.error && <Alert type="error" showIcon role="alert" title={act.error.message} />}
      {mayChange && !isOver && (
        <div style={{ display: 'flex', gap: 10 }}>
          {plan.state === 'running' ? <Button onClick={() => { tell('pause') }}>Pause</Button> : <Button onClick={() => { tell('resume') }}>Resume</Button>}
          <Button danger onClick={() => { tell('abort') }}>Abort</Button>
        </div>
      )}
    </article>
  )
}
