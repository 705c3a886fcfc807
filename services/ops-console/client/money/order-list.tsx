import type { MoneyOrder } from '@checkin/internal'
import { Alert, App, Button, Tag } from 'antd'
import { useOperator } from '../api/session.ts'
import { Moment } from '../frame/format.tsx'
import { useDecideMoney } from './money-queries.ts'
import { orderText, stateText } from './order-text.ts'

interface OrderListProps {
  /** With the id of its tenant, and the host where orders of several stand together. */
  readonly orders: readonly (MoneyOrder & { readonly tenant: string; readonly host?: string })[]
  readonly empty: string
}

/** Orders with who gave them and why; those that wait can be approved or rejected. */
export function OrderList({ orders, empty }: OrderListProps) {
  if (orders.length === 0) return <p style={{ margin: 0 }}>{empty}</p>
  return <>{orders.map((order) => <OrderRow key={order.orderId} order={order} />)}</>
}

function OrderRow({ order }: { readonly order: OrderListProps['orders'][number] }) {
  const { message } = App.useApp()
  const operator = useOperator().data
  const decision = useDecideMoney()
  const decide = (approve: boolean): void => {
    decision.mutate({ id: order.tenant, orderId: order.orderId, approve }, { onSuccess: (now) => { void message.success(stateText(now)) } })
  }
  return (
    <article data-order={order.orderId} data-state={order.state} style={{ borderBlockStart: '1px solid var(--line)', paddingBlockStart: 10, display: 'grid', gap: 6 }}>
      <div><b>{orderText(order)}</b> <Tag>{stateText(order)}</Tag> reservation {order.reference}{order.host !== undefined && `, ${order.host}`}</div>
      <div>{order.orderedBy}, <Moment at={order.orderedAt} />: {order.reason}{order.decidedBy !== null && ` Decided by ${order.decidedBy}.`}</div>
      {decision.error && <Alert type="error" showIcon role="alert" title={decision.error.message} />}
      {order.state === 'waiting' && (
        <div style={{ display: 'flex', gap: 10 }}>
          {operator?.role === 'approver' && order.orderedBy !== operator.label && <Button type="primary" loading={decision.isPending} onClick={() => { decide(true) }}>Approve</Button>}
          {(operator?.role === 'approver' || operator?.role === 'operator') && <Button onClick={() => { decide(false) }}>Reject</Button>}
        </div>
      )}
    </article>
  )
}
