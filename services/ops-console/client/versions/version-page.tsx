import { Alert, App, Button, Input, Popconfirm } from 'antd'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { deprecateVersion, killVersion, restoreVersion, type VersionView } from '@checkin/registry'
import { shortName } from '@checkin/registry/words'
import { call } from '../api/client.ts'
import { useChange, useVersion } from '../api/queries.ts'
import { useOperator } from '../api/session.ts'
import { Moment } from '../frame/format.tsx'
import { PageHead } from '../frame/page-head.tsx'
import { QueryResult } from '../frame/query-result.tsx'
import { pagesOf, WideTable } from '../frame/tables.tsx'
import { ThrownErrors } from './thrown-errors.tsx'
import { kilobytes, statusText, rollbackText } from './version-text.ts'

/** One version: whether it may be rolled out, where it serves, where it was rolled back, and what one does about it. */
export function VersionPage() {
  const { name = '', version = '' } = useParams()
  const view = useVersion(name, version)
  return (
    <>
      <PageHead title={`${shortName(name)} ${version}`} lead="Whether it may be rolled out, where it serves, and where it was rolled back" />
      <QueryResult query={view}>{(known) => <Known view={known} />}</QueryResult>
    </>
  )
}

function Known({ view }: { readonly view: VersionView }) {
  const { status, served, rollbacks } = view
  return (
    <>
      <Alert type={status.state === 'usable' ? 'success' : status.state === 'deprecated' ? 'warning' : 'error'} showIcon title={statusText(status)} />
      <div className="pair">
        <section className="panel" aria-label="Version">
          <h2>Version</h2>
          <p style={{ margin: 0 }}>Published <Moment at={view.publishedAt} /> by {view.publishedBy}, {kilobytes(view.ownBytes)}, signed with key {view.keyId.slice(0, 12)}</p>
          <p style={{ margin: 0 }}>Labels: {view.labels.join(', ') || 'none'}</p>
          <p style={{ margin: 0 }}>Contracts: {Object.entries(view.contracts).map(([contract, of]) => `${contract} ${of}`).join(', ')}</p>
          <p style={{ margin: 0 }}>Screens: {view.steps.join(', ') || 'none'}</p>
        </section>
        <Decide view={view} />
      </div>
      <section className="panel">
        <h2>Where it serves</h2>
        {served.length === 0 ? <p style={{ margin: 0 }}>No tenant&apos;s new sessions get it.</p> : (
          <WideTable<VersionView['served'][number]>
            label="Where it serves" rowKey="host" rows={served} pagination={pagesOf(15)}
            columns={[{ title: 'Tenant', render: (_, { host }) => <Link to={`/releases/${host}`}>{host}</Link> }, { title: 'Sessions', render: (_, { percent }) => (percent === 100 ? 'all new ones' : `${percent} % of new ones`) }]}
          />
        )}
      </section>
      <ThrownErrors name={view.name} version={view.version} />
      <section className="panel">
        <h2>Where it was rolled back</h2>
        {rollbacks.length === 0 ? <p style={{ margin: 0 }}>Nowhere.</p> : (
          <WideTable<VersionView['rollbacks'][number]>
            label="Where it was rolled back" rowKey={({ host, at }) => `${host} ${at}`} rows={rollbacks} pagination={pagesOf(15)}
            columns={[
              { title: 'Tenant', render: (_, { host }) => <Link to={`/releases/${host}`}>{host}</Link> }, { title: 'When', render: (_, { at }) => <Moment at={at} /> },
              { title: 'How', render: (_, row) => rollbackText(row) }, { title: 'Why', dataIndex: 'reason' },
            ]}
          />
        )}
      </section>
    </>
  )
}

/** Advice against it, and its end: the same reason stands in the audit. */
function Decide({ view: { name, version, status } }: { readonly view: VersionView }) {
  const { message } = App.useApp()
  const operator = useOperator().data
  const change = useChange()
  const [reason, setReason] = useState('')
  const [instead, setInstead] = useState('')
  const [notice, setNotice] = useState('')
  const everywhere = operator?.hosts === null
  const mayAdvise = operator?.role === 'operator' && everywhere
  const mayKill = mayAdvise || (operator?.role === 'approver' && everywhere)
  if (status.state === 'withdrawn' || (!mayAdvise && !mayKill)) return null
  const params = { name, version }
  const go = (send: () => Promise<unknown>, done: string): void => { change.mutate(send, { onSuccess: () => { void message.success(done) } }) }
  // Fewer than three letters say nothing, and are refused.
  const said = notice.trim().length < 3 ? null : notice.trim()
  const isUnexplained = reason.trim().length < 3
  return (
    <section className="panel" aria-label="Decide">
      <h2>Decide</h2>
      {change.error && <Alert type="error" showIcon role="alert" title={change.error.message} />}
      <label>Why <Input value={reason} maxLength={500} placeholder="One sentence that the audit keeps" onChange={({ target }) => { setReason(target.value) }} /></label>
      {mayAdvise && <label>Take instead <Input value={instead} maxLength={40} placeholder="1.4.0, or nothing" onChange={({ target }) => { setInstead(target.value.trim()) }} /></label>}
      <label>What everybody reads <Input value={notice} maxLength={300} placeholder="For the public page, or nothing: name no tenant and nobody" onChange={({ target }) => { setNotice(target.value) }} /></label>
      <div className="actions">
        {mayAdvise && status.state === 'usable' && <Button disabled={isUnexplained} loading={change.isPending} onClick={() => { go(() => call(deprecateVersion, { params, body: { reason, instead: instead || null, notice: said } }), `${shortName(name)} ${version} is deprecated; nobody was moved`) }}>Deprecate</Button>}
        {mayAdvise && status.state === 'deprecated' && <Button loading={change.isPending} onClick={() => { go(() => call(restoreVersion, { params, query: { reason } }), `${shortName(name)} ${version} may be rolled out`) }}>Take the advice back</Button>}
        <Popconfirm title={`Withdraw ${shortName(name)} ${version} for ever?`} description="No session of any tenant gets it any more." okText="Kill it" okButtonProps={{ danger: true }} cancelText="Keep it" onConfirm={() => { go(() => call(killVersion, { params, body: { reason, notice: said } }), `${shortName(name)} ${version} is withdrawn`) }}>
          <Button danger loading={change.isPending}>Kill</Button>
        </Popconfirm>
      </div>
    </section>
  )
}
