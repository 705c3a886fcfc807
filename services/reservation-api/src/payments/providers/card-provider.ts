import { createHash } from 'node:crypto'
import { parseJson } from '@checkin/http'
import type * as z from 'zod'
import { cardSignature, cardSignatureHolds } from './card-wire.ts'
import { CallbackBody, codeOf, duplicateId, failure, notKnown, redirected, softDecline, StatusAnswer, success, TransactionAnswer } from './card-wire.ts'
import { decimalText } from '../../pricing/money.ts'
import { callProvider } from './provider-call.ts'
import type { CardAccount, ProviderTimes } from './provider-settings.ts'
import { refundSuffix, type CardOrder, type CardProvider, type MoneyOfOrder, type ProviderEvent, type ProviderOutcome, type RawCallback } from './provider.ts'

export interface CardProviderOptions {
  readonly account: CardAccount
  readonly times: ProviderTimes
  /** Now, for the signature's date. */
  readonly clock?: () => Date
}

const contentType = 'application/json; charset=utf-8'
const lost = (reason: 'timeout' | 'network' | 'unreadable'): ProviderOutcome => ({ kind: 'unknown', reason })

/** Further transactions of one payment have its id with a suffix, so that they too are sent only once however often they are asked for. */
const suffixed = (id: string, suffix: 'secure' | 'void' | 'capture' | ReturnType<typeof refundSuffix>): string => `${id}.${suffix}`
const withoutSuffix = (id: string): string => id.replace(/\.(secure|void|refund[0-9]*|capture|v[0-9a-z]+)$/, '')
/** Another void of a hold whose first one was refused: voiding twice does no harm, so that it may have an id of its own, the same within a second. */
const voidAgain = (id: string, now: Date): string => `${id}.v${Math.floor(now.getTime() / 1000).toString(36)}`

/**
 * The hosted-fields card provider by its public format. Every ambiguity is `unknown`, never a failure;
 * a repetition is answered with how the first one stands (code 3004, then its status).
 */
