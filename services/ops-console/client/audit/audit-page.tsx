import type { Data } from '@checkin/http'
import type { getAudit } from '@checkin/registry'
import { Alert, Button } from 'antd'
import { useAudit } from '../api/queries.ts'
import { download } from '../frame/download.ts'
import { QueryResult } from '../frame/query-result.tsx'
import { Moment } from '../frame/format.tsx'
import { PageHead } from '../frame/page-head.tsx'
import { WideTable } from '../frame/tables.tsx'

type Entry = Data<typeof getAudit>['entries'][number]

/** Who changed which release, when and why, and whether the chain of entries is whole. */
export function AuditPage() {
  const audit = useAudit()
  const entries = audit.data?.pages.flatMap((page) => page.entries) ?? []
  const firstBroken = audit.data?.pages[0]?.firstBroken ?? null
  return (
    <>
      <PageHead
        title="Audit" lead="Who changed what, when and why"
        action={<Button type="primary" disabled={!audit.data} onClick={() => { download('audit.json', JSON.stringify({ firstBroken, entries }, null, 2)) }}>Export</Button>}
      />
      <section className="panel">
        <QueryResult query={audit}>
          {() => (
            <>
              {firstBroken === null
                ? <Alert type="success" showIcon title="Every entry is what was written: the chain of hashes is whole" />
                : <Alert type="error" showIcon role="alert" title={`Entry ${firstBroken} is not what was written. Export this list and inform your security team.`} />}
              <WideTable<Entry>
                label="Audit" rowKey="entry" rows={entries} pagination={false}
                columns={[
                  { title: 'No', dataIndex: 'entry' },
                  { title: 'When', render: (_, { at }) => <Moment at={at} /> },
                  { title: 'Who', dataIndex: 'actor' },
                  { title: 'What', dataIndex: 'action' },
                  { title: 'Of', dataIndex: 'subject' },
                  { title: 'Why', dataIndex: 'reason' },
                ]}
              />
              {audit.hasNextPage && <Button loading={audit.isFetchingNextPage} onClick={() => { void audit.fetchNextPage() }}>Show older entries</Button>}
            </>
          )}
        </QueryResult>
      </section>
    </>
  )
}
