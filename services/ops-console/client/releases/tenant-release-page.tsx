import { Alert, App, Button, Input, Popconfirm } from 'antd'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { rollBack, type TenantStatus } from '@checkin/registry'
import { choiceText, shortName } from '@checkin/registry/words'
import { call } from '../api/client.ts'
import { useChange, useExplanation, useTenantRelease } from '../api/queries.ts'
import { useOperator } from '../api/session.ts'
import { ExperimentsOf } from '../experiments/experiments-of.tsx'
import { QueryResult } from '../frame/query-result.tsx'
import { ChangesOf } from '../rollouts/changes.tsx'
import { Moment, rolloutText } from '../frame/format.tsx'
import { PageHead } from '../frame/page-head.tsx'
import { pagesOf, WideTable } from '../frame/tables.tsx'
import { ModuleSettings } from './module-settings.tsx'
import { Preview } from './preview.tsx'
import { TenantGroups, TenantNow } from './tenant-now.tsx'
import { TenantRequirements } from './tenant-requirements.tsx'
import { TenantTimeline } from './tenant-timeline.tsx'

/** One tenant: what its sessions get and why, its history, and the way back. */
export function TenantReleasePage() {
  const { host = '' } = useParams()
  const release = useTenantRelease(host)
  return (
    <>
      <PageHead title={host} lead="What its new sessions get, why, and what they got before" />
      <QueryResult query={release}>{(tenant) => <TenantRelease tenant={tenant} />}</QueryResult>
    </>
  )
}

/** What was set at a revision; nothing where everything had its default. */
const settingsText = (settings: TenantStatus['history'][number]['settings']): string => Object.entries(settings)
  .map(([module, values]) => `; ${shortName(module)}: ${Object.entries(values).map(([name, value]) => `${name} ${String(value)}`).join(', ')}`).join('')

function TenantRelease({ tenant }: { readonly tenant: TenantStatus }) {
  const { message } = App.useApp()
  const mayChange = useOperator().data?.role === 'operator'
  const change = useChange()
  const { host, revision: ifMatch } = tenant
  const back = (to: number): void => {
    change.mutate(() => call(rollBack, { params: { host }, body: { to, reason: '' } }, { ifMatch }), { onSuccess: () => { void message.success('New sessions get the former versions') } })
  }
  return (
    <>
      {tenant.frozen !== null && <Alert type="warning" showIcon title={`Frozen: ${tenant.frozen || 'no reason given'}`} description="Going back stays possible." />}
      {change.error && <Alert type="error" showIcon role="alert" title={change.error.message} />}
      <ChangesOf host={host} />
      <ExperimentsOf host={host} />
      <div className="pair">
        <TenantNow tenant={tenant} />
        <section className="panel"><h2>Why</h2><Why host={host} /></section>
      </div>
      <TenantGroups tenant={tenant} />
      <TenantRequirements tenant={tenant} />
      <TenantTimeline host={host} />
      <section className="panel"><h2>Module settings</h2><ModuleSettings host={host} /></section>
      {mayChange && <section className="panel"><Preview host={host} /></section>}
      <section className="panel">
        <h2>History</h2>
        <WideTable<TenantStatus['history'][number]>
          label="History" rowKey="revision" rows={tenant.history} pagination={pagesOf(15)}
          columns={[
            { title: 'Revision', dataIndex: 'revision' },
            { title: 'When', render: (_, { at }) => <Moment at={at} /> },
            { title: 'Who', dataIndex: 'actor' },
            { title: 'What', dataIndex: 'action' },
            { title: 'Versions', width: 320, render: (_, { modules, settings, rollouts }) => <>{choiceText(modules)}{settingsText(settings)}{rollouts.map((rollout) => <span key={rollout.id} className="pill canary">{rolloutText(rollout)}</span>)}</> },
            { title: 'Why', dataIndex: 'reason' },
            { title: 'Beside the present', render: (_, { setId }) => setId !== tenant.setId && <Link to={`/compare?from=${setId}&to=${tenant.setId}`}>Compare</Link> },
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

/** Why sessions of a tenant, or one session, get what they get, in sentences. */
export function Why({ host }: { readonly host: string }) {
  const [session, setSession] = useState('')
  const [source, setSource] = useState('')
  const explanation = useExplanation(host, session, source)
  return (
    <>
      <QueryResult query={explanation}>{({ sentences }) => <ul className="attention">{sentences.map((sentence) => <li key={sentence}>{sentence}</li>)}</ul>}</QueryResult>
      <label>One session (support number; empty is the tenant as a whole) <Input value={session} maxLength={200} onChange={({ target }) => { setSession(target.value.trim()) }} /></label>
      <label>Where its booking came from (empty is not known yet) <Input value={source} maxLength={30} placeholder="broker" onChange={({ target }) => { setSource(target.value.toLowerCase().replace(/[^a-z0-9-]/g, '')) }} /></label>
    </>
  )
}