export function createCardProvider({ account, times, clock = () => new Date() }: CardProviderOptions): CardProvider {
  const send = async <Schema extends z.ZodType>(schema: Schema, method: 'GET' | 'POST', path: string, content: object | null, limit: AbortSignal | undefined): Promise<z.infer<Schema> | ProviderOutcome> => {
    const url = account.url + path
    const body = content === null ? '' : JSON.stringify(content)
    const date = clock().toUTCString()
    const type = content === null ? '' : contentType
    const { pathname, search } = new URL(url)
    const reply = await callProvider({
      method, url, ...(content !== null && { body }),
      headers: {
        ...(content !== null && { 'content-type': type }), accept: 'application/json', 'x-date': date,
        authorization: `Basic ${Buffer.from(`${account.user}:${account.password}`).toString('base64')}`,
        'x-signature': cardSignature({ method, body, contentType: type, date, uri: pathname + search }, account.secret),
      },
    }, times, limit)
    if (reply.kind === 'unreached') return { kind: 'unavailable', code: 'unreached' }
    if (reply.kind === 'lost') return lost(reply.reason)
    if (reply.json === null && (reply.status === 503 || reply.status === 429)) return { kind: 'unavailable', code: String(reply.status) }
    if (reply.status >= 500 || (reply.status >= 300 && reply.status < 400)) return lost('unreadable')
    const parsed = schema.safeParse(reply.json)
    return parsed.success ? parsed.data : lost('unreadable')
  }
  type Limit = AbortSignal | undefined
  const transaction = (operation: string, content: object, limit: Limit) => send(TransactionAnswer, 'POST', `/api/v3/transaction/${account.apiKey}/${operation}`, content, limit)

  const statusOf = async (id: string, limit: Limit): Promise<ProviderOutcome & { readonly code?: string } | 'soft-declined'> => {
    const answer = await send(StatusAnswer, 'GET', `/api/v3/status/${account.apiKey}/getByMerchantTransactionId/${encodeURIComponent(id)}`, null, limit)
    if ('kind' in answer) return answer
    const uuid = answer.uuid ?? null
    const errorCode = codeOf(answer)
    if (!answer.success) return errorCode === notKnown ? { kind: 'notFound' } : errorCode === null ? lost('unreadable') : { kind: 'unavailable', code: String(errorCode) }
    switch (answer.transactionStatus) {
      case 'SUCCESS': return success(answer)
      case 'VOIDED': return uuid === null ? lost('unreadable') : { kind: 'voided', providerId: uuid }
      case 'REDIRECT': return redirected(answer)
      case 'PENDING': return { kind: 'pending', providerId: uuid }
      case 'ERROR': return errorCode === softDecline ? 'soft-declined' : failure(errorCode, uuid)
      case undefined: return lost('unreadable')
    }
  }

  /** After a soft decline the payment goes on under its second id; one that was not sent yet is for the caller to send again. */
  const status = async (id: string, limit: Limit): Promise<ProviderOutcome> => {
    const first = await statusOf(id, limit)
    if (first !== 'soft-declined') return first
    const second = await statusOf(suffixed(id, 'secure'), limit)
    return second === 'soft-declined' ? { kind: 'declined', providerId: null, code: String(softDecline) } : second
  }

  const charge = async (operation: 'debit' | 'preauthorize', order: CardOrder, secure: boolean, limit: Limit): Promise<ProviderOutcome> => {
    const id = secure ? suffixed(order.merchantTransactionId, 'secure') : order.merchantTransactionId
    const answer = await transaction(operation, orderBody(order, id, secure), limit)
    if ('kind' in answer) return answer
    const errorCode = codeOf(answer)
    if (answer.returnType === 'FINISHED' && answer.success) return success(answer)
    if (answer.returnType === 'REDIRECT') return redirected(answer)
    if (answer.returnType === 'PENDING' || answer.returnType === 'PENDING_DCC') return { kind: 'pending', providerId: answer.uuid ?? null }
    // Nobody is there whom the bank could ask.
    const goOnSecurely = () => (order.isMerchantInitiated ? failure(softDecline, answer.uuid ?? null) : charge(operation, order, true, limit))
    if (errorCode === softDecline && !secure) return goOnSecurely()
    if (errorCode === duplicateId) {
      const stands = await status(order.merchantTransactionId, limit)
      // Known and not found: it was declined softly, and its second part was never sent.
      return stands.kind === 'notFound' && !secure ? goOnSecurely() : stands
    }
    return failure(errorCode, answer.uuid ?? null)
  }

  /** A further transaction of a payment, once under its own id; a repetition is answered with the first one's status. */
  const later = async (operation: 'refund' | 'capture', { merchantTransactionId, providerId, amountMinor, currency }: MoneyOfOrder, suffix: Parameters<typeof suffixed>[1], limit: Limit): Promise<ProviderOutcome> => {
    const id = suffixed(merchantTransactionId, suffix)
    const answer = await transaction(operation, { merchantTransactionId: id, referenceUuid: providerId, amount: decimalText(amountMinor, currency), currency }, limit)
    if ('kind' in answer) return answer
    if (answer.success) return success(answer)
    if (codeOf(answer) !== duplicateId) return failure(codeOf(answer), answer.uuid ?? null)
    const again = await statusOf(id, limit)
    return again === 'soft-declined' ? lost('unreadable') : again
  }

  return {
    debit: (order, limit) => charge('debit', order, false, limit),
    preauthorise: (order, limit) => charge('preauthorize', order, false, limit),
    status: (id, limit) => status(id, limit),
    void: async ({ merchantTransactionId, providerId }, limit) => {
      const voided = (id: string) => transaction('void', { merchantTransactionId: id, referenceUuid: providerId }, limit)
      const first = suffixed(merchantTransactionId, 'void')
      const answer = await voided(first)
      if ('kind' in answer) return answer
      // The status of the payment itself decides: it may have been paid while it was being cancelled.
      const stands = await status(merchantTransactionId, limit)
      if (answer.success || stands.kind !== 'held') return stands
      if (codeOf(answer) !== duplicateId) return refusal(answer)
      const before = await statusOf(first, limit)
      if (before === 'soft-declined' || !isRefusal(before)) return stands
      const again = await voided(voidAgain(merchantTransactionId, clock()))
      if ('kind' in again) return again
      return again.success || codeOf(again) === duplicateId ? status(merchantTransactionId, limit) : refusal(again)
    },
    refund: (refund, limit) => later('refund', refund, refundSuffix(refund.number), limit),
    capture: (capture, limit) => later('capture', capture, 'capture', limit),
    readCallback: (callback) => readCallback(callback, account.secret),
    acknowledgement: 'OK',
  }
}

