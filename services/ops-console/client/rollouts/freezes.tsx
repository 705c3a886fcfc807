import { Alert, Button } from 'antd'
import { useAct, useFreezes } from '../api/registry.ts'
import { useOperator } from '../api/session.ts'
import { Asked } from '../frame/asked.tsx'
import { Moment } from '../frame/moment.tsx'

/** Times in which no release changes. */
export function Freezes() {
  const freezes = useFreezes()
  const act = useAct()
  const role = useOperator().data?.role
  const mayLift = role === 'operator' || role === 'approver'
  const all = freezes.data?.find(({ host }) => host === '*')
  return (
    <section className="panel">
      <h2>Freezes</h2>
      {act.error && <Alert type="error" showIcon role="alert" title={act.error.message} />}
      <Asked query={freezes}>
        {(rows) => rows.length === 0 ? <p style={{ margin: 0 }}>Nothing is frozen.</p> : (
          <ul className="attention">
            {rows.map(({ id, host, reason, actor, at }) => (
              <li key={id}>
                <b>{host === '*' ? 'All tenants' : host}</b> since <Moment at={at} /> by {actor}{reason && `: ${reason}`}{' '}
                {mayLift && <Button size="small" onClick={() => { act.mutate({ path: '/freezes/lift', method: 'POST', body: { host, id } }) }}>Lift</Button>}
              </li>
            ))}
          </ul>
        )}
      </Asked>
      {mayLift && !all && <Button style={{ justifySelf: 'start' }} onClick={() => { act.mutate({ path: '/freezes', method: 'POST', body: { host: '*', reason: 'frozen at the console' } }) }}>Freeze all tenants</Button>}
    </section>
  )
}
