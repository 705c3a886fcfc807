import { createHash } from 'node:crypto'
import { parseJson } from '@checkin/http'
import type * as z from 'zod'
import { decimalText } from '../../pricing/money.ts'
import { isCallbackProved, isMacOf } from '../../tenants/callback-proof.ts'
import { callProvider, type ProviderReply } from './provider-call.ts'
import type { ProviderTimes, WalletAccount } from './provider-settings.ts'
import { refundSuffix, type ProviderEvent, type ProviderOutcome, type RawCallback, type WalletProvider } from './provider.ts'
import { issueOf, orderOutcome, refundOutcome, WalletEvent, WalletOrder, WalletRefund, WalletRefusal } from './wallet-wire.ts'

const lost = (reason: 'timeout' | 'network' | 'unreadable'): ProviderOutcome => ({ kind: 'unknown', reason })

/** What the wallet answered: what was asked for, a refusal by its issue, or nothing that can be built on. */
type Answer<Content> = { readonly kind: 'answer'; readonly content: Content } | { readonly kind: 'refused'; readonly issue: string } | { readonly kind: 'outcome'; readonly outcome: ProviderOutcome }

/**
 * The redirect wallet (PayPal-like orders): an order under our id, the renter's approval, our capture. The wallet takes the
 * money only when we capture, and a capture asked for again answers as the first one did.
 */
export function createWalletProvider({ account, times }: { readonly account: WalletAccount; readonly times: ProviderTimes }): WalletProvider {
  const authorization = `Basic ${Buffer.from(`${account.clientId}:${account.clientSecret}`).toString('base64')}`
  const ask = async <Content>(schema: z.ZodType<Content>, method: 'GET' | 'POST', path: string, content: object | null, requestId: string, limit: AbortSignal | undefined): Promise<Answer<Content>> => read(schema, await callProvider({
    method, url: account.url + path, ...(content !== null && { body: JSON.stringify(content) }),
    headers: { ...(content !== null && { 'content-type': 'application/json' }), accept: 'application/json', authorization, 'wallet-request-id': requestId },
  }, times, limit))
  const send = (method: 'GET' | 'POST', path: string, content: object | null, requestId: string, limit: AbortSignal | undefined) => ask(WalletOrder, method, path, content, requestId, limit)
  const orderOf = (id: string, limit: AbortSignal | undefined) => send('GET', `/v2/checkout/orders?custom_id=${encodeURIComponent(id)}`, null, id, limit)

  const status = async (id: string, limit: AbortSignal | undefined): Promise<ProviderOutcome> => {
    const answer = await orderOf(id, limit)
    if (answer.kind === 'answer') return isAbout(answer.content, id) ? orderOutcome(answer.content) : lost('unreadable')
    if (answer.kind === 'outcome') return answer.outcome
    return answer.issue === 'RESOURCE_NOT_FOUND' ? { kind: 'notFound' } : { kind: 'unavailable', code: answer.issue }
  }

  return {
    createOrder: async (order, limit) => {
      const id = order.merchantTransactionId
      const answer = await send('POST', '/v2/checkout/orders', {
        intent: 'CAPTURE',
        purchase_units: [{
          amount: { currency_code: order.currency, value: decimalText(order.amountMinor, order.currency) }, custom_id: id, description: order.description,
        }],
        application_context: { return_url: order.successUrl, cancel_url: order.cancelUrl, ...(order.language !== null && { locale: order.language }) },
        webhook_url: order.callbackUrl,
      }, id, limit)
      if (answer.kind === 'answer') return isAbout(answer.content, id) ? orderOutcome(answer.content) : lost('unreadable')
      if (answer.kind === 'outcome') return answer.outcome
      return answer.issue === 'AUTHENTICATION_FAILURE' ? { kind: 'unavailable', code: answer.issue } : { kind: 'declined', providerId: null, code: answer.issue }
    },
    capture: async ({ merchantTransactionId: id, providerId }, limit) => {
      const answer = await send('POST', `/v2/checkout/orders/${encodeURIComponent(providerId)}/capture`, {}, `${id}.capture`, limit)
      if (answer.kind === 'answer') return isAbout(answer.content, id) ? orderOutcome(answer.content) : lost('unreadable')
      if (answer.kind === 'outcome') return answer.outcome
      switch (answer.issue) {
        case 'ORDER_NOT_APPROVED': case 'ORDER_ALREADY_CAPTURED': return status(id, limit)
        case 'ORDER_EXPIRED': return { kind: 'expired', providerId }
        case 'AUTHENTICATION_FAILURE': return { kind: 'unavailable', code: answer.issue }
        default: return { kind: 'declined', providerId, code: answer.issue }
      }
    },
    // It may have been captured while it was being cancelled: its status decides.
    cancel: async ({ merchantTransactionId: id, providerId }, limit) => {
      const answer = await send('POST', `/v2/checkout/orders/${encodeURIComponent(providerId)}/void`, {}, `${id}.void`, limit)
      return answer.kind === 'outcome' ? answer.outcome : status(id, limit)
    },
    // The wallet refunds a capture by its own name, which only the order tells.
    refund: async ({ merchantTransactionId: id, amountMinor, currency, number }, limit) => {
      const order = await orderOf(id, limit)
      if (order.kind === 'outcome') return order.outcome
      if (order.kind === 'refused') return { kind: 'unavailable', code: order.issue }
      const [unit] = order.content.purchase_units
      const [capture] = unit.payments?.captures ?? []
      if (!isAbout(order.content, id) || !capture) return lost('unreadable')
      const answer = await ask(WalletRefund, 'POST', `/v2/payments/captures/${encodeURIComponent(capture.id)}/refund`, { amount: { currency_code: currency, value: decimalText(amountMinor, currency) } }, `${id}.${refundSuffix(number)}`, limit)
      if (answer.kind === 'answer') return refundOutcome(answer.content)
      if (answer.kind === 'outcome') return answer.outcome
      return answer.issue === 'AUTHENTICATION_FAILURE' ? { kind: 'unavailable', code: answer.issue } : { kind: 'declined', providerId: null, code: answer.issue }
    },
    status: (id, limit) => status(id, limit),
    readCallback: (callback) => readCallback(callback, account.webhookSecret),
    acknowledgement: 'OK',
  }
}

