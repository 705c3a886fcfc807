import type { Order } from './order.ts'

/** Where the customer approves an order. */
export const approvePath = ({ id }: Order): string => `/checkoutnow?token=${id}`

/** An order as answers and events carry it. */
export const orderAnswer = (order: Order, origin: string): Readonly<Record<string, unknown>> => ({
  id: order.id,
  intent: 'CAPTURE',
  status: order.status,
  create_time: order.createdAt,
  purchase_units: [{
    amount: { currency_code: order.currency, value: order.amount },
    custom_id: order.requestId,
    ...(order.captureId !== null && { payments: { captures: [{ id: order.captureId, status: 'COMPLETED', amount: { currency_code: order.currency, value: order.amount } }] } }),
  }],
  ...(order.refusal !== null && { details: [{ issue: order.refusal }] }),
  links: order.status === 'CREATED' ? [{ rel: 'approve', href: origin + approvePath(order), method: 'GET' }] : [],
})

/** Where the wallet sends the customer's browser after an approval: the shop's address with the parameters of DEC-68. */
export function returnAddress(order: Order): string {
  const url = new URL(order.returnUrl)
  url.searchParams.set('requestToken', order.id)
  url.searchParams.set('approvalToken', order.payerId ?? '')
  url.searchParams.set('uniqueIdentifier', order.requestId)
  return url.href
}

export function cancelAddress(order: Order): string {
  const url = new URL(order.cancelUrl)
  url.searchParams.set('requestToken', order.id)
  return url.href
}
