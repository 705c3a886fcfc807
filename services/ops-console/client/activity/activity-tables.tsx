import { Link } from 'react-router'
import type { ErrorGroups as Groups, Health, Live } from '@checkin/telemetry'
import { choiceText, shortName } from '@checkin/registry/words'
import { Moment } from '../frame/format.tsx'
import { pagesOf, SearchedTable, WideTable } from '../frame/tables.tsx'

type ErrorGroup = Groups['groups'][number]
type LiveSet = Live['sets'][number]
type LiveVersion = Live['versions'][number]
type StepResult = Health['steps'][number]
type Vital = Health['vitals'][number]

interface LiveSessionsProps { readonly versions: readonly LiveVersion[]; readonly sets: readonly LiveSet[]; readonly health: Health | undefined }

/** Page loads of the last five minutes by module version, and by the exact set: a support number leads to a set, a set to a preview. */
export function LiveSessions({ versions, sets, health }: LiveSessionsProps) {
  const broken = ({ module, version }: LiveVersion): string => {
    const of = (health?.versions ?? []).filter((each) => each.module === module && each.version === version)
    const sessions = of.reduce((sum, each) => sum + each.sessions, 0)
    const bad = of.reduce((sum, each) => sum + each.bad, 0)
    return sessions === 0 ? '–' : `${bad} of ${sessions} (${(bad / sessions * 100).toFixed(1)} %)`
  }
  if (versions.length === 0) return <p style={{ margin: 0 }}>No page was opened in the last five minutes.</p>
  return (
    <>
      <WideTable<LiveVersion>
        label="Versions that run" rowKey={({ module, version }) => `${module} ${version}`} pagination={false} rows={versions}
        columns={[
          { title: 'Module', render: (_, { module }) => shortName(module) }, { title: 'Version', dataIndex: 'version' }, { title: 'Page loads, 5 min', dataIndex: 'visits' },
          { title: 'Broken sessions, 1 h', render: (_, row) => broken(row) }, { title: 'Hosts', render: (_, { hosts }) => hosts.join(', ') },
        ]}
      />
      <WideTable<LiveSet>
        label="Sets that run" rowKey={({ host, setId }) => `${host} ${setId}`} pagination={false} rows={sets}
        columns={[{ title: 'Host', dataIndex: 'host' }, { title: 'Set', dataIndex: 'setId' }, { title: 'Page loads, 5 min', dataIndex: 'visits' }, { title: 'Versions', render: (_, { modules }) => choiceText(modules) }]}
      />
    </>
  )
}

const moduleVersion = (_: unknown, { module, version }: { readonly module: string; readonly version: string }): string => `${shortName(module)} ${version}`

/** What went wrong, grouped by version, phase and cause; one box searches all of it. */
export const ErrorGroups = ({ groups }: { readonly groups: readonly ErrorGroup[] }) => (
  <SearchedTable<ErrorGroup>
    label="What breaks" search="Search" empty="No page reported an error." rows={groups}
    rowKey={({ module, version, phase, reason, step }) => [module, version, phase, reason, step].join(' ')}
    columns={[
      { title: 'Module', render: (_, row) => <Link to={`/versions/${row.module}/${row.version}`}>{moduleVersion(_, row)}</Link> }, { title: 'Phase', dataIndex: 'phase' }, { title: 'Cause', dataIndex: 'reason' },
      { title: 'Screen', dataIndex: 'step' }, { title: 'Times', dataIndex: 'count' }, { title: 'Hosts', render: (_, { hosts }) => hosts.join(', ') }, { title: 'Last', render: (_, { lastAt }) => <Moment at={lastAt} /> },
    ]}
  />
)

const percent = (part: number, whole: number): string => (whole === 0 ? '–' : `${(part / whole * 100).toFixed(0)} %`)

/** How far sessions came in the last hour, screen by screen. Who neither went on nor saw a failure gave up, or is still there. */
export const StepResults = ({ steps }: { readonly steps: readonly StepResult[] }) => (
  <SearchedTable<StepResult>
    label="How far they come" search="Search screens" empty="No page reported a screen in the last hour." rows={steps}
    rowKey={({ host, module, version, step }) => [host, module, version, step].join(' ')} pagination={pagesOf(15)}
    columns={[
      { title: 'Host', dataIndex: 'host' }, { title: 'Module', render: moduleVersion }, { title: 'Screen', dataIndex: 'step' },
      { title: 'Reached', dataIndex: 'reached' }, { title: 'Went on', render: (_, { left, reached }) => `${left} (${percent(left, reached)})` }, { title: 'Failed', dataIndex: 'failed' },
    ]}
  />
)

const names: Readonly<Record<string, string>> = { load: 'Load of the module', lcp: 'Largest paint', inp: 'Answer to a touch', cls: 'Layout shift' }
const shown = ({ name, p75 }: Vital): string => (p75 === null ? 'above the last bound' : name === 'cls' ? `≤ ${p75 / 1000}` : `≤ ${p75} ms`)

/** 75th percentiles of the last hour, as the upper bound of their bucket. */
export const Vitals = ({ vitals }: { readonly vitals: readonly Vital[] }) => (
  <SearchedTable<Vital>
    label="Times" search="Search times" empty="No page reported times in the last hour." rows={vitals}
    rowKey={({ host, module, version, name }) => [host, module, version, name].join(' ')}
    columns={[
      { title: 'Host', dataIndex: 'host' }, { title: 'Module', render: moduleVersion }, { title: 'Measure', render: (_, { name }) => names[name] ?? name },
      { title: '75 % are', render: (_, row) => shown(row) }, { title: 'Measured', dataIndex: 'count' },
    ]}
  />
)