const isAbout = (order: WalletOrder, id: string): boolean => order.purchase_units[0].custom_id === id

function read<Content>(schema: z.ZodType<Content>, reply: ProviderReply): Answer<Content> {
  if (reply.kind === 'unreached') return { kind: 'outcome', outcome: { kind: 'unavailable', code: 'unreached' } }
  if (reply.kind === 'lost') return { kind: 'outcome', outcome: lost(reply.reason) }
  const { status, json } = reply
  if (status === 503 || status === 429) return { kind: 'outcome', outcome: { kind: 'unavailable', code: String(status) } }
  if (status >= 400 && status < 500) {
    const refusal = WalletRefusal.safeParse(json)
    return refusal.success ? { kind: 'refused', issue: issueOf(refusal.data) } : { kind: 'outcome', outcome: lost('unreadable') }
  }
  const content = status >= 200 && status < 300 ? schema.safeParse(json) : null
  return content?.success ? { kind: 'answer', content: content.data } : { kind: 'outcome', outcome: lost('unreadable') }
}

/** A wallet of the release before says no version and signs neither address nor age; its form is taken until the release after this one. */
function isProved({ path, headers, body }: RawCallback, secret: string): boolean {
  const { 'wallet-transmission-id': id = '', 'wallet-transmission-time': moment = '', 'wallet-transmission-sig': proof, 'wallet-transmission-version': version } = headers
  return version === undefined ? isMacOf([id, moment, body], secret, proof) : isCallbackProved({ path, body, moment, proof }, secret, [id])
}

function readCallback(callback: RawCallback, secret: string): ProviderEvent | null {
  const { body } = callback
  if (!isProved(callback, secret)) return null
  const parsed = WalletEvent.safeParse(parseJson(body))
  if (!parsed.success) return null
  const { id, event_type: type, resource } = parsed.data
  const merchantTransactionId = resource.purchase_units[0].custom_id
  const [unit] = resource.purchase_units
  const refund = type === 'PAYMENT.CAPTURE.REFUNDED' ? unit.payments?.refunds.at(-1) : undefined
  return { eventId: createHash('sha256').update(JSON.stringify([id, type, unit])).digest('base64url'), merchantTransactionId, outcome: refund ? refundOutcome(refund) : orderOutcome(resource) }
}
