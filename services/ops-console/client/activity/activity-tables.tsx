import type { ErrorGroups as Groups, Health, Live } from '@checkin/telemetry'
import { choiceText, Moment, shortName } from '../frame/format.tsx'
import { Searched, WideTable } from '../frame/tables.tsx'

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
        label="Versions that run" rowKey={({ module, version }) => `${module} ${version}`} size="small" pagination={false} dataSource={[...versions]}
        columns={[
          { title: 'Module', render: (_, { module }) => shortName(module) }, { title: 'Version', dataIndex: 'version' }, { title: 'Page loads, 5 min', dataIndex: 'visits' },
          { title: 'Broken sessions, 1 h', render: (_, row) => broken(row) }, { title: 'Hosts', render: (_, { hosts }) => hosts.join(', ') },
        ]}
      />
      <WideTable<LiveSet>
        label="Sets that run" rowKey={({ host, setId }) => `${host} ${setId}`} size="small" pagination={false} dataSource={[...sets]}
        columns={[{ title: 'Host', dataIndex: 'host' }, { title: 'Set', dataIndex: 'setId' }, { title: 'Page loads, 5 min', dataIndex: 'visits' }, { title: 'Versions', render: (_, { modules }) => choiceText(modules) }]}
      />
    </>
  )
}

interface ErrorGroupsProps { readonly groups: readonly ErrorGroup[] }

/** What went wrong, grouped by version, phase and cause; one box searches all of it. */
export function ErrorGroups({ groups }: ErrorGroupsProps) {
  if (groups.length === 0) return <p style={{ margin: 0 }}>No page reported an error.</p>
  return (
    <Searched label="Search" rows={groups}>
      {(found) => (
        <WideTable<ErrorGroup>
          label="What breaks" rowKey={({ module, version, phase, reason, step }) => [module, version, phase, reason, step].join(' ')} size="small" pagination={{ pageSize: 15, showSizeChanger: false }}
          dataSource={[...found]}
          columns={[
            { title: 'Module', render: (_, { module, version }) => `${shortName(module)} ${version}` }, { title: 'Phase', dataIndex: 'phase' }, { title: 'Cause', dataIndex: 'reason' },
            { title: 'Screen', dataIndex: 'step' }, { title: 'Times', dataIndex: 'count' }, { title: 'Hosts', render: (_, { hosts }) => hosts.join(', ') }, { title: 'Last', render: (_, { lastAt }) => <Moment at={lastAt} /> },
          ]}
        />
      )}
    </Searched>
  )
}

const percent = (part: number, whole: number): string => (whole === 0 ? '–' : `${(part / whole * 100).toFixed(0)} %`)

interface StepResultsProps { readonly steps: readonly StepResult[] }

/** How far sessions came in the last hour, screen by screen. Who neither went on nor saw a failure gave up, or is still there. */
export function StepResults({ steps }: StepResultsProps) {
  if (steps.length === 0) return <p style={{ margin: 0 }}>No page reported a screen in the last hour.</p>
  return (
    <Searched label="Search screens" rows={steps}>
      {(found) => (
        <WideTable<StepResult>
          label="How far they come" rowKey={({ host, module, version, step }) => [host, module, version, step].join(' ')} size="small" pagination={{ pageSize: 15, showSizeChanger: false, hideOnSinglePage: true }} dataSource={[...found]}
          columns={[
            { title: 'Host', dataIndex: 'host' }, { title: 'Module', render: (_, { module, version }) => `${shortName(module)} ${version}` }, { title: 'Screen', dataIndex: 'step' },
            { title: 'Reached', dataIndex: 'reached' }, { title: 'Went on', render: (_, { left, reached }) => `${left} (${percent(left, reached)})` }, { title: 'Failed', dataIndex: 'failed' },
          ]}
        />
      )}
    </Searched>
  )
}

const names: Readonly<Record<string, string>> = { load: 'Load of the module', lcp: 'Largest paint', inp: 'Answer to a touch', cls: 'Layout shift' }
const shown = ({ name, p75 }: Vital): string => (p75 === null ? 'above the last bound' : name === 'cls' ? `≤ ${p75 / 1000}` : `≤ ${p75} ms`)

interface VitalsProps { readonly vitals: readonly Vital[] }

/** 75th percentiles of the last hour, as the upper bound of their bucket. */
export function Vitals({ vitals }: VitalsProps) {
  if (vitals.length === 0) return <p style={{ margin: 0 }}>No page reported times in the last hour.</p>
  return (
    <Searched label="Search times" rows={vitals}>
      {(found) => (
        <WideTable<Vital>
          label="Times" rowKey={({ host, module, version, name }) => [host, module, version, name].join(' ')} size="small" pagination={{ pageSize: 15, showSizeChanger: false }} dataSource={[...found]}
          columns={[
            { title: 'Host', dataIndex: 'host' }, { title: 'Module', render: (_, { module, version }) => `${shortName(module)} ${version}` }, { title: 'Measure', render: (_, { name }) => names[name] ?? name },
            { title: '75 % are', render: (_, row) => shown(row) }, { title: 'Measured', dataIndex: 'count' },
          ]}
        />
      )}
    </Searched>
  )
}
