import { Alert, Button, Select, Typography } from 'antd'
import { useState } from 'react'
import type { Data } from '@checkin/http'
import { internalContract as internal } from '@checkin/internal'
import { call } from '../api/client.ts'
import { useChange, useFleetTokens, useTenants } from '../api/queries.ts'
import { Moment } from '../frame/format.tsx'
import { QueryResult } from '../frame/query-result.tsx'
import { WideTable } from '../frame/tables.tsx'
import { EndButton } from './end-button.tsx'
import { useEnding } from './use-ending.tsx'

type FleetToken = Data<typeof internal.listFleetTokens>['tokens'][number]

/** Tokens of a company's own system, two at a time. */
export function FleetTokens({ mayChange }: { readonly mayChange: boolean }) {
  const tenants = useTenants()
  const [chosen, setChosen] = useState<string | null>(null)
  const id = chosen ?? tenants.data?.[0]?.id ?? ''
  return (
    <section className="panel">
      <h2>Companies' own systems</h2>
      <label>Company <Select style={{ minInlineSize: 220 }} value={id} onChange={setChosen} options={(tenants.data ?? []).map((each) => ({ value: each.id, label: each.host }))} aria-label="Company" /></label>
      {id !== '' && <TokensOf key={id} id={id} mayChange={mayChange} />}
    </section>
  )
}

function TokensOf({ id, mayChange }: { readonly id: string; readonly mayChange: boolean }) {
  const tokens = useFleetTokens(id)
  const making = useChange<Data<typeof internal.createFleetToken>>()
  const { end, refusal } = useEnding()
  return (
    <>
      {refusal}
      {making.error && <Alert type="error" showIcon role="alert" title={making.error.message} />}
      {making.data && <Alert type="success" showIcon title="The new token, shown this once" description={<><Typography.Text code copyable>{making.data.token}</Typography.Text><br />Valid until {making.data.expiresAt.slice(0, 10)}. Revoke the former one when the company has changed over.</>} />}
      <QueryResult query={tokens}>
        {(rows) => (
          <WideTable<FleetToken>
            label="Tokens of the company's own system" rowKey="id" rows={rows} pagination={false}
            columns={[
              { title: 'Token', render: (_, token) => token.id.slice(0, 8) },
              { title: 'Made', render: (_, { createdAt }) => <Moment at={createdAt} /> },
              { title: 'By', render: (_, { madeBy }) => madeBy ?? '–' },
              { title: 'Used', render: (_, { lastUsedOn }) => lastUsedOn ?? 'never' },
              { title: 'Ends', render: (_, { expiresAt }) => expiresAt.slice(0, 10) },
              {
                title: 'Revoke', render: (_, token) => mayChange && (
                  <EndButton says="Revoke" what={`token ${token.id.slice(0, 8)}`} onEnd={() => { end(() => call(internal.revokeFleetToken, { params: { id, tokenId: token.id } }), 'The token opens nothing any more') }} />
                ),
              },
            ]}
          />
        )}
      </QueryResult>
      {mayChange && <div><Button size="small" loading={making.isPending} onClick={() => { making.mutate(() => call(internal.createFleetToken, { params: { id }, body: {} })) }}>Make a token</Button></div>}
    </>
  )
}
