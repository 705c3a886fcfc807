import { Select } from 'antd'
import { useId, useState } from 'react'
import { useServiceLevels } from '../api/levels.ts'
import { Asked } from '../frame/asked.tsx'
import { PageHead } from '../frame/page-head.tsx'
import { Course } from './course.tsx'
import { LevelCards } from './level-cards.tsx'

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
      <Asked query={levels}>
        {(answer) => (
          <>
            <LevelCards levels={answer} />
            <section className="panel"><h2>Course</h2><Course levels={answer} /></section>
          </>
        )}
      </Asked>
    </>
  )
}
