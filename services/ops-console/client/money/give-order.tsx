import type { MoneyOrder, MoneyRequest, ReservationMoney } from '@checkin/internal'
import { Alert, App, Button, Form, Input, InputNumber, Select } from 'antd'
import { useState } from 'react'
import { useOrderMoney, type MoneyOf } from './money-queries.ts'
import { stateText, sumText } from './order-text.ts'

interface Fields {
  readonly kind: MoneyOrder['kind']
  readonly paymentId?: string
  readonly amount?: number | null
  readonly reason: string
}

/** What can be ordered of a reservation's money as it stands; the reservation service decides about each order. */
function choicesOf({ payments }: ReservationMoney): readonly { readonly value: Fields['kind']; readonly label: string; readonly payments: ReservationMoney['payments'] }[] {
  const taken = payments.filter(({ state }) => state === 'paid' || state === 'captured')
  const held = payments.filter(({ state }) => state === 'authorised')
  return [
    ...(taken.length > 0 ? [{ value: 'refund' as const, label: 'Refund a payment', payments: taken }] : []),
    ...(held.length > 0 ? [
      { value: 'capture' as const, label: 'Capture the deposit', payments: held }, { value: 'release' as const, label: 'Release the deposit', payments: held },
      { value: 'renew' as const, label: 'Hold the deposit anew', payments: held },
    ] : []),
  ]
}

const requestOf = ({ kind, paymentId = '', amount, reason }: Fields): MoneyRequest => {
  const sum = typeof amount === 'number' ? { amount } : {}
  switch (kind) {
    case 'refund': return { kind, paymentId, reason, ...sum }
    case 'capture': return { kind, reason, ...sum }
    case 'release': return { kind, reason }
    case 'renew': return { kind, paymentId, reason }
  }
}

/** The form that gives one order. Its id is made once per order, so that a second press is the same one. */
export function GiveOrder({ of, money }: { readonly of: MoneyOf; readonly money: ReservationMoney }) {
  const { message } = App.useApp()
  const [form] = Form.useForm<Fields>()
  const [orderId, setOrderId] = useState(() => crypto.randomUUID())
  const order = useOrderMoney()
  const kind = Form.useWatch('kind', form)
  const choices = choicesOf(money)
  const chosen = choices.find(({ value }) => value === kind)
  if (choices.length === 0) return <p style={{ margin: 0 }}>Nothing was taken or is held here.</p>
  const give = (fields: Fields): void => {
    order.mutate({ of, orderId, request: requestOf(fields) }, {
      onSuccess: (given) => {
        void message.info(stateText(given))
        form.resetFields()
        setOrderId(crypto.randomUUID())
      },
    })
  }
  return (
    <Form<Fields> form={form} layout="vertical" onFinish={give} onValuesChange={(changed) => { if ('kind' in changed) form.resetFields(['paymentId', 'amount']) }}>
      <div className="form">
        <Form.Item name="kind" label="Order" rules={[{ required: true, message: 'What is to be done' }]}><Select options={choices.map(({ value, label }) => ({ value, label }))} /></Form.Item>
        {(kind === 'refund' || kind === 'renew') && (
          <Form.Item name="paymentId" label="Payment" rules={[{ required: true, message: 'Which payment' }]}>
            <Select options={(chosen?.payments ?? []).map(({ paymentId, amount, currency, card, provider }) => ({ value: paymentId, label: `${sumText(amount, currency)}, ${card?.masked ?? provider}` }))} />
          </Form.Item>
        )}
        {(kind === 'refund' || kind === 'capture') && <Form.Item name="amount" label={`Amount in ${money.currency}, empty for all`}><InputNumber min={0} style={{ inlineSize: '100%' }} /></Form.Item>}
        <Form.Item name="reason" label="Reason" rules={[{ required: true, min: 3, max: 300, whitespace: true, message: 'Why; it stays with the order' }]}><Input /></Form.Item>
      </div>
      {kind === 'capture' && <p>What is not captured is released. What was due and held with the deposit counts as paid first.</p>}
      <p>{money.approvalAbove === null ? 'No order of this company waits for a second person.' : `Above ${sumText(money.approvalAbove, money.currency)} a second person has to approve.`}</p>
      {order.error && <Alert type="error" showIcon role="alert" title={order.error.message} />}
      <Button type="primary" htmlType="submit" loading={order.isPending}>Give the order</Button>
    </Form>
  )
}
