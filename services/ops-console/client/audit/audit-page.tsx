import { useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { call } from '../api/call.ts'
import { Asked } from '../frame/asked.tsx'
import { Moment } from '../frame/moment.tsx'
import { PageHead } from '../frame/page-head.tsx'
import { WideTable } from '../frame/wide-table.tsx'

interface Entry {
  readonly entry: number
  readonly at: string
  readonly actor: string
  readonly action: string
  readonly subject: string
  readonly reason: string
  readonly hash: string
}
interface Audit { readonly firstBroken: number | null; readonly entries: readonly Entry[] }

/** Saves what is shown as a file, so that somebody else can check the chain of hashes. */
function download(audit: Audit): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([JSON.stringify(audit, null, 2)], { type: 'application/json' }))
  link.download = 'audit.json'
  link.click()
  URL.revokeObjectURL(link.href)
}

/** Who changed which release, when and why, and whether the chain of entries is whole. */
export function AuditPage() {
  const audit = useQuery({ queryKey: ['audit'], queryFn: () => call<Audit>('/registry/audit?limit=1000') })
  return (
    <>
      <PageHead
        title="Audit" lead="Who changed what, when and why"
        action={<Button type="primary" disabled={!audit.data} onClick={() => { if (audit.data) download(audit.data) }}>Export</Button>}
      />
      <section className="panel">
        <Asked query={audit}>
          {({ firstBroken, entries }) => (
            <>
              {firstBroken === null
                ? <Alert type="success" showIcon title="Every entry is what was written: the chain of hashes is whole" />
                : <Alert type="error" showIcon role="alert" title={`Entry ${firstBroken} is not what was written. Export this list and tell your security team.`} />}
              <WideTable<Entry>
                label="Audit" rowKey="entry" size="small" dataSource={[...entries]} pagination={{ pageSize: 25, showSizeChanger: false }}
                columns={[
                  { title: 'No', dataIndex: 'entry' },
                  { title: 'When', render: (_, { at }) => <Moment at={at} /> },
                  { title: 'Who', dataIndex: 'actor' },
                  { title: 'What', dataIndex: 'action' },
                  { title: 'Of', dataIndex: 'subject' },
                  { title: 'Why', dataIndex: 'reason' },
                ]}
              />
            </>
          )}
        </Asked>
      </section>
    </>
  )
}
