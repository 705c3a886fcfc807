import { Button, Popconfirm } from 'antd'
import { resetPasskeys, revokePasskey, type PasskeyView } from '@checkin/registry'
import { call } from '../api/client.ts'
import { usePasskeys } from '../api/queries.ts'
import { Moment } from '../frame/format.tsx'
import { NewPasskey } from '../frame/new-passkey.tsx'
import { QueryResult } from '../frame/query-result.tsx'
import { pagesOf, WideTable } from '../frame/tables.tsx'
import { EndButton } from './end-button.tsx'
import { useEnding } from './use-ending.tsx'

/** Passkeys, which confirm sign-ins with a token: one's own, and everybody's for administrators, who revoke them and propose a reset for who lost all. */
export function Passkeys({ mayEnd }: { readonly mayEnd: boolean }) {
  const passkeys = usePasskeys()
  const { end, refusal } = useEnding()
  const revoke = ({ id, name }: PasskeyView): void => { end(() => call(revokePasskey, { params: { id }, query: {} }), `${name} confirms nobody from now on`) }
  const reset = ({ person }: PasskeyView): void => { end(() => call(resetPasskeys, { body: { person } }), 'Proposed: a second person decides under Rollouts') }
  return (
    <section className="panel">
      <h2>Passkeys</h2>
      {refusal}
      <QueryResult query={passkeys}>
        {({ passkeys: rows, secondFactor }) => (
          <>
            <p>{{ off: 'This installation asks for none.', optional: 'Whoever has one is asked for it after the token.', required: 'Asked for after the token with each sign-in.' }[secondFactor]}</p>
            {rows.length === 0 ? <p>Nobody has a passkey yet.{secondFactor !== 'off' && ' Add yours below.'}</p> : <WideTable<PasskeyView>
              label="Passkeys" rowKey="id" rows={rows} pagination={pagesOf(15)}
              columns={[
                { title: 'Of', dataIndex: 'person' },
                { title: 'Name', dataIndex: 'name' },
                { title: 'Since', render: (_, { addedAt }) => <Moment at={addedAt} /> },
                { title: 'Used', render: (_, { lastUsedAt }) => (lastUsedAt === null ? '–' : <Moment at={lastUsedAt} />) },
                { title: 'Revoked', render: (_, each) => (each.revokedAt === null ? (each.isOwn || mayEnd) && <EndButton says="Revoke" what={`${each.name} of ${each.person}`} onEnd={() => { revoke(each) }} /> : <Moment at={each.revokedAt} />) },
                {
                  title: 'Lost all', render: (_, each) => mayEnd && !each.isOwn && (
                    <Popconfirm title={`Let ${each.person} make a passkey anew? All present ones end.`} okText="Propose" cancelText="Keep" onConfirm={() => { reset(each) }}>
                      <Button size="small" aria-label={`Reset passkeys of ${each.person}, ${each.name}`}>Reset</Button>
                    </Popconfirm>
                  ),
                },
              ]}
            />}
            {secondFactor !== 'off' && <NewPasskey says="Add a passkey" />}
          </>
        )}
      </QueryResult>
    </section>
  )
}
