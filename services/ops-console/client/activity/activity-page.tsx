import { useErrors, useHealth, useLive } from '../api/health.ts'
import { Asked } from '../frame/asked.tsx'
import { PageHead } from '../frame/page-head.tsx'
import { ErrorGroups } from './error-groups.tsx'
import { LiveSessions } from './live-sessions.tsx'
import { StepResults } from './step-results.tsx'
import { TraceSearch } from './trace-search.tsx'
import { Verdicts } from './verdicts.tsx'
import { Vitals } from './vitals.tsx'

/** What renters run right now, how it does, and what breaks: all from reports of real pages. */
export function ActivityPage() {
  const live = useLive()
  const health = useHealth()
  const errors = useErrors()
  return (
    <>
      <PageHead title="Sessions and errors" lead="What renters run right now, how it does, and what breaks" />
      <section className="panel"><h2>Code for support</h2><TraceSearch /></section>
      <section className="panel"><h2>Running now</h2><Asked query={live}>{({ versions, sets }) => <LiveSessions versions={versions} sets={sets} health={health.data} />}</Asked></section>
      <section className="panel"><h2>New against old</h2><Asked query={health}>{({ verdicts }) => <Verdicts verdicts={verdicts} />}</Asked></section>
      <section className="panel"><h2>What breaks</h2><Asked query={errors}>{(groups) => <ErrorGroups groups={groups} />}</Asked></section>
      <section className="panel"><h2>How far they come</h2><Asked query={health}>{({ steps }) => <StepResults steps={steps} />}</Asked></section>
      <section className="panel"><h2>Times</h2><Asked query={health}>{({ vitals }) => <Vitals vitals={vitals} />}</Asked></section>
    </>
  )
}
