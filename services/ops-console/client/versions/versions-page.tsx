import { Alert, App, Button, Input } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Data } from '@checkin/http'
import { type listModules, setLabel } from '@checkin/registry'
import { shortName } from '@checkin/registry/words'
import { call } from '../api/client.ts'
import { useChange, useLabels, useModules } from '../api/queries.ts'
import { useOperator } from '../api/session.ts'
import { Moment } from '../frame/format.tsx'
import { PageHead } from '../frame/page-head.tsx'
import { QueryResult } from '../frame/query-result.tsx'
import { SearchedTable } from '../frame/tables.tsx'
import { kilobytes } from './version-text.ts'

type Listed = Data<typeof listModules>['modules'][number]['versions'][number]
interface Row extends Listed { readonly name: string; readonly labels: readonly string[] }

/** Address of a version's page. */
export const versionAddress = (name: string, version: string): string => `/versions/${name}/${version}`

/** Every published version, which may be rolled out, and the labels that tenants follow. */
export function VersionsPage() {
  const modules = useModules()
  const labels = useLabels()
  return (
    <>
      <PageHead title="Versions" lead="What was published, what may be rolled out, and where it serves" />
      <section className="panel">
        <QueryResult query={modules}>
          {(published) => (
            <SearchedTable<Row>
              search="Search" label="Versions" empty="No version is published yet: a team publishes its module with rollout publish." rowKey={({ name, version }) => `${name} ${version}`}
              rows={published.flatMap(({ name, versions }) => versions.map((version) => ({ ...version, name, labels: labels.data?.labels.filter((each) => each.module === name && each.version === version.version).map(({ label }) => label) ?? [] })))}
              columns={[
                { title: 'Module', render: (_, { name }) => shortName(name) },
                { title: 'Version', render: (_, { name, version }) => <Link to={versionAddress(name, version)}>{version}</Link> },
                { title: 'State', render: (_, row) => <State row={row} /> },
                { title: 'Labels', render: (_, row) => row.labels.join(', ') },
                { title: 'Serves', render: (_, { hosts }) => (hosts.length === 0 ? 'nobody' : `${hosts.length} ${hosts.length === 1 ? 'tenant' : 'tenants'}`) },
                { title: 'Size', render: (_, { ownBytes }) => kilobytes(ownBytes) },
                { title: 'Published', render: (_, { publishedAt }) => <Moment at={publishedAt} /> },
                { title: 'By', dataIndex: 'publishedBy' },
              ]}
            />
          )}
        </QueryResult>
      </section>
      <MoveLabel />
    </>
  )
}

const State = ({ row }: { readonly row: Row }) => <span className={row.withdrawn ? 'pill back' : row.deprecated ? 'pill canary' : 'pill'}>{row.withdrawn ? 'withdrawn' : row.deprecated ? 'deprecated' : 'usable'}</span>

/** Moves a label; who follows it gets the version in watched steps. */
function MoveLabel() {
  const { message } = App.useApp()
  const operator = useOperator().data
  const change = useChange()
  const [typed, setTyped] = useState({ module: '', label: '', version: '', reason: '' })
  if (operator?.role !== 'operator' || operator.hosts !== null) return null
  const field = (name: keyof typeof typed, label: string, placeholder: string) => (
    <label>{label} <Input value={typed[name]} placeholder={placeholder} maxLength={500} onChange={({ target }) => { setTyped({ ...typed, [name]: target.value.trim() }) }} /></label>
  )
  const { module, label, version, reason } = typed
  return (
    <section className="panel" aria-label="Move a label">
      <h2>Move a label</h2>
      <p className="legend">Tenants that follow the label get the version in watched steps.</p>
      {change.error && <Alert type="error" showIcon role="alert" title={change.error.message} />}
      <div className="actions" style={{ alignItems: 'end' }}>
        {field('module', 'Module', 'mfe-payment')}{field('label', 'Label', 'stable')}{field('version', 'To version', '1.4.0')}{field('reason', 'Reason', 'Tried on two tenants')}
        <Button
          disabled={module === '' || label === '' || version === ''} loading={change.isPending}
          onClick={() => { change.mutate(() => call(setLabel, { params: { name: module, label }, body: { version, reason } }), { onSuccess: () => { void message.success(`${label} of ${shortName(module)} is ${version}`) } }) }}
        >Move</Button>
      </div>
    </section>
  )
}
