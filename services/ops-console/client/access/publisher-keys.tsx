import { revokePublisherKey, type PublisherKeyView } from '@checkin/registry'
import { call } from '../api/client.ts'
import { usePublisherKeys } from '../api/queries.ts'
import { Moment } from '../frame/format.tsx'
import { QueryResult } from '../frame/query-result.tsx'
import { WideTable } from '../frame/tables.tsx'
import { EndButton } from './end-button.tsx'
import { useEnding } from './use-ending.tsx'

/** Which keys sign modules, now and as announced. */
export function PublisherKeys({ mayEnd }: { readonly mayEnd: boolean }) {
  const keys = usePublisherKeys()
  const { end, refusal } = useEnding()
  return (
    <section className="panel">
      <h2>Publishers' keys</h2>
      {refusal}
      <QueryResult query={keys}>
        {(rows) => (
          <WideTable<PublisherKeyView>
            label="Publishers' keys" rowKey={({ module, keyId }) => `${module} ${keyId}`} rows={rows} pagination={false}
            columns={[
              { title: 'Module', dataIndex: 'module' },
              { title: 'Key', dataIndex: 'keyId' },
              { title: 'Since', render: (_, { addedAt, startsAt }) => (startsAt ? <>announced, from <Moment at={startsAt} /></> : <Moment at={addedAt} />) },
              { title: 'By', render: (_, { addedBy, approvedBy }) => `${addedBy}${approvedBy === null ? '' : `, ${approvedBy}`}` },
              { title: 'Counts until', render: (_, { retiresAt }) => (retiresAt === null ? 'it is replaced' : <Moment at={retiresAt} />) },
              {
                title: 'Revoke', render: (_, { module, keyId }) => mayEnd && (
                  <EndButton says="Revoke" what={`${keyId} of ${module}`} onEnd={() => { end(() => call(revokePublisherKey, { params: { module, keyId }, query: {} }), `${keyId} signs nothing of ${module} any more`) }} />
                ),
              },
            ]}
          />
        )}
      </QueryResult>
    </section>
  )
}
