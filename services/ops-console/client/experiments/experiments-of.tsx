import { Link } from 'react-router'
import { useExperiments } from '../api/queries.ts'
import { armsText } from './experiment-text.ts'

/** A line for each experiment that runs on a host: what its sessions get is not one thing for all meanwhile. */
export function ExperimentsOf({ host }: { readonly host: string }) {
  const running = useExperiments().data?.filter((each) => each.host === host && each.state.state === 'running') ?? []
  if (running.length === 0) return null
  return (
    <section className="panel" aria-label="Running experiments">
      {running.map((each) => <p key={each.id} style={{ margin: 0 }}>An experiment runs: <Link to={`/experiments/${each.id}`}>{each.name}</Link>, {armsText(each)} for {each.percent} % of new sessions</p>)}
    </section>
  )
}
