import { Alert, App, Button, Form, Input, InputNumber, Select, Switch } from 'antd'
import { useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { AccountTrial, internalContract as internal, triableKinds, type TriableKind } from '@checkin/internal'
import { call, CallError } from '../api/client.ts'
import { useChanges } from '../api/queries.ts'
import { useOperator } from '../api/session.ts'
import { Moment } from '../frame/format.tsx'
import { PageHead } from '../frame/page-head.tsx'
import { QueryResult } from '../frame/query-result.tsx'

const kindNames: Readonly<Record<TriableKind, string>> = { card: 'Card payments', wallet: 'Wallet payments', sign: 'Signatures', mail: 'Mail' }
const stateNames = { own: 'the company\'s own', environment: 'that of the installation', off: 'switched off', none: 'none yet' } as const

/** Fields of an account: its name here, what people read, and whether it is secret. */
const fields: Readonly<Record<TriableKind, readonly (readonly [name: string, label: string, secret?: true])[]>> = {
  card: [['url', 'Address of the provider'], ['apiKey', 'Shop'], ['user', 'User'], ['password', 'Password', true], ['secret', 'Shared secret', true], ['publicKey', 'Key of hosted fields'], ['scriptUrl', 'Script of hosted fields']],
  wallet: [['url', 'Address of the provider'], ['clientId', 'Client'], ['clientSecret', 'Client secret', true], ['webhookSecret', 'Webhook secret', true]],
  sign: [['url', 'Address of the provider'], ['apiKey', 'API key', true], ['secret', 'Shared secret', true]],
  mail: [['host', 'Mail server'], ['user', 'User (empty: none)'], ['password', 'Password (empty: none)', true]],
}

/** Accounts of a company at its providers: each is tried by a call that moves nothing, and stored only where it works (DEC-329). */
export function AccountsPage() {
  const { id = '' } = useParams()
  const host = useSearchParams()[0].get('host') ?? ''
  const waiting = useChanges().data?.some((change) => change.state === 'waiting' && JSON.stringify(change).includes(`"${host}"`)) ?? false
  const mayChange = useOperator().data?.role === 'operator'
  const [kind, setKind] = useState<TriableKind>('card')
  return (
    <>
      <PageHead title="Accounts at providers" lead={`Of ${id}; what is secret is sealed and shown to nobody`} action={<Link to={`/tenants/${id}`}>Settings</Link>} />
      {host !== '' && <Alert type={waiting ? 'warning' : 'success'} showIcon title={waiting ? 'The tenant is made. Its versions wait for a second person, under Rollouts.' : 'The tenant is made, and its check-in answers.'} />}
      <section className="panel">
        <label>Account <Select aria-label="Account" value={kind} onChange={setKind} options={triableKinds.map((value) => ({ value, label: kindNames[value] }))} style={{ minInlineSize: 220 }} /></label>
        <Account key={`${id} ${kind}`} id={id} kind={kind} mayChange={mayChange} />
      </section>
    </>
  )
}

function Account({ id, kind, mayChange }: { readonly id: string; readonly kind: TriableKind; readonly mayChange: boolean }) {
  const { message } = App.useApp()
  const queries = useQueryClient()
  const account = useQuery({ queryKey: ['account', id, kind], refetchInterval: false, queryFn: () => call(internal.getAccount, { params: { id, kind } }) })
  const save = useMutation({
    mutationFn: (typed: Readonly<Record<string, unknown>>) => {
      const parsed = AccountTrial.safeParse({ kind, account: typed })
      if (!parsed.success) throw new CallError(0, `This cannot be used: ${parsed.error.issues.map(({ path }) => path.at(-1)).join(', ')}`)
      return call(internal.putTriedAccount, { params: { id }, body: parsed.data })
    },
    onSuccess: () => {
      void message.success('It works, and is stored')
      return queries.invalidateQueries({ queryKey: ['account', id, kind] })
    },
  })
  return (
    <QueryResult query={account}>
      {({ state, changedAt, changedBy, account: known }) => (
        <>
          <p>Present one: {stateNames[state]}{changedAt !== null && <>, since <Moment at={changedAt} /> by {changedBy}</>}.</p>
          {mayChange && (
            <Form
              layout="vertical" initialValues={{ ...(kind === 'mail' && { port: 587, secure: false }), ...known }} disabled={save.isPending}
              onFinish={(typed: Readonly<Record<string, unknown>>) => { save.mutate(kind === 'mail' ? { ...typed, user: typed['user'] || null, password: typed['password'] || null } : typed) }}
            >
              <div className="form">
                {fields[kind].map(([name, label, secret]) => <Form.Item key={name} name={name} label={label} rules={kind === 'mail' && name !== 'host' ? [] : [{ required: true, message: 'It is needed' }]}>{secret ? <Input type="password" autoComplete="new-password" /> : <Input autoComplete="off" />}</Form.Item>)}
                {kind === 'mail' && <><Form.Item name="port" label="Port" rules={[{ required: true }]}><InputNumber min={1} max={65_535} precision={0} /></Form.Item><Form.Item name="secure" label="TLS from the first byte" valuePropName="checked"><Switch /></Form.Item></>}
              </div>
              {save.error && <Alert type="error" showIcon role="alert" title={save.error.message} description="Nothing was stored." />}
              <Button type="primary" htmlType="submit" loading={save.isPending}>Try and store</Button>
            </Form>
          )}
        </>
      )}
    </QueryResult>
  )
}
