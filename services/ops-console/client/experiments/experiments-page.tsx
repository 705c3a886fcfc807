import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { useExperiments } from '../api/queries.ts'
import { useOperator } from '../api/session.ts'
import { PageHead } from '../frame/page-head.tsx'
import { Paged } from '../frame/paged.tsx'
import { QueryResult } from '../frame/query-result.tsx'
import { ExperimentDrawer } from './experiment-drawer.tsx'
import { armsText, metricNames, resultText, stateName } from './experiment-text.ts'

/** Experiments, newest first: two versions or settings beside each other on one host, compared by what was said beforehand (DEC-357, DEC-361). */
export function ExperimentsPage() {
  const experiments = useExperiments()
  const mayChange = useOperator().data?.role === 'operator'
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <PageHead title="Experiments" lead="Two versions, or two settings, beside each other on one host, compared by what was said beforehand" {...(mayChange && { action: <Button type="primary" onClick={() => { setIsOpen(true) }}>Plan an experiment</Button> })} />
      {isOpen && <ExperimentDrawer onClose={() => { setIsOpen(false) }} />}
      <section className="panel" aria-label="All experiments">
        <h2>All experiments</h2>
        <QueryResult query={experiments}>
          {(rows) => rows.length === 0 ? <p style={{ margin: 0 }}>No experiment yet.</p> : (
            <Paged rows={rows}>
              {(shown) => (
                <ul className="rows">
                  {shown.map((each) => (
                    <li key={each.id} data-experiment={each.id}>
                      <p><Link to={`/experiments/${each.id}`}>{each.name}</Link> <span className={each.state.state === 'running' ? 'pill new' : 'pill'}>{stateName(each.state)}</span></p>
                      <p>{each.host}: {armsText(each)} for {each.percent} % of new sessions, by: {metricNames[each.metric.kind]}. {resultText(each)}</p>
                    </li>
                  ))}
                </ul>
              )}
            </Paged>
          )}
        </QueryResult>
      </section>
    </>
  )
}
