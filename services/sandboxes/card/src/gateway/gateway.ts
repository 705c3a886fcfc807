import { randomBytes, randomUUID } from 'node:crypto'
import type { Documents, Owned } from '@checkin/sandbox-kit'
import { callbackBodies } from './callbacks.ts'
import { minorOf, type ChargeType, type FollowUp, type FollowUpType, type Order } from './order.ts'
import type { Behaviour } from './scenarios.ts'
import { Refusal, untouched, type Card, type CardToken, type SavedCard, type Transaction } from './transaction.ts'

const minute = 60_000
const day = 24 * 60 * minute
/** The customer has longer for 3-D Secure than the shop waits, so that the shop's own cancelling is what ends it. */
const redirectMs = 20 * minute
/** How long a hold lasts differs by brand, so a shop has to read `captureBefore`. */
const holdDays: Readonly<Record<string, number>> = { mastercard: 30 }

/** Work for later: a callback to deliver, or an order to end or to make. */
export type Work = Owned & (
  | { readonly kind: 'callback'; readonly url: string; readonly body: string }
  | { readonly kind: 'settle'; readonly uuid: string; readonly code: number | null }
  | { readonly kind: 'order'; readonly type: ChargeType; readonly order: Order }
  | { readonly kind: 'follow-up'; readonly type: FollowUpType; readonly order: FollowUp }
)

/** The provider's tables, or one merchant's part of them. */
export interface Ledger {
  /** Requests are the shop's own ids of transactions. */
  readonly transactions: Documents<Transaction>
  readonly tokens: Documents<CardToken>
  readonly cards: Documents<SavedCard>
}

export interface GatewayOptions {
  readonly ledger: Ledger
  /** Milliseconds; the sandbox's clock can be moved. */
  readonly now: () => number
  readonly atomically: <Result>(work: () => Result) => Result
  /** Notes work for an instant of the clock. */
  readonly later: (dueAt: number, work: Work) => void
}

export type Gateway = ReturnType<typeof createGateway>

/** The provider's ledger and its rules. Every change is one transaction of its store, callbacks included. */
export function createGateway({ ledger: { transactions, tokens, cards }, now, atomically, later }: GatewayOptions) {
  const notify = (transaction: Transaction, callbacks: Behaviour['callbacks']): void => {
    const { callbackUrl } = transaction
    if (callbackUrl === null) return
    for (const { body, afterMs } of callbackBodies(transaction, callbacks)) later(now() + afterMs, { kind: 'callback', url: callbackUrl, body })
  }

  /** The card that an order is paid with; marks a one-time token as used. */
  const cardOf = (order: Order, keepToken: boolean): { card: Card; code: number | null } => {
    const token = order.transactionToken === undefined ? null : usable(tokens.get(order.transactionToken), now())
    if (order.transactionToken !== undefined && token === null) throw new Refusal(1002, 'The token is unknown, used or expired')
    if (order.referenceUuid === undefined && !token?.card) throw new Refusal(1002, 'A token or a reference is required')
    if (token && !keepToken) tokens.put({ ...token, used: true })
    if (order.referenceUuid === undefined) return { card: token?.card as Card, code: null }
    const saved = cards.get(order.referenceUuid)
    if (!saved) throw new Refusal(1002, 'There is no such reference')
    return { card: saved.card, code: savedCardCode(saved, isByMerchant(order)) }
  }

  const insert = (transaction: Transaction, callbacks: Behaviour['callbacks']): Transaction => {
    transactions.put(transaction)
    if (transaction.captureBefore !== null) later(Date.parse(transaction.captureBefore), { kind: 'settle', uuid: transaction.uuid, code: 2005 })
    if (transaction.status === 'SUCCESS' || transaction.status === 'ERROR' || callbacks === 'early') notify(transaction, callbacks)
    return transaction
  }

  /** Debit, hold or registration. Throws Refusal for what changes nothing, a repeated id (3004) included. */
  const charge = (type: ChargeType, order: Order, behaviour: Behaviour): Transaction => {
    const amountMinor = minorOf(order.amount, order.currency)
    if (amountMinor === null || (type !== 'REGISTER' && amountMinor === 0)) throw new Refusal(1002, 'The amount is not possible')
    return atomically(() => {
      if (transactions.byRequest(order.merchantTransactionId)) throw new Refusal(3004, 'Duplicate transaction ID')
      const softDeclined = behaviour.result.kind === 'soft-decline' && order.threeDSecureData['3dsecure'] !== 'MANDATORY'
      const { card, code } = cardOf(order, softDeclined)
      const base = newTransaction(type, order, amountMinor, card, now())
      const registration = order.withRegister || type === 'REGISTER' ? `ref_${randomUUID()}` : null
      const asked = behaviour.result.kind === 'redirect' && isByMerchant(order) ? { kind: 'decline' as const, code: 2022 } : behaviour.result
      const result = code === null ? asked : { kind: 'decline' as const, code }
      if (result.kind === 'decline') return insert({ ...base, status: 'ERROR', code: result.code }, behaviour.callbacks)
      if (softDeclined) return insert({ ...base, status: 'ERROR', code: 2022 }, behaviour.callbacks)
      if (registration) cards.put({ reference: registration, card, state: 'valid' })
      if (result.kind === 'approve') return insert(holdOf({ ...base, status: 'SUCCESS', registration }, now()), behaviour.callbacks)
      const waiting: Transaction = result.kind === 'pending'
        ? { ...base, status: 'PENDING', registration }
        : { ...base, status: 'REDIRECT', registration, redirectUntil: new Date(now() + redirectMs).toISOString(), challenge: result.kind === 'redirect' ? result.challenge : 'challenge' }
      if (result.kind === 'pending') later(now() + result.afterMs, { kind: 'settle', uuid: base.uuid, code: result.code })
      else later(now() + redirectMs, { kind: 'settle', uuid: base.uuid, code: 2005 })
      return insert(waiting, behaviour.callbacks)
    })
  }

  /** Ends what waits: 3-D Secure, work of the acquirer, or a hold whose time is over. What has ended already stays as it is. */
  const settle = (uuid: string, code: number | null): Transaction | null => {
    return atomically(() => {
      const transaction = transactions.get(uuid)
      if (!transaction) return null
      const waits = transaction.status === 'REDIRECT' || transaction.status === 'PENDING'
      const heldTooLong = code === 2005 && transaction.captureBefore !== null && !transaction.voided && transaction.capturedMinor === 0 && Date.parse(transaction.captureBefore) <= now()
      if (!waits && !heldTooLong) return transaction
      const ended: Transaction = code === null ? holdOf({ ...transaction, status: 'SUCCESS' }, now()) : { ...transaction, status: 'ERROR', code }
      transactions.put(ended)
      if (ended.captureBefore !== null && code === null) later(Date.parse(ended.captureBefore), { kind: 'settle', uuid, code: 2005 })
      notify(ended, 'once')
      return ended
    })
  }

  /** Capture, void or refund of an earlier transaction; a declined one is kept under its id and changes nothing else. */
  const followUp = (type: FollowUpType, request: FollowUp, { result, callbacks }: Behaviour): Transaction => {
    return atomically(() => {
      if (transactions.byRequest(request.merchantTransactionId)) throw new Refusal(3004, 'Duplicate transaction ID')
      const named = transactions.get(request.referenceUuid)
      // A capture is refunded by its own number or by that of its hold.
      const original = type === 'REFUND' && named?.type === 'CAPTURE' ? transactions.get(named.referenceUuid ?? '') : named
      if (!original) throw new Refusal(8001, 'Transaction not found')
      if (request.currency !== undefined && request.currency !== original.currency) throw new Refusal(1002, 'The currency is another')
      const amountMinor = request.amount === undefined ? rest(type, original) : minorOf(request.amount, original.currency)
      if (amountMinor === null) throw new Refusal(1002, 'The amount is not possible')
      const changed = changedBy(type, original, amountMinor)
      const transaction: Transaction = {
        ...original, uuid: randomUUID(), merchantTransactionId: request.merchantTransactionId, type, status: 'SUCCESS', code: null, amountMinor,
        referenceUuid: original.uuid, callbackUrl: request.callbackUrl ?? null, createdAt: new Date(now()).toISOString(), ...untouched,
      }
      if (result.kind === 'decline') return insert({ ...transaction, status: 'ERROR', code: result.code }, callbacks)
      transactions.put(changed)
      if (changed.status !== original.status) notify(changed, 'once')
      return insert(transaction, callbacks)
    })
  }

  return { charge, settle, followUp }
}

