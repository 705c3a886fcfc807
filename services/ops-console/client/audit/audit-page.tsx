import type { Data } from '@checkin/http'
import type { getAudit } from '@checkin/registry'
import { Alert, Button } from 'antd'
import { useAudit } from '../api/queries.ts'
import { QueryResult } from '../frame/query-result.tsx'
import { Moment } from '../frame/format.tsx'
import { PageHead } from '../frame/page-head.tsx'
import { pagesOf, WideTable } from '../frame/tables.tsx'

type Audit = Data<typeof getAudit>
type Entry = Audit['entries'][number]

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
  const audit = useAudit()
  return (
    <>
      <PageHead
        title="Audit" lead="Who changed what, when and why"
        action={<Button type="primary" disabled={!audit.data} onClick={() => { if (audit.data) download(audit.data) }}>Export</Button>}
      />
      <section className="panel">
        <QueryResult query={audit}>
          {({ firstBroken, entries }) => (
            <>
              {firstBroken === null
                ? <Alert type="success" showIcon title="Every entry is what was written: the chain of hashes is whole" />
                : <Alert type="error" showIcon role="alert" title={`Entry ${firstBroken} is not what was written. Export this list and inform your security team.`} />}
              <WideTable<Entry>
                label="Audit" rowKey="entry" rows={entries} pagination={pagesOf(25)}
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
        </QueryResult>
      </section>
    </>
  )
}
