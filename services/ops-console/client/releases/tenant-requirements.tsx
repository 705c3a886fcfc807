import { Alert, App, Checkbox } from 'antd'
import { setTenantOptions, type TenantStatus } from '@checkin/registry'
import { call } from '../api/client.ts'
import { useChange } from '../api/queries.ts'
import { useOperator } from '../api/session.ts'

const requirements = [
  { name: 'onlyRehearsed', label: 'Sets that passed the release matrix test' },
  { name: 'onlyAttested', label: 'Sets of which a runner attested that they passed it' },
  { name: 'onlyConforming', label: 'Module versions of which a runner attested that they conform' },
] as const

/** What new sets need before this tenant's sessions get them (DEC-260). An operator asks for more, an approver alone ends it: the registry refuses the rest. */
export function TenantRequirements({ tenant }: { readonly tenant: TenantStatus }) {
  const { message } = App.useApp()
  const role = useOperator().data?.role
  const change = useChange()
  const set = (name: (typeof requirements)[number]['name'], wanted: boolean): void => {
    change.mutate(() => call(setTenantOptions, { params: { host: tenant.host }, body: { [name]: wanted } }), { onSuccess: () => { void message.success(wanted ? 'New sets need this from now on' : 'New sets do not need this any more') } })
  }
  return (
    <section className="panel" aria-label="Required of new sets">
      <h2>Required of new sets</h2>
      {requirements.map(({ name, label }) => {
        const isOn = tenant[name] === true
        return <Checkbox key={name} checked={isOn} disabled={change.isPending || !(role === 'approver' || (role === 'operator' && !isOn))} onChange={({ target }) => { set(name, target.checked) }}>{label}</Checkbox>
      })}
      <p className="legend">Going back, withdrawing and automatic rollback never wait for any of them. An approver lifts one.</p>
      {change.error && <Alert type="error" showIcon role="alert" title={change.error.message} />}
    </section>
  )
}
