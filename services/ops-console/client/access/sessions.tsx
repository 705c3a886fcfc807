import { Button } from 'antd'
import { endConsoleSession, type ConsoleSessionView } from '@checkin/registry'
import { call } from '../api/client.ts'
import { useConsoleSessions } from '../api/queries.ts'
import { useSignOut } from '../api/session.ts'
import { Moment } from '../frame/format.tsx'
import { QueryResult } from '../frame/query-result.tsx'
import { pagesOf, WideTable } from '../frame/tables.tsx'
import { EndButton } from './end-button.tsx'
import { useEnding } from './use-ending.tsx'

/** Who is signed in here, from which browser; one's own where one may not see others'. */
export function Sessions({ mayEnd }: { readonly mayEnd: boolean }) {
  const sessions = useConsoleSessions()
  const signOut = useSignOut()
  const { end, refusal } = useEnding()
  return (
    <section className="panel">
      <h2>Sessions</h2>
      {refusal}
      <QueryResult query={sessions}>
        {(rows) => (
          <WideTable<ConsoleSessionView>
            label="Sessions" rowKey="id" rows={rows} pagination={pagesOf(15)}
            columns={[
              { title: 'Of', dataIndex: 'label' },
              { title: 'Role', dataIndex: 'role' },
              { title: 'Signed in by', render: (_, { issuer, isConfirmed }) => issuer ?? (isConfirmed ? 'token and passkey' : 'token') },
              { title: 'Browser', render: (_, { agent, isPresent }) => `${agent}${isPresent ? ' (this one)' : ''}` },
              { title: 'Since', render: (_, { createdAt }) => <Moment at={createdAt} /> },
              { title: 'Active', render: (_, { lastSeenAt }) => <Moment at={lastSeenAt} /> },
              { title: 'Ends', render: (_, { endsAt }) => <Moment at={endsAt} /> },
              {
                title: 'End', render: (_, { id, label, agent, isPresent }) => mayEnd && !isPresent && (
                  <EndButton says="End" what={`session of ${label}, ${agent}`} onEnd={() => { end(() => call(endConsoleSession, { params: { id }, query: {} }), `${label} is signed out there`) }} />
                ),
              },
            ]}
          />
        )}
      </QueryResult>
      <div><Button size="small" loading={signOut.isPending} onClick={() => { signOut.mutate({ everywhere: true }) }}>Sign me out everywhere</Button></div>
    </section>
  )
}
