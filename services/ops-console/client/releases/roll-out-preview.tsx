import { skipToken, useQuery } from '@tanstack/react-query'
import { Alert, Spin } from 'antd'
import { type ConformanceStatus, dryRun } from '@checkin/registry'
import { shortName } from '@checkin/registry/words'
import { call } from '../api/client.ts'
import { kilobytes } from '../versions/version-text.ts'
import { conformanceSteps, conformanceText, releaseTestText } from './release-matrix-text.ts'
import { releaseChangeOf, type RollOutForm } from './roll-out-form.ts'

/** Which versions lack a runner's word that they conform, and how each gets it. */
const Conformance = ({ status }: { readonly status: ConformanceStatus | undefined }) => (
  <details data-conformance="missing">
    <summary>Conformance: {conformanceText(status)}</summary>
    <p className="legend">A runner, with its key in CHECKIN_RUNNER_KEY:</p>
    <pre>{conformanceSteps(status).join('\n')}</pre>
  </details>
)

/** Who would get what, before anything happens: the registry's own dry run of exactly this change. */
export function RollOutPreview({ form }: { readonly form: Partial<RollOutForm> }) {
  const { module, version, hosts = [], how = 'all', percent = 100, sources = [], steps = '', emergency = false } = form
  const isWhole = module !== undefined && version !== undefined && hosts.length > 0
  const share = how === 'plan' ? { how: 'percent' as const, percent: Number(steps.split(',')[0]) || 1 } : { how, percent, emergency, ...(how === 'percent' && { sources }) }
  const change = isWhole ? releaseChangeOf({ module, version, hosts, ...share }) : null
  const run = useQuery({
    queryKey: ['dry-run', change], refetchInterval: false, retry: false,
    queryFn: change === null ? skipToken : () => call(dryRun, { body: change }),
  })
  if (!change) return <p className="legend">Choose what and for whom: what each host would get is shown here first.</p>
  if (run.error) return <Alert type="error" showIcon role="alert" title={run.error.message} />
  if (!run.data) return <Spin />
  return (
    <div aria-live="polite" data-preview="ready" style={{ display: 'grid', gap: 10 }}>
      {run.data.needsSecondPerson.length > 0 && <Alert type="info" showIcon title="A second person has to approve this" />}
      <div className="scroll">
        <table className="matrix num">
          <caption className="hidden">What each host would get</caption>
          <thead><tr><th>Host</th><th>From</th><th>To</th><th>Size</th><th>Contracts</th></tr></thead>
          <tbody>
            {run.data.hosts.flatMap(({ host, modules, problem, frozen, rehearsal: tested, conformance }) => [
              ...modules.map((each) => (
                <tr key={`${host} ${each.module}`}>
                  <td>{host}</td>
                  <td>{shortName(each.module)} {each.from ?? 'off'}</td>
                  <td><span className={each.percent < 100 ? 'pill canary' : 'pill new'}>{each.to}{sources.length > 0 && how === 'percent' ? ` at ${percent} % of ${sources.join(', ')}` : each.percent < 100 && ` at ${each.percent} %`}</span></td>
                  <td>{each.bytesFrom === null ? '' : `${kilobytes(each.bytesFrom)} to `}{kilobytes(each.bytesTo)}</td>
                  <td>{each.contracts.filter(({ from, to }) => from !== to).map(({ contract, from, to }) => `${contract} ${from ?? 'none'} to ${to ?? 'none'}`).join(', ') || 'unchanged'}</td>
                </tr>
              )),
              ...modules.flatMap(({ module, to, deprecated }) => (deprecated === null ? [] : [<tr key={`${host} ${module} advice`}><td>{host}</td><td colSpan={4}><span className="pill canary">{shortName(module)} {to} is deprecated: {deprecated.reason}{deprecated.instead !== null && `. Take ${deprecated.instead} instead`}</span></td></tr>])),
              ...(tested.state === 'nothing-new' ? [] : [<tr key={`${host} rehearsal`}><td>{host}</td><td colSpan={4}><span data-rehearsal={tested.state}>{releaseTestText(tested, Date.now())}</span></td></tr>]),
              ...(conformanceText(conformance) === '' ? [] : [<tr key={`${host} conformance`}><td>{host}</td><td colSpan={4}><Conformance status={conformance} /></td></tr>]),
              ...(problem ? [<tr key={`${host} problem`}><td>{host}</td><td colSpan={4}><span className="pill back">{problem.title}</span></td></tr>] : []),
              ...(frozen !== null ? [<tr key={`${host} frozen`}><td>{host}</td><td colSpan={4}><span className="pill canary">frozen: {frozen || 'no reason given'}</span></td></tr>] : []),
              ...(modules.length === 0 && !problem ? [<tr key={`${host} same`}><td>{host}</td><td colSpan={4}>gets what it has</td></tr>] : []),
            ])}
          </tbody>
        </table>
      </div>
    </div>
  )
}
