import type { Health, LiveSet, LiveVersion } from '../api/health.ts'
import { choiceText, shortName } from '../releases/modules.ts'
import { WideTable } from '../frame/wide-table.tsx'

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
