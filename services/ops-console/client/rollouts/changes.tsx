import { Alert, App, Button, Tag } from 'antd'
import { useAct, useChanges, type Change } from '../api/registry.ts'
import { useOperator } from '../api/session.ts'
import { Asked } from '../frame/asked.tsx'
import { Moment } from '../frame/moment.tsx'
import { wishText } from './wish-text.ts'

const needWords: Readonly<Record<string, string>> = { payment: 'it changes the payment module', everyone: 'it changes all tenants', protected: 'the tenant is protected', 'token': 'it gives somebody a token', 'publisher-key': 'it changes who publishes a module' }

/** Changes that wait for a second person or for their hour come first; the latest of the others follow. */
export function Changes() {
  const changes = useChanges()
  const operator = useOperator()
  return (
    <section className="panel">
      <h2>Changes</h2>
      <Asked query={changes}>
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
      </Asked>
    </section>
  )
}

interface ChangeRowProps { readonly change: Change; readonly role: string; readonly self: string }

function ChangeRow({ change, role, self }: ChangeRowProps) {
  const { message } = App.useApp()
  const act = useAct()
  const isOpen = change.state === 'waiting' || change.state === 'scheduled'
  const decide = (verb: 'approve' | 'reject'): void => {
    act.mutate({ path: `/changes/${change.id}/${verb}`, method: 'POST', body: {} }, { onSuccess: () => { void message.success(verb === 'approve' ? 'Approved' : 'Rejected') } })
  }
  return (
    <article data-change={change.id} style={{ borderBlockStart: '1px solid var(--line)', paddingBlockStart: 10, display: 'grid', gap: 6 }}>
      <div>
        <b>Change {change.id}</b> <Tag>{change.state}</Tag> {wishText(change)}
      </div>
      <div>{change.proposedBy}, <Moment at={change.proposedAt} />: {change.reason || 'no reason given'}{change.decidedBy !== null && ` Decided by ${change.decidedBy}.`}</div>
      {change.state === 'waiting' && change.needs.length > 0 && <div>Waits for a second person because {change.needs.map((need) => needWords[need] ?? need).join(' and ')}.</div>}
      {act.error && <Alert type="error" showIcon role="alert" title={act.error.message} />}
      {isOpen && (
        <div style={{ display: 'flex', gap: 10 }}>
          {role === 'approver' && change.proposedBy !== self && change.state === 'waiting' && <Button type="primary" loading={act.isPending} onClick={() => { decide('approve') }}>Approve</Button>}
          {(role === 'approver' || role === 'operator') && <Button onClick={() => { decide('reject') }}>Reject</Button>}
        </div>
      )}
    </article>
  )
}