const usable = (token: CardToken | null, now: number): CardToken | null => (token && !token.used && Date.parse(token.validUntil) > now ? token : null)

/** The shop asks without its customer: no security code, and nobody for the bank to ask. */
const isByMerchant = ({ transactionIndicator }: Order): boolean => transactionIndicator === 'CARDONFILE-MERCHANT-INITIATED'

const savedCardCode = ({ state }: SavedCard, byMerchant: boolean): number | null => ({ valid: null, removed: 2001, expired: 2009, 'cvv-refused': byMerchant ? null : 2020 })[state]

const newTransaction = (type: ChargeType, order: Order, amountMinor: number, card: Card, now: number): Transaction => ({
  uuid: randomBytes(10).toString('hex'), merchantTransactionId: order.merchantTransactionId, type, status: 'PENDING', code: null, amountMinor, currency: order.currency,
  ...untouched, referenceUuid: order.referenceUuid ?? null, card,
  callbackUrl: order.callbackUrl ?? null, successUrl: order.successUrl, cancelUrl: order.cancelUrl, description: order.description, language: order.language ?? null,
  createdAt: new Date(now).toISOString(),
})

/** A successful hold says until when it can be captured; a debit is captured at once. */
function holdOf(transaction: Transaction, now: number): Transaction {
  if (transaction.type === 'DEBIT') return { ...transaction, capturedMinor: transaction.amountMinor }
  if (transaction.type !== 'PREAUTHORIZE') return transaction
  return { ...transaction, captureBefore: new Date(now + (holdDays[transaction.card?.brand ?? ''] ?? 7) * day).toISOString() }
}

const rest = (type: FollowUpType, { amountMinor, capturedMinor, refundedMinor }: Transaction): number =>
  type === 'REFUND' ? capturedMinor - refundedMinor : amountMinor

/** What an operation makes of the transaction it is about; throws 1006 for what is not possible. */
function changedBy(type: FollowUpType, original: Transaction, amountMinor: number): Transaction {
  const impossible = new Refusal(1006, 'Logically not possible')
  const held = original.type === 'PREAUTHORIZE' && original.status === 'SUCCESS'
  switch (type) {
    case 'VOID':
      if (original.status === 'REDIRECT') return { ...original, status: 'ERROR', code: 2002 }
      // A hold that is voided already may be voided again.
      if (held && original.capturedMinor === 0) return { ...original, voided: true }
      throw impossible
    case 'CAPTURE':
      // What is not captured is released with the first capture.
      if (!held || original.voided || amountMinor <= 0 || original.capturedMinor > 0 || amountMinor > original.amountMinor) throw impossible
      return { ...original, capturedMinor: amountMinor }
    case 'REFUND':
      if (original.status !== 'SUCCESS' || amountMinor <= 0 || original.refundedMinor + amountMinor > original.capturedMinor) throw impossible
      return { ...original, refundedMinor: original.refundedMinor + amountMinor }
  }
}
