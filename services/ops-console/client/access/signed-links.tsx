import { revokeSignedLink, type SignedLinkView } from '@checkin/registry'
import type * as z from 'zod'
import { call } from '../api/client.ts'
import { useSignedLinks } from '../api/queries.ts'
import { Moment } from '../frame/format.tsx'
import { QueryResult } from '../frame/query-result.tsx'
import { pagesOf, WideTable } from '../frame/tables.tsx'
import { EndButton } from './end-button.tsx'
import { useEnding } from './use-ending.tsx'

type Link = z.infer<typeof SignedLinkView>

/** Previews and staff links whose hour has not come. */
export function SignedLinks({ mayEnd }: { readonly mayEnd: boolean }) {
  const links = useSignedLinks()
  const { end, refusal } = useEnding()
  return (
    <section className="panel">
      <h2>Previews and staff links</h2>
      {refusal}
      <QueryResult query={links}>
        {(rows) => (rows.length === 0 ? <p>No link is given out.</p> : (
          <WideTable<Link>
            label="Previews and staff links" rowKey="id" rows={rows} pagination={pagesOf(15)}
            columns={[
              { title: 'Kind', dataIndex: 'kind' },
              { title: 'Tenant', dataIndex: 'host' },
              { title: 'Shows', render: (_, { shows }) => shows.join(', ') || '–' },
              { title: 'By', dataIndex: 'issuer' },
              { title: 'Why', dataIndex: 'reason' },
              { title: 'Ends', render: (_, { expiresAt }) => <Moment at={expiresAt} /> },
              {
                title: 'Revoked', render: (_, { id, host, kind, revokedAt }) => (revokedAt ? <Moment at={revokedAt} /> : mayEnd && (
                  <EndButton says="Revoke" what={`${kind} link ${id} of ${host}`} onEnd={() => { end(() => call(revokeSignedLink, { params: { host, id }, query: {} }), 'The link opens nothing any more') }} />
                )),
              },
            ]}
          />
        ))}
      </QueryResult>
    </section>
  )
}
