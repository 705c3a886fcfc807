import type { LevelPart, ServiceLevels } from '../api/levels.ts'
import { Moment } from '../frame/moment.tsx'
import { WideTable } from '../frame/wide-table.tsx'
import { atMost, percent } from './level-text.ts'

interface CourseProps { readonly levels: ServiceLevels }

const missed = (met: boolean | null, text: string) => (met === false ? <span className="pill back">{text}</span> : text)

/** How it went, newest first; what missed its target stands out. */
export function Course({ levels: { course, bounds, partMinutes } }: CourseProps) {
  if (course.length === 0) return <p>No site server told anything in this time.</p>
  return (
    <WideTable<LevelPart>
      label={`Course in parts of ${partMinutes} minutes`} rowKey="from" size="small" pagination={false} dataSource={[...course].reverse()}
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
