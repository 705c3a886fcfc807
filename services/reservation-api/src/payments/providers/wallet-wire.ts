import * as z from 'zod'
import { minorOfText } from '../../pricing/money.ts'
import type { ProviderOutcome } from './provider.ts'

const text = z.string().max(2000)
const Amount = z.object({ currency_code: z.string(), value: z.string() })

/** Money that went back of a capture. */
export const WalletRefund = z.object({ id: text.min(1), status: z.string(), amount: Amount })
export type WalletRefund = z.infer<typeof WalletRefund>

/** An order as answers and events of the wallet carry it. */
export const WalletOrder = z.object({
  id: text.min(1),
  status: z.enum(['CREATED', 'APPROVED', 'COMPLETED', 'VOIDED']),
  purchase_units: z.tuple([z.object({
    amount: Amount,
    custom_id: text.min(1),
    payments: z.object({ captures: z.array(z.object({ id: text.min(1), status: z.string(), amount: Amount })).min(1), refunds: z.array(WalletRefund).default([]) }).optional(),
  })]),
  details: z.array(z.object({ issue: z.string() })).optional(),
  links: z.array(z.object({ rel: z.string(), href: z.url({ protocol: /^https?$/ }) })).default([]),
})
export type WalletOrder = z.infer<typeof WalletOrder>

/** A refused call. */
export const WalletRefusal = z.object({ name: z.string(), details: z.array(z.object({ issue: z.string() })).optional() })
export const issueOf = (refusal: z.infer<typeof WalletRefusal>): string => refusal.details?.[0]?.issue ?? refusal.name

export const WalletEvent = z.object({ id: text.min(1), event_type: z.string(), resource: WalletOrder })

/** A refund that is done; one that is only begun, or cannot be read, decides nothing yet. */
export function refundOutcome({ id, status, amount }: WalletRefund): ProviderOutcome {
  const amountMinor = minorOfText(amount.value, amount.currency_code)
  if (status === 'FAILED' || status === 'CANCELLED') return { kind: 'declined', providerId: id, code: `REFUND_${status}` }
  if (status !== 'COMPLETED') return { kind: 'pending', providerId: null }
  return amountMinor === null ? { kind: 'unknown', reason: 'unreadable' } : { kind: 'refunded', providerId: id, amountMinor }
}

/** How an order stands. An approved one is not paid: our server has to take the money first. */
export function orderOutcome(order: WalletOrder): ProviderOutcome {
  const [unit] = order.purchase_units
  switch (order.status) {
    case 'COMPLETED': {
      const capture = unit.payments?.captures[0]
      const amountMinor = capture ? minorOfText(capture.amount.value, capture.amount.currency_code) : null
      if (!capture || amountMinor === null) return { kind: 'unknown', reason: 'unreadable' }
      return { kind: 'charged', providerId: order.id, amountMinor, currency: capture.amount.currency_code, card: null }
    }
    case 'VOIDED': return { kind: 'cancelled', providerId: order.id }
    case 'APPROVED': return refusalOf(order) ?? { kind: 'pending', providerId: order.id }
    case 'CREATED': {
      const approve = order.links.find(({ rel }) => rel === 'approve')
      return approve ? { kind: 'redirect', providerId: order.id, url: approve.href, frame: false } : { kind: 'pending', providerId: order.id }
    }
  }
}

const refusalOf = (order: WalletOrder): ProviderOutcome | null => {
  const issue = order.details?.[0]?.issue
  return issue === undefined ? null : { kind: 'declined', providerId: order.id, code: issue }
}
