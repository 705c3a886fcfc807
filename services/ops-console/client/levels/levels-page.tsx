import { Select } from 'antd'
import { useId, useState } from 'react'
import type { ServiceLevels } from '@checkin/registry'
import { useServiceLevels } from '../api/queries.ts'
import { QueryResult } from '../frame/query-result.tsx'
import { PageHead } from '../frame/page-head.tsx'
import { atMost, LevelCards, percent } from './level-cards.tsx'
import { Moment } from '../frame/format.tsx'
import { WideTable } from '../frame/tables.tsx'

const spans = [{ value: 60, label: 'the last hour' }, { value: 360, label: 'the last 6 hours' }, { value: 1440, label: 'the last day' }, { value: 10_080, label: 'the last week' }]

/** What the site servers promise to renters and operators, and what they keep. */
export function LevelsPage() {
  const field = useId()
  const [minutes, setMinutes] = useState(360)
  const levels = useServiceLevels(minutes)
  return (
    <>
      <PageHead title="Service levels" lead="What the site servers promise, and what they keep; all servers and tenants together" />
      <div><label htmlFor={field}>Counted over</label> <Select<number> id={field} value={minutes} options={spans} onChange={setMinutes} style={{ minWidth: 180 }} /></div>
      <QueryResult query={levels}>
        {(answer) => (
          <>
            {answer.expired > 0 && <p role="alert">Site servers said that what they know of releases has expired: a kill or a change does not reach them. Look for who is between them and the registry, and at the clocks.</p>}
            <LevelCards levels={answer} />
            <section className="panel"><h2>Course</h2><Course levels={answer} /></section>
          </>
        )}
      </QueryResult>
    </>
  )
}

const missed = (met: boolean | null, text: string) => (met === false ? <span className="pill back">{text}</span> : text)

/** How it went, newest first; what missed its target stands out. */
export function Course({ levels: { course, bounds, partMinutes } }: { readonly levels: ServiceLevels }) {
  if (course.length === 0) return <p>No site server reported in this time.</p>
  return (
    <WideTable<ServiceLevels['course'][number]>
      label={`Course in parts of ${partMinutes} minutes`} rowKey="from" pagination={false} rows={[...course].reverse()}
      columns={[
        { title: `${partMinutes} min from`, render: (_, { from }) => <Moment at={from} /> },
        { title: 'Pages', render: (_, { availability: { good, failed } }) => good + failed },
        { title: 'Answered well', render: (_, { availability: { met, share } }) => missed(met, percent(share)) },
        { title: 'Choosing a set, 99 %', render: (_, { resolve }) => missed(resolve.met, atMost(resolve, resolve.p99, bounds.resolve)) },
        { title: 'Changes', render: (_, { propagation: { count } }) => count },
        { title: 'In use, 99 %', render: (_, { propagation }) => missed(propagation.met, atMost(propagation, propagation.p99, bounds.propagation)) },
      ]}
    />
  )
}