const isRefusal = ({ kind }: ProviderOutcome): boolean => kind === 'declined' || kind === 'cancelled' || kind === 'expired'

/** What the refusal of a void says: of the void alone, never that the hold has ended. */
function refusal(answer: z.infer<typeof TransactionAnswer>): ProviderOutcome {
  const [code, providerId] = [codeOf(answer), answer.uuid ?? null]
  const outcome = failure(code, providerId)
  return isRefusal(outcome) ? { kind: 'declined', providerId, code: String(code) } : outcome
}

/** Only a token of the hosted fields is a token; what a saved card is called in our lists means nothing there. */
const isFieldToken = (token: string | null): token is string => token?.startsWith('ix::') ?? false

function orderBody(order: CardOrder, id: string, secure: boolean): object {
  const { instrument } = order
  return {
    merchantTransactionId: id, amount: decimalText(order.amountMinor, order.currency), currency: order.currency, description: order.description,
    successUrl: order.successUrl, cancelUrl: order.cancelUrl, errorUrl: order.cancelUrl, callbackUrl: order.callbackUrl, withRegister: order.register,
    ...(order.language !== null && { language: order.language }),
    threeDSecureData: { '3dsecure': order.isMerchantInitiated ? 'OFF' : secure ? 'MANDATORY' : 'OPTIONAL' },
    ...(instrument.kind === 'token'
      ? { transactionToken: instrument.token, transactionIndicator: order.register ? 'INITIAL' : 'SINGLE' }
      : { referenceUuid: instrument.referenceToken, transactionIndicator: order.isMerchantInitiated ? 'CARDONFILE-MERCHANT-INITIATED' : 'CARDONFILE', ...(isFieldToken(instrument.token) && { transactionToken: instrument.token }) }),
  }
}

function readCallback({ method, path, headers, body }: RawCallback, secret: string): ProviderEvent | null {
  const parts = { method, body, contentType: headers['content-type'] ?? '', date: headers['x-date'] ?? headers['date'] ?? '', uri: path }
  if (!cardSignatureHolds(headers['x-signature'], parts, secret)) return null
  const parsed = CallbackBody.safeParse(parseJson(body))
  if (!parsed.success) return null
  const answer = parsed.data
  const outcome = outcomeOf(answer)
  const facts = [answer.uuid, answer.transactionType, answer.result, answer.amount, answer.currency, answer.merchantTransactionId, codeOf(answer)]
  return {
    eventId: createHash('sha256').update(JSON.stringify(facts)).digest('base64url'),
    merchantTransactionId: withoutSuffix(answer.merchantTransactionId), outcome,
  }
}

function outcomeOf(answer: z.infer<typeof CallbackBody>): ProviderOutcome {
  if (answer.result === 'OK') return success(answer)
  if (answer.result === 'PENDING') return { kind: 'pending', providerId: answer.uuid }
  // The payment goes on with 3-D Secure; this is not its end.
  if (codeOf(answer) === softDecline) return { kind: 'pending', providerId: answer.uuid }
  return failure(codeOf(answer), answer.uuid)
}
