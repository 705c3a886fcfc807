import { useErrors, useHealth, useJourneys, useLive } from '../api/queries.ts'
import { QueryResult } from '../frame/query-result.tsx'
import { PageHead } from '../frame/page-head.tsx'
import { ErrorGroups, LiveSessions, StepResults, Vitals } from './activity-tables.tsx'
import { TraceSearch } from './trace-search.tsx'
import { CanaryResults } from './canary-results.tsx'
import { VersionResults } from './version-results.tsx'

/** What renters run right now, how it does, and what breaks: all from reports of real pages. */
export function ActivityPage() {
  const live = useLive()
  const health = useHealth()
  const errors = useErrors()
  const journeys = useJourneys()
  return (
    <>
      <PageHead title="Sessions and errors" lead="What renters run right now, how it does, and what breaks" />
      <section className="panel"><h2>Code for support</h2><TraceSearch /></section>
      <section className="panel"><h2>Running now</h2><QueryResult query={live}>{({ versions, sets }) => <LiveSessions versions={versions} sets={sets} health={health.data} />}</QueryResult></section>
      <section className="panel"><h2>New against old</h2><QueryResult query={health}>{({ verdicts: results }) => <CanaryResults results={results} />}</QueryResult></section>
      <section className="panel"><h2>What versions bring</h2><QueryResult query={journeys}>{(versions) => <VersionResults versions={versions} />}</QueryResult></section>
      <section className="panel"><h2>What breaks</h2><QueryResult query={errors}>{(groups) => <ErrorGroups groups={groups} />}</QueryResult></section>
      <section className="panel"><h2>How far they come</h2><QueryResult query={health}>{({ steps }) => <StepResults steps={steps} />}</QueryResult></section>
      <section className="panel"><h2>Times</h2><QueryResult query={health}>{({ vitals }) => <Vitals vitals={vitals} />}</QueryResult></section>
    </>
  )
}
