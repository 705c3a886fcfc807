import { Alert, App, Button, Input, Popconfirm, Select } from 'antd'
import { useState } from 'react'
import { addFreeze, killVersion, liftFreezes, resumeRollouts, rollBack, setTenantOptions, TenantGroup, type TenantStatus } from '@checkin/registry'
import { choiceText, shortName } from '@checkin/registry/words'
import { call } from '../api/client.ts'
import { useChange } from '../api/queries.ts'
import { useOperator } from '../api/session.ts'
import { momentText, rolloutText } from '../frame/format.tsx'
import { Freeze } from './freeze.tsx'

/** What a tenant's new sessions get, and what one does about it at night: going back, freezing, killing a version. */
export function TenantNow({ tenant }: { readonly tenant: TenantStatus }) {
  const { message } = App.useApp()
  const operator = useOperator().data
  const mayChange = operator?.role === 'operator'
  const mayKill = (mayChange || operator?.role === 'approver') && operator.hosts === null
  const change = useChange()
  const [reason, setReason] = useState('')
  const { host, revision: ifMatch } = tenant
  const go = (send: () => Promise<unknown>, done: string): void => { change.mutate(send, { onSuccess: () => { void message.success(done) } }) }
  const back = (): void => { go(() => call(rollBack, { params: { host }, body: { reason } }, { ifMatch }), 'New sessions get the former versions') }
  const frozen = tenant.frozen !== null
  const suspended = tenant.rollouts.flatMap(({ id, suspended: of }) => (of ? [{ id, ...of }] : []))
  return (
    <section className="panel" aria-label="Now">
      <h2>Now</h2>
      <p className="num" style={{ margin: 0 }}>Revision {tenant.revision}, set {tenant.setId}: {choiceText(tenant.modules)}</p>
      {tenant.rollouts.map((rollout) => <p key={rollout.id} style={{ margin: 0 }}><span className="pill canary">{rolloutText(rollout)}</span></p>)}
      {suspended.map(({ id, until, reason: cause, percent }) => <Alert key={id} type="warning" showIcon title={`Suspended until ${momentText(until)}, then at ${percent} % again`} description={cause} />)}
      {change.error && <Alert type="error" showIcon role="alert" title={change.error.message} />}
      {(mayChange || mayKill) && <label>Why <Input value={reason} maxLength={500} placeholder="One sentence that the audit keeps" onChange={({ target }) => { setReason(target.value) }} /></label>}
      {mayChange && (
        <div className="actions">
          <Popconfirm title={tenant.rollouts.length > 0 ? 'End the running rollouts?' : 'Give new sessions what they got before?'} onConfirm={back} okText="Go back">
            <Button type="primary" loading={change.isPending}>{tenant.rollouts.length > 0 ? 'End the rollouts' : 'Go back one step'}</Button>
          </Popconfirm>
          {suspended.length > 0 && !frozen && <Button onClick={() => { go(() => call(resumeRollouts, { params: { host }, body: { reason } }, { ifMatch }), 'The rollouts have their share again') }}>Resume now</Button>}
          {frozen && <Button onClick={() => { go(() => call(liftFreezes, { body: { host, reason } }), 'Releases may change again') }}>Lift the freeze</Button>}
        </div>
      )}
      {mayChange && !frozen && <Freeze isBusy={change.isPending} onFreeze={(spec, text) => { go(() => call(addFreeze, { body: { host, spec, reason } }), `Releases stay as they are ${text}`) }} />}
      {mayKill && <Kill tenant={tenant} isBusy={change.isPending} onKill={(name, version) => { go(() => call(killVersion, { params: { name, version }, body: { reason } }), `${shortName(name)} ${version} is withdrawn`) }} />}
    </section>
  )
}

/** Versions that this tenant's sessions get, each of which can be withdrawn for ever and everywhere. */
function Kill({ tenant, isBusy, onKill }: { readonly tenant: TenantStatus; readonly isBusy: boolean; readonly onKill: (name: string, version: string) => void }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const served = [...Object.entries(tenant.modules), ...tenant.rollouts.flatMap(({ modules, settings }) => (settings ? [] : Object.entries(modules)))]
  const [name = '', version = ''] = chosen?.split(' ') ?? []
  return (
    <div className="actions" style={{ alignItems: 'end' }}>
      <label style={{ flex: '1 1 200px' }}>Kill a version
        <Select aria-label="Kill a version" style={{ inlineSize: '100%' }} allowClear placeholder="Which" value={chosen} options={served.map(([module, of]) => ({ value: `${module} ${of}`, label: `${shortName(module)} ${of}` }))} onChange={(value: string | undefined) => { setChosen(value ?? null) }} />
      </label>
      <Popconfirm title={`Withdraw ${shortName(name)} ${version} for ever?`} description="No session of any tenant gets it any more." okText="Kill it" okButtonProps={{ danger: true }} cancelText="Keep it" disabled={chosen === null} onConfirm={() => { onKill(name, version); setChosen(null) }}>
        <Button danger disabled={chosen === null} loading={isBusy}>Kill</Button>
      </Popconfirm>
    </div>
  )
}

/** Groups that a tenant is found by in the list (DEC-220). */
export function TenantGroups({ tenant }: { readonly tenant: TenantStatus }) {
  const { message } = App.useApp()
  const role = useOperator().data?.role
  const change = useChange()
  const [typed, setTyped] = useState<readonly string[]>()
  const groups = typed ?? tenant.groups ?? []
  const isWrong = groups.some((group) => !TenantGroup.safeParse(group).success)
  const save = (): void => {
    change.mutate(() => call(setTenantOptions, { params: { host: tenant.host }, body: { groups: [...groups] } }), { onSuccess: () => { setTyped(undefined); void message.success('Groups are saved') } })
  }
  const mayChange = role === 'operator' || role === 'approver'
  return (
    <section className="panel">
      <h2>Groups</h2>
      {!mayChange && <p>{groups.length === 0 ? 'This tenant is in no group.' : groups.join(', ')}</p>}
      {mayChange && (
        <div className="actions" style={{ alignItems: 'end' }}>
          <Select aria-label="Groups" mode="tags" style={{ flex: '1 1 200px' }} placeholder="pilot, iberia" tokenSeparators={[',', ' ']} value={[...groups]} onChange={(value: string[]) => { setTyped(value) }} />
          <Button disabled={typed === undefined || isWrong} loading={change.isPending} onClick={save}>Save groups</Button>
        </div>
      )}
      {isWrong && <Alert type="warning" showIcon role="alert" title="Small letters, digits and hyphens, a letter first" />}
      {change.error && <Alert type="error" showIcon role="alert" title={change.error.message} />}
    </section>
  )
}
