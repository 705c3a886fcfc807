import type { Owned } from '@checkin/sandbox-kit'
import * as z from 'zod'

export type OrderStatus = 'CREATED' | 'APPROVED' | 'COMPLETED' | 'VOIDED'

/** Money that went back of a captured order. */
export interface Refund {
  readonly id: string
  /** The shop's own name of it; a repetition with it answers with the first refund. */
  readonly requestId: string
  /** Decimal text. */
  readonly amount: string
}

/** An order of a shop: the customer approves it on the wallet's page, then the shop captures it. */
export interface Order extends Owned {
  readonly id: string
  /** The shop's own name of the order; a repetition with it answers with the first order. */
  readonly requestId: string
  readonly status: OrderStatus
  /** Decimal text, as `159.15`. */
  readonly amount: string
  readonly currency: string
  readonly description: string
  readonly returnUrl: string
  readonly cancelUrl: string
  readonly webhookUrl: string | null
  /** Of the customer, where the shop knows it; else the browser's. */
  readonly language: string | null
  /** What the customer's return brings; made at the approval. */
  readonly payerId: string | null
  readonly captureId: string | null
  readonly refusal: string | null
  /** Oldest first; orders of earlier releases have none. */
  readonly refunds?: readonly Refund[]
  readonly createdAt: string
  readonly validUntil: string
}

const address = z.url({ protocol: /^https?$/ })

/** Body of a new order, as far as the sandbox reads it. */
export const NewOrder = z.object({
  intent: z.literal('CAPTURE'),
  purchase_units: z.tuple([z.object({
    amount: z.object({ currency_code: z.string().regex(/^[A-Z]{3}$/), value: z.string().regex(/^\d{1,9}(\.\d{1,3})?$/) }),
    custom_id: z.string().min(1).max(127),
    description: z.string().max(127).default(''),
  })]),
  application_context: z.object({ return_url: address, cancel_url: address, locale: z.string().max(10).optional() }),
  /** The sandbox's own field: where events about this order go. */
  webhook_url: address.optional(),
})
export type NewOrder = z.infer<typeof NewOrder>

/** Body of a refund. */
export const NewRefund = z.object({ amount: z.object({ currency_code: z.string().regex(/^[A-Z]{3}$/), value: z.string().regex(/^\d{1,9}(\.\d{1,3})?$/) }) })
export type NewRefund = z.infer<typeof NewRefund>

/** Thousandths, which every currency's decimal text has whole. */
export const thousandths = (amount: string): number => {
  const [whole = '', part = ''] = amount.split('.')
  return Number(whole + part.padEnd(3, '0'))
}

/** Why a request changed nothing: HTTP status and the wallet's name of the problem. */
export class Refusal extends Error {
  readonly status: number
  readonly issue: string
  constructor(status: number, issue: string) {
    super(issue)
    this.status = status
    this.issue = issue
  }
}

/** Where the customer approves an order. */
export const approvePath = ({ id }: Order): string => `/checkoutnow?token=${id}`

/** A refund as answers carry it; it names the order that it is of. */
export const refundAnswer = ({ currency, requestId }: Order, { id, amount }: Refund): Readonly<Record<string, unknown>> =>
  ({ id, status: 'COMPLETED', amount: { currency_code: currency, value: amount }, custom_id: requestId })

/** An order as answers and events carry it. */
export const orderAnswer = (order: Order, origin: string): Readonly<Record<string, unknown>> => ({
  id: order.id,
  intent: 'CAPTURE',
  status: order.status,
  create_time: order.createdAt,
  purchase_units: [{
    amount: { currency_code: order.currency, value: order.amount },
    custom_id: order.requestId,
    ...(order.captureId !== null && {
      payments: {
        captures: [{ id: order.captureId, status: 'COMPLETED', amount: { currency_code: order.currency, value: order.amount } }],
        ...(order.refunds && { refunds: order.refunds.map((refund) => refundAnswer(order, refund)) }),
      },
    }),
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
