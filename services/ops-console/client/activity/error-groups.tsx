import type { ErrorGroup } from '../api/health.ts'
import { Moment } from '../frame/moment.tsx'
import { Searched } from '../frame/searched.tsx'
import { WideTable } from '../frame/wide-table.tsx'
import { shortName } from '../releases/modules.ts'

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
