import { Alert, App, Button, Form, Input, Select } from 'antd'
import { addMailSubscription, confirmMailSubscription, endMailSubscription, type MailSubscription } from '@checkin/registry'
import { call } from '../api/client.ts'
import { useChange, useMailSubscriptions, useReleases } from '../api/queries.ts'
import { Moment } from '../frame/format.tsx'
import { QueryResult } from '../frame/query-result.tsx'
import { useAddress } from '../frame/use-address.ts'
import { groupValue } from '../releases/roll-out-form.ts'
import { eventNames, type MailForm, mailsOf, subscriptionText } from './mail-text.ts'

/** Addresses that are mailed what happens to releases, and the way to be one (DEC-354). */
export function MailSubscriptions() {
  const mails = useMailSubscriptions()
  return (
    <section className="panel" aria-label="Mails on rollout events">
      <h2>Mails on rollout events</h2>
      <Confirm />
      <QueryResult query={mails}>
        {({ configured, subscriptions }) => (
          <>
            {!configured && <Alert type="info" showIcon title="Mail is not configured" description="This installation sends no mail on rollout events: who runs it sets CHECKIN_REGISTRY_MAIL_FROM at the registry." />}
            {configured && subscriptions.length === 0 && <p style={{ margin: 0 }}>Nobody is told by mail yet. Give an address below.</p>}
            {subscriptions.length > 0 && <ul className="attention">{subscriptions.map((each) => <Subscription key={each.id} mails={each} />)}</ul>}
            {configured && <NewAddress />}
          </>
        )}
      </QueryResult>
    </section>
  )
}

function Subscription({ mails }: { readonly mails: MailSubscription }) {
  const end = useChange()
  return (
    <li data-mails={mails.id}>
      <b>{mails.address}</b> {subscriptionText(mails)}, asked for by {mails.by} <Moment at={mails.madeAt} />
      {mails.confirmBy !== null && <>: waits for the code that was mailed until <Moment at={mails.confirmBy} /></>}
      {mails.failingSince !== null && <>. <span className="pill back">The mail server takes none since <Moment at={mails.failingSince} /></span></>}{' '}
      {mails.state === 'active' && <Button size="small" aria-label={`End mails to ${mails.address}`} loading={end.isPending} onClick={() => { end.mutate(() => call(endMailSubscription, { params: { id: mails.id } })) }}>End</Button>}
      {end.error && <Alert type="error" showIcon role="alert" title={end.error.message} />}
    </li>
  )
}

/** Whoever comes by the link of the first mail presses once: a program that opens links confirms nothing. */
function Confirm() {
  const { message } = App.useApp()
  const address = useAddress()
  const code = address.of('confirm')
  const confirm = useChange<MailSubscription>()
  if (code === '') return null
  const send = (): void => {
    confirm.mutate(() => call(confirmMailSubscription, { body: { code } }), { onSuccess: (mails) => { void message.success(`${mails.address} is told from now on`); address.choose({ confirm: '' }) } })
  }
  return (
    <>
      <p style={{ margin: 0 }}>You came by the link of a mail. Its address is told from now on when you confirm it.</p>
      {confirm.error && <Alert type="error" showIcon role="alert" title={confirm.error.message} />}
      <Button type="primary" style={{ justifySelf: 'start' }} loading={confirm.isPending} onClick={send}>Confirm the address</Button>
    </>
  )
}

function NewAddress() {
  const { message } = App.useApp()
  const releases = useReleases()
  const add = useChange<MailSubscription>()
  const [form] = Form.useForm<MailForm>()
  const groups = [...new Set((releases.data?.tenants ?? []).flatMap((tenant) => tenant.groups ?? []))].sort()
  const options = [...groups.map((group) => ({ value: groupValue(group), label: `the group ${group}` })), ...(releases.data?.tenants ?? []).map(({ host }) => ({ value: host }))]
  const send = (typed: MailForm): void => {
    add.mutate(() => call(addMailSubscription, { body: mailsOf(typed) }), { onSuccess: ({ address }) => { void message.success(`A code was mailed to ${address}: its link confirms the address`); form.resetFields() } })
  }
  return (
    <Form form={form} layout="vertical" style={{ maxInlineSize: 560 }} onFinish={send}>
      <Form.Item name="address" label="Address" rules={[{ required: true, type: 'email', message: 'An address such as duty@example.com' }]}><Input type="email" maxLength={255} /></Form.Item>
      <Form.Item name="events" label="Events (empty is all)"><Select mode="multiple" options={Object.entries(eventNames).map(([value, label]) => ({ value, label }))} /></Form.Item>
      <Form.Item name="members" label="Tenants and groups (empty is all)"><Select mode="multiple" options={options} /></Form.Item>
      {add.error && <Alert type="error" showIcon role="alert" title={add.error.message} style={{ marginBlockEnd: 12 }} />}
      <Button htmlType="submit" loading={add.isPending}>Mail a code</Button>
    </Form>
  )
}
