import { Alert, Button } from 'antd'
import { type ExperimentDetail, startExperiment, stopExperiment } from '@checkin/registry'
import { shortName } from '@checkin/registry/words'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { call } from '../api/client.ts'
import { useChange, useExperiment } from '../api/queries.ts'
import { useOperator } from '../api/session.ts'
import { PageHead } from '../frame/page-head.tsx'
import { QueryResult } from '../frame/query-result.tsx'
import { ExperimentDrawer } from './experiment-drawer.tsx'
import { ExperimentCourse } from './experiment-course.tsx'
import { armName, armsText, armText, effectText, metricNames, resultText, ruleText, stateName } from './experiment-text.ts'

/** One experiment: what was declared, what both versions bring, and the result in words. */
export function ExperimentPage() {
  const { id = '' } = useParams()
  const experiment = useExperiment(id)
  return (
    <>
      <PageHead title={experiment.data?.name ?? 'Experiment'} lead={experiment.data ? `${experiment.data.host}: two ${experiment.data.settings ? 'settings' : 'versions'} of ${shortName(experiment.data.module)} beside each other` : 'Two arms beside each other'} action={<Link to="/experiments">All experiments</Link>} />
      <QueryResult query={experiment}>{(data) => <Experiment experiment={data} />}</QueryResult>
    </>
  )
}

function Experiment({ experiment }: { readonly experiment: ExperimentDetail }) {
  const { metric, figures, state, percent } = experiment
  return (
    <>
      <section className="panel" aria-label="Result">
        <h2>Result <span className={state.state === 'running' ? 'pill new' : 'pill'}>{stateName(state)}</span></h2>
        <p role="status" style={{ margin: 0 }}>{resultText(experiment)}</p>
        {figures && <div className="levels">{(['a', 'b'] as const).map((arm) => <p key={arm} data-arm={arm} style={{ margin: 0 }}><b>{arm.toUpperCase()}: {armName(experiment, arm)}</b><br /><span className="num">{armText(metric, figures[arm])}</span></p>)}</div>}
        <Turns experiment={experiment} />
      </section>
      <section className="panel" aria-label="Declared beforehand">
        <h2>Declared beforehand</h2>
        <ul className="rows">
          <li>Compared: {armsText(experiment)}</li>
          <li>Compared by: {metricNames[metric.kind]}; a difference of {effectText(metric)} is worth knowing</li>
          <li>In B: {percent} % of new sessions</li>
          <li>Ends: {ruleText(experiment)}</li>
          <li>Planned by {experiment.actor}{experiment.reason === '' ? '' : `: ${experiment.reason}`}</li>
        </ul>
      </section>
      <section className="panel" aria-label="Course"><h2>Course</h2><ExperimentCourse experiment={experiment} /></section>
    </>
  )
}

function Turns({ experiment }: { readonly experiment: ExperimentDetail }) {
  const { id, state } = experiment
  const [isChanging, setIsChanging] = useState(false)
  const mayChange = useOperator().data?.role === 'operator'
  const change = useChange()
  const send = (endpoint: typeof startExperiment | typeof stopExperiment): void => { change.mutate(() => call(endpoint, { params: { id }, body: {} })) }
  return (
    <>
      {change.error && <Alert type="error" showIcon role="alert" title={change.error.message} />}
      {isChanging && <ExperimentDrawer planned={experiment} onClose={() => { setIsChanging(false) }} />}
      {mayChange && state.state !== 'ended' && (
        <div style={{ display: 'flex', gap: 10 }}>
          {state.state === 'planned' && state.change === null && <Button type="primary" loading={change.isPending} onClick={() => { send(startExperiment) }}>Start</Button>}
          {state.state === 'planned' && state.change === null && <Button disabled={change.isPending} onClick={() => { setIsChanging(true) }}>Change</Button>}
          <Button danger disabled={change.isPending} onClick={() => { send(stopExperiment) }}>{state.state === 'planned' ? 'Give it up' : 'Stop'}</Button>
        </div>
      )}
    </>
  )
}
