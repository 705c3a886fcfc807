import { Alert, Button, Popconfirm, Typography } from 'antd'
import { useState } from 'react'
import { changeToken, revokeToken, type TokenView } from '@checkin/registry'
import { call } from '../api/client.ts'
import { useChange, useTokens } from '../api/queries.ts'
import { Moment } from '../frame/format.tsx'
import { QueryResult } from '../frame/query-result.tsx'
import { pagesOf, WideTable } from '../frame/tables.tsx'
import { EndButton } from './end-button.tsx'
import { newSecret } from './new-secret.ts'
import { useEnding } from './use-ending.tsx'

const moment = (at: string | null) => (at === null ? '–' : <Moment at={at} />)
/** Hours in which the present secret counts beside the one in its place. */
const graceHours = 24

/** Who holds which token. New ones are made on the command line, where the token stays with its holder; here they are ended, or get another secret. */
export function Tokens({ mayEnd }: { readonly mayEnd: boolean }) {
  const tokens = useTokens()
  const { end, refusal } = useEnding()
  const replacing = useChange<{ readonly label: string; readonly token: string; readonly fingerprint: string }>()
  const [isShown, setShown] = useState(true)
  const replace = (label: string): void => {
    setShown(true)
    replacing.mutate(async () => {
      const { token, hash, fingerprint } = await newSecret()
      await call(changeToken, { params: { label }, body: { hash, graceHours } })
      return { label, token, fingerprint }
    })
  }
  return (
    <section className="panel">
      <h2>Tokens</h2>
      {refusal}
      {replacing.error && <Alert type="error" showIcon role="alert" title={replacing.error.message} />}
      {replacing.data && isShown && (
        <Alert
          type="success" showIcon closable={{ onClose: () => { setShown(false) } }} title={`For ${replacing.data.label}, shown this once`}
          description={<><Typography.Text code copyable>{replacing.data.token}</Typography.Text><br />Valid when a second person has approved the change under Rollouts, who compares the fingerprint {replacing.data.fingerprint}. The present one counts for {graceHours} hours more.</>}
        />
      )}
      <QueryResult query={tokens}>
        {(rows) => (
          <WideTable<TokenView>
            label="Tokens" rowKey="label" rows={rows} pagination={pagesOf(25)}
            columns={[
              { title: 'Label', dataIndex: 'label' },
              // Where the label says it, it is not said twice: the table has to fit a laptop.
              { title: 'For', render: (_, { label, person }) => (person === label ? '–' : person) },
              { title: 'Role', render: (_, each) => (each.module === null ? each.role : `${each.role} of ${each.module}`) },
              { title: 'Reaches', render: (_, { hosts }) => hosts?.join(', ') ?? 'everything' },
              { title: 'Made by', render: (_, { madeBy, approvedBy }) => (madeBy === null ? '–' : `${madeBy}${approvedBy === null ? '' : `, ${approvedBy}`}`) },
              { title: 'Ends', render: (_, { expiresAt, formerUntil }) => <>{expiresAt?.slice(0, 10) ?? '–'}{formerUntil && <> (former secret: <Moment at={formerUntil} />)</>}</> },
              { title: 'Used', render: (_, { lastUsedAt }) => moment(lastUsedAt) },
              {
                title: 'Revoked', render: (_, { label, revokedAt }) => (revokedAt !== null || !mayEnd ? moment(revokedAt) : (
                  <>
                    <Popconfirm title={`Propose another secret for ${label}?`} okText="Propose" cancelText="Keep" onConfirm={() => { replace(label) }}>
                      <Button size="small" aria-label={`Rotate ${label}`}>Rotate</Button>
                    </Popconfirm>{' '}
                    <EndButton says="Revoke" what={label} onEnd={() => { end(() => call(revokeToken, { params: { label }, query: {} }), `${label} is worth nothing from now on`) }} />
                  </>
                )),
              },
            ]}
          />
        )}
      </QueryResult>
    </section>
  )
}
