import { Alert, Button } from 'antd'
import { PageHead } from '../frame/page-head.tsx'
import { Changes } from './changes.tsx'
import { MailSubscriptions } from './mail-subscriptions.tsx'
import { Plans } from './plans.tsx'
import { addFreeze, liftFreezes } from '@checkin/registry'
import { call } from '../api/client.ts'
import { useChange, useFreezes } from '../api/queries.ts'
import { freezeText } from '../releases/freeze-text.ts'
import { useOperator } from '../api/session.ts'
import { QueryResult } from '../frame/query-result.tsx'
import { Moment } from '../frame/format.tsx'

/** Everything that is under way: changes that wait, staged plans, freezes; and who is mailed of it. */
export function RolloutsPage() {
  return (
    <>
      <PageHead title="Rollouts" lead="Changes that wait, plans that run, times in which nothing changes, and who is told" />
      <Changes />
      <Plans />
      <Freezes />
      <MailSubscriptions />
    </>
  )
}

/** Times in which no release changes. */
export function Freezes() {
  const freezes = useFreezes()
  const change = useChange()
  const role = useOperator().data?.role
  const mayLift = role === 'operator' || role === 'approver'
  const all = freezes.data?.find(({ host }) => host === '*')
  return (
    <section className="panel">
      <h2>Freezes</h2>
      {change.error && <Alert type="error" showIcon role="alert" title={change.error.message} />}
      <QueryResult query={freezes}>
        {(rows) => rows.length === 0 ? <p style={{ margin: 0 }}>Nothing is frozen.</p> : (
          <ul className="attention">
            {rows.map(({ id, host, spec, reason, actor, at }) => (
              <li key={id}>
                <b>{host === '*' ? 'All tenants' : host}</b> {freezeText(spec)}, said <Moment at={at} /> by {actor}{reason && `: ${reason}`}{' '}
                {mayLift && <Button size="small" onClick={() => { change.mutate(() => call(liftFreezes, { body: { host, id } })) }}>Lift</Button>}
              </li>
            ))}
          </ul>
        )}
      </QueryResult>
      {mayLift && !all && <Button style={{ justifySelf: 'start' }} onClick={() => { change.mutate(() => call(addFreeze, { body: { host: '*', reason: 'frozen at the console' } })) }}>Freeze all tenants</Button>}
    </section>
  )
}
