import { Alert, App, Button, Tag } from 'antd'
import { approveChange, rejectChange, type ChangeView } from '@checkin/registry'
import { changeText, needsText } from '@checkin/registry/words'
import { call } from '../api/client.ts'
import { useChange, useChanges } from '../api/queries.ts'
import { useOperator } from '../api/session.ts'
import { QueryResult } from '../frame/query-result.tsx'
import { Moment } from '../frame/format.tsx'

/** Changes that wait for a second person or for their hour come first; the latest of the others follow. */
export function Changes() {
  const changes = useChanges()
  const operator = useOperator()
  return (
    <section className="panel">
      <h2>Changes</h2>
      <QueryResult query={changes}>
        {(rows) => {
          const open = rows.filter(({ state }) => state === 'waiting' || state === 'scheduled')
          const done = rows.filter((row) => !open.includes(row)).slice(0, 10)
          return (
            <>
              {open.length === 0 && <p style={{ margin: 0 }}>No change waits.</p>}
              {[...open, ...done].map((change) => <ChangeRow key={change.id} change={change} role={operator.data?.role ?? 'viewer'} self={operator.data?.label ?? ''} />)}
            </>
          )
        }}
      </QueryResult>
    </section>
  )
}

/** Changes of one tenant that wait for somebody or for their hour; nothing where none does. */
export function ChangesOf({ host }: { readonly host: string }) {
  const changes = useChanges()
  const operator = useOperator()
  const open = (changes.data ?? []).filter(({ state, hosts }) => (state === 'waiting' || state === 'scheduled') && hosts.some((each) => each.host === host))
  if (open.length === 0) return null
  return (
    <section className="panel">
      <h2>Waits</h2>
      {open.map((change) => <ChangeRow key={change.id} change={change} role={operator.data?.role ?? 'viewer'} self={operator.data?.label ?? ''} />)}
    </section>
  )
}

function ChangeRow({ change, role, self }: { readonly change: ChangeView; readonly role: string; readonly self: string }) {
  const { message } = App.useApp()
  const decision = useChange()
  const isOpen = change.state === 'waiting' || change.state === 'scheduled'
  const decide = (endpoint: typeof approveChange | typeof rejectChange, done: string): void => {
    decision.mutate(() => call(endpoint, { params: { id: change.id }, body: {} }), { onSuccess: () => { void message.success(done) } })
  }
  return (
    <article data-change={change.id} style={{ borderBlockStart: '1px solid var(--line)', paddingBlockStart: 10, display: 'grid', gap: 6 }}>
      <div>
        <b>Change {change.id}</b> <Tag>{change.state}</Tag> {changeText(change)}
      </div>
      <div>{change.proposedBy}, <Moment at={change.proposedAt} />: {change.reason || 'no reason given'}{change.decidedBy !== null && `; decided by ${change.decidedBy}`}</div>
      {change.state === 'waiting' && change.needs.length > 0 && <div>Waits for a second person because {needsText(change)}.</div>}
      {decision.error && <Alert type="error" showIcon role="alert" title={decision.error.message} />}
      {isOpen && (
        <div style={{ display: 'flex', gap: 10 }}>
          {role === 'approver' && change.proposedBy !== self && change.state === 'waiting' && <Button type="primary" loading={decision.isPending} onClick={() => { decide(approveChange, 'Approved') }}>Approve</Button>}
          {(role === 'approver' || role === 'operator') && <Button onClick={() => { decide(rejectChange, 'Rejected') }}>Reject</Button>}
        </div>
      )}
    </article>
  )
}
