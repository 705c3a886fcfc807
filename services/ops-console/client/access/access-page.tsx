import { Alert, App, Button, Popconfirm } from 'antd'
import { revokeToken, type PublisherKeyView, type TokenView } from '@checkin/registry'
import { call } from '../api/client.ts'
import { useChange, usePublisherKeys, useTokens } from '../api/queries.ts'
import { useOperator } from '../api/session.ts'
import { QueryResult } from '../frame/query-result.tsx'
import { Moment } from '../frame/format.tsx'
import { PageHead } from '../frame/page-head.tsx'
import { pagesOf, WideTable } from '../frame/tables.tsx'

/** Who may do what: tokens and the keys that sign modules. Here they are ended; made they are on the command line, where the token stays with its holder. */
export function AccessPage() {
  const tokens = useTokens()
  const keys = usePublisherKeys()
  return (
    <>
      <PageHead title="Access" lead="Tokens and publishers' keys, and who gave them" />
      <section className="panel"><h2>Tokens</h2><QueryResult query={tokens}>{(rows) => <Tokens rows={rows} />}</QueryResult></section>
      <section className="panel"><h2>Publishers' keys</h2><QueryResult query={keys}>{(rows) => <Keys rows={rows} />}</QueryResult></section>
    </>
  )
}

const moment = (at: string | null) => (at === null ? '–' : <Moment at={at} />)

function Tokens({ rows }: { readonly rows: readonly TokenView[] }) {
  const { message } = App.useApp()
  const change = useChange()
  const role = useOperator().data?.role
  const mayEnd = role === 'operator' || role === 'approver'
  const revoke = (label: string): void => {
    change.mutate(() => call(revokeToken, { params: { label }, query: {} }), { onSuccess: () => { void message.success(`${label} is worth nothing from now on`) } })
  }
  return (
    <>
      {change.error && <Alert type="error" showIcon role="alert" title={change.error.message} />}
      <WideTable<TokenView>
        label="Tokens" rowKey="label" rows={rows} pagination={pagesOf(25)}
        columns={[
          { title: 'Label', dataIndex: 'label' },
          // Where the label says it, it is not said twice: the table has to fit a laptop.
          { title: 'For', render: (_, { label, person }) => (person === label ? '–' : person) },
          { title: 'Role', render: (_, each) => (each.module === null ? each.role : `${each.role} of ${each.module}`) },
          { title: 'Reaches', render: (_, { hosts }) => hosts?.join(', ') ?? 'everything' },
          { title: 'Made by', render: (_, { madeBy, approvedBy }) => (madeBy === null ? '–' : `${madeBy}${approvedBy === null ? '' : `, ${approvedBy}`}`) },
          { title: 'Ends', render: (_, { expiresAt }) => expiresAt?.slice(0, 10) ?? '–' },
          { title: 'Used', render: (_, { lastUsedAt }) => moment(lastUsedAt) },
          {
            title: 'Revoked', render: (_, { label, revokedAt }) => (revokedAt !== null || !mayEnd ? moment(revokedAt) : (
              <Popconfirm title={`End ${label} for ever?`} okText="Revoke" cancelText="Keep" onConfirm={() => { revoke(label) }}>
                <Button size="small" aria-label={`Revoke ${label}`}>Revoke</Button>
              </Popconfirm>
            )),
          },
        ]}
      />
    </>
  )
}

function Keys({ rows }: { readonly rows: readonly PublisherKeyView[] }) {
  return (
    <WideTable<PublisherKeyView>
      label="Publishers' keys" rowKey="keyId" rows={rows} pagination={false}
      columns={[
        { title: 'Module', dataIndex: 'module' },
        { title: 'Key', dataIndex: 'keyId' },
        { title: 'Since', render: (_, { addedAt }) => <Moment at={addedAt} /> },
        { title: 'By', render: (_, { addedBy, approvedBy }) => `${addedBy}${approvedBy === null ? '' : `, ${approvedBy}`}` },
        { title: 'Counts until', render: (_, { retiresAt }) => (retiresAt === null ? 'it is replaced' : <Moment at={retiresAt} />) },
      ]}
    />
  )
}
