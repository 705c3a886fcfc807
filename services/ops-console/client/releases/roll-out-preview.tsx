import { useQuery } from '@tanstack/react-query'
import { Alert, Spin } from 'antd'
import { call } from '../api/call.ts'
import { shortName } from './modules.ts'
import { rehearsalText, type Rehearsal } from './rehearsal-text.ts'
import { wishOf, type RollOutForm } from './roll-out-form.ts'

interface DryRun {
  readonly needsSecondPerson: readonly string[]
  readonly hosts: readonly {
    readonly host: string
    readonly problem: { readonly code: string; readonly title: string } | null
    readonly frozen: string | null
    readonly rehearsal: Rehearsal
    readonly modules: readonly {
      readonly module: string; readonly from: string | null; readonly to: string; readonly percent: number
      readonly bytesFrom: number | null; readonly bytesTo: number
      readonly contracts: readonly { readonly contract: string; readonly from: string | null; readonly to: string | null }[]
      readonly steps: { readonly added: readonly string[]; readonly removed: readonly string[] }
    }[]
  }[]
}

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`

interface RollOutPreviewProps { readonly form: Partial<RollOutForm> }

/** Who would get what, before anything happens: the registry's own dry run of exactly this change. */
export function RollOutPreview({ form }: RollOutPreviewProps) {
  const { module, version, hosts = [], how = 'all', percent = 100, sources = [], steps = '' } = form
  const isWhole = module !== undefined && version !== undefined && hosts.length > 0
  const wish = isWhole ? wishOf({ module, version, hosts, how: how === 'plan' ? 'percent' : how, percent: how === 'plan' ? Number(steps.split(',')[0]) || 1 : percent, sources: how === 'percent' ? sources : [], steps, dwellMinutes: 1, reason: '' }) : null
  const run = useQuery({
    queryKey: ['dry-run', wish], enabled: wish !== null, refetchInterval: false, retry: false,
    queryFn: () => { const { reason: _reason, ...asked } = wish ?? { reason: '' }; return call<DryRun>('/registry/dry-run', { method: 'POST', body: asked }) },
  })
  if (!wish) return <p className="legend">Choose what and for whom: what each host would get is shown here first.</p>
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
            {run.data.hosts.flatMap(({ host, modules, problem, frozen, rehearsal }) => [
              ...modules.map((each) => (
                <tr key={`${host} ${each.module}`}>
                  <td>{host}</td>
                  <td>{shortName(each.module)} {each.from ?? 'off'}</td>
                  <td><span className={each.percent < 100 ? 'pill canary' : 'pill new'}>{each.to}{sources.length > 0 && how === 'percent' ? ` at ${percent} % of ${sources.join(', ')}` : each.percent < 100 && ` at ${each.percent} %`}</span></td>
                  <td>{each.bytesFrom === null ? '' : `${kilobytes(each.bytesFrom)} to `}{kilobytes(each.bytesTo)}</td>
                  <td>{each.contracts.filter(({ from, to }) => from !== to).map(({ contract, from, to }) => `${contract} ${from ?? 'none'} to ${to ?? 'none'}`).join(', ') || 'unchanged'}</td>
                </tr>
              )),
              ...(rehearsal.state === 'nothing-new' ? [] : [<tr key={`${host} rehearsal`}><td>{host}</td><td colSpan={4}><span data-rehearsal={rehearsal.state}>{rehearsalText(rehearsal, Date.now())}</span></td></tr>]),
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
