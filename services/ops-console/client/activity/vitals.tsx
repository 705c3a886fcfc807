import type { Vital } from '../api/health.ts'
import { Searched } from '../frame/searched.tsx'
import { WideTable } from '../frame/wide-table.tsx'
import { shortName } from '../releases/modules.ts'

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
