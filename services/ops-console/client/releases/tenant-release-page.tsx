import { Alert, App, Button, Input, Popconfirm } from 'antd'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { useAct, useTenantRelease, type Revision, type TenantHistory } from '../api/registry.ts'
import { useOperator } from '../api/session.ts'
import { Asked } from '../frame/asked.tsx'
import { Moment } from '../frame/moment.tsx'
import { PageHead } from '../frame/page-head.tsx'
import { WideTable } from '../frame/wide-table.tsx'
import { choiceText, shortName } from './modules.ts'
import { ModuleSettings } from './module-settings.tsx'
import { Preview } from './preview.tsx'
import { Why } from './why.tsx'

/** One tenant: what its sessions get and why, its history, and the way back. */
export function TenantReleasePage() {
  const { host = '' } = useParams()
  const release = useTenantRelease(host)
  return (
    <>
      <PageHead title={host} lead="What its new sessions get, why, and what they got before" />
      <Asked query={release}>{(tenant) => <TenantRelease tenant={tenant} />}</Asked>
    </>
  )
}

/** What was set at a revision; nothing where everything had its default. */
const settingsText = (settings: Revision['settings']): string => Object.entries(settings)
  .map(([module, values]) => `; ${shortName(module)}: ${Object.entries(values).map(([name, value]) => `${name} ${String(value)}`).join(', ')}`).join('')

interface TenantReleaseProps { readonly tenant: TenantHistory }

function TenantRelease({ tenant }: TenantReleaseProps) {
  const { message } = App.useApp()
  const mayChange = useOperator().data?.role === 'operator'
  const act = useAct()
  const [reason, setReason] = useState('')
  const go = (path: string, body: object, done: string): void => {
    act.mutate({ path, method: 'POST', ifMatch: tenant.revision, body: { ...body, reason } }, { onSuccess: () => { void message.success(done) } })
  }
  const back = (to?: number): void => { go(`/tenants/${tenant.host}/pointer/back`, to === undefined ? {} : { to }, 'New sessions get the former versions') }
  const frozen = tenant.frozen !== null
  return (
    <>
      {frozen && <Alert type="warning" showIcon title={`Frozen: ${tenant.frozen || 'no reason given'}`} description="Going back stays possible." />}
      {act.error && <Alert type="error" showIcon role="alert" title={act.error.message} />}
      <div className="pair">
        <section className="panel" aria-label="Now">
          <h2>Now</h2>
          <p className="num" style={{ margin: 0 }}>Revision {tenant.revision}, set {tenant.setId}: {choiceText(tenant.modules)}</p>
          {tenant.rollouts.map((rollout) => <p key={rollout.id} style={{ margin: 0 }}><span className="pill canary">{choiceText(rollout.modules)} at {rollout.percent} %</span></p>)}
          {mayChange && (
            <>
              <label>Why <Input value={reason} maxLength={500} placeholder="One sentence that the audit keeps" onChange={({ target }) => { setReason(target.value) }} /></label>
              <div style={{ display: 'flex', gap: 10, flexWrap: 'wrap' }}>
                <Popconfirm title={tenant.rollouts.length > 0 ? 'End the running rollouts?' : 'Give new sessions what they got before?'} onConfirm={() => { back() }} okText="Go back">
                  <Button type="primary" loading={act.isPending}>{tenant.rollouts.length > 0 ? 'End the rollouts' : 'Go back one step'}</Button>
                </Popconfirm>
                <Button onClick={() => { go(frozen ? '/freezes/lift' : '/freezes', { host: tenant.host }, frozen ? 'Releases may change again' : 'Releases stay as they are until you lift this') }}>{frozen ? 'Lift the freeze' : 'Freeze'}</Button>
              </div>
            </>
          )}
        </section>
        <section className="panel"><h2>Why</h2><Why host={tenant.host} /></section>
      </div>
      <section className="panel"><h2>Module settings</h2><ModuleSettings host={tenant.host} /></section>
      {mayChange && <section className="panel"><Preview tenant={tenant} /></section>}
      <section className="panel">
        <h2>History</h2>
        <WideTable<Revision>
          label="History" rowKey="revision" size="small" dataSource={[...tenant.history]} pagination={{ pageSize: 15, showSizeChanger: false }}
          columns={[
            { title: 'Revision', dataIndex: 'revision' },
            { title: 'When', render: (_, { at }) => <Moment at={at} /> },
            { title: 'Who', dataIndex: 'actor' },
            { title: 'What', dataIndex: 'action' },
            { title: 'Versions', render: (_, { modules, settings, rollouts }) => <>{choiceText(modules)}{settingsText(settings)}{rollouts.map(({ id, modules: some, percent }) => <span key={id} className="pill canary">{choiceText(some)} at {percent} %</span>)}</> },
            { title: 'Why', dataIndex: 'reason' },
            {
              title: 'Way back', render: (_, { revision }) => mayChange && revision !== tenant.revision && (
                <Popconfirm title={`Give new sessions what revision ${revision} was?`} onConfirm={() => { back(revision) }} okText="Go back"><Button size="small">Go back to this</Button></Popconfirm>
              ),
            },
          ]}
        />
      </section>
    </>
  )
}
