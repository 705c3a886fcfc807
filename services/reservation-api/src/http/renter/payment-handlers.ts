import { randomUUID } from 'node:crypto'
import { contract, paymentStatusHeader, type PaymentLinked, type PaymentPost, type PaymentResult, type PaymentStanding, type PaymentStatus } from '@checkin/api'
import { ServiceError, type Database } from '@checkin/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { decimalOf, minorOf } from '../../pricing/money.ts'
import type { Call, Handlers } from '../handlers.ts'
import type { Tables } from '../../tables.ts'
import type { Session } from '../../identity/session-store.ts'
import { requireFeesBooked } from '../../drivers/age-fee.ts'
import { requireSession } from '../../identity/session.ts'
import { ownReservation, reservationOf } from '../../reservations/own-reservation.ts'
import { loadCards, type CardRow } from '../../reservations/reservation-store.ts'
import { forgetSavedCard } from '../../payments/forget-card.ts'
import type { Proceeding } from '../../reservations/proceeding.ts'
import type { PaymentView } from '../../payments/payment-view.ts'
import type { Payments } from '../../payments/payments.ts'
import type { CardInstrument } from '../../payments/providers/provider.ts'
import { reportJourney } from '../session-release.ts'
import { accountCode, isDeviceWallet } from '../../tenants/accounts/gateway-codes.ts'

const keyPattern = /^[\x21-\x7e]{1,255}$/

/** The key of one intention (DEC-48); a caller without one repeats nothing. */
function clientKey({ headers: { 'idempotency-key': key } }: FastifyRequest): string {
  if (key === undefined) return randomUUID()
  if (typeof key !== 'string' || !keyPattern.test(key)) throw new ServiceError(400, 'InvalidRequest', 'The Idempotency-Key is not usable')
  return key
}

/** The answer to POST /payment. A hold counts as done. */
function resultOf(view: PaymentView): PaymentResult {
  const result = { paymentId: view.paymentId, redirectURL: null, code: null }
  switch (view.state) {
    case 'paid': case 'authorised': case 'captured': return { ...result, status: 'paid' }
    case 'redirect': return { ...result, status: 'redirect', redirectURL: view.url }
    case 'checking': return { ...result, status: 'checking' }
    case 'declined': return { ...result, status: 'declined', code: view.code }
    default: return { ...result, status: 'declined', code: view.state }
  }
}

const none: PaymentStanding = { state: 'none', paymentId: null, provider: null, amount: null, redirectURL: null, isFrame: false, code: null }
const stateOnWire = {
  checking: 'checking', redirect: 'redirect', paid: 'paid', authorised: 'paid', captured: 'paid', declined: 'declined',
  cancelled: 'cancelled', expired: 'cancelled', voided: 'cancelled', refunded: 'cancelled',
} as const

const statusOf = (view: PaymentView | null): PaymentStanding => (view === null ? none : {
  state: stateOnWire[view.state], paymentId: view.paymentId, provider: view.provider, amount: decimalOf(view.amountMinor, view.currency),
  redirectURL: view.state === 'redirect' ? view.url : null, isFrame: view.state === 'redirect' && view.frame,
  code: view.state === 'declined' ? view.code : null,
})

/** The saved card that a body names, if it names one: only a card of this very reservation is one (DATA-20). */
function savedCard(cards: readonly CardRow[], { provider, token, referenceToken }: PaymentPost): CardRow | null {
  if (referenceToken === null && token === null) return null
  const known = cards.filter((card) => card.provider === provider)
  return known.find((card) => card.token === token) ?? (referenceToken === null ? null : known.find((card) => card.reference_token === referenceToken) ?? null)
}

function instrumentOf(session: Session, cards: readonly CardRow[], body: PaymentPost): CardInstrument | null {
  const saved = savedCard(cards, body)
  if (!saved && body.referenceToken === null) return body.token === null ? null : { kind: 'token', token: body.token }
  // Whoever only holds a link does not pay with somebody's card (DEC-77); neither learns whether a reference exists.
  if (session.level !== 'verified') throw new ServiceError(403, 'CodeRequired', 'Confirm the e-mailed code first')
  if (!saved) throw new ServiceError(400, 'InvalidRequest', 'There is no such saved card')
  return { kind: 'saved', referenceToken: saved.reference_token ?? saved.token, token: body.token === saved.token ? null : body.token }
}

const openStates: ReadonlySet<string> = new Set<PaymentStanding['state']>(['checking', 'redirect'])
const statusOfRefusal: Readonly<Record<string, PaymentStatus>> = { PaymentInProgress: 'open', PaymentDeclined: 'final' }

/** Says beside an answer, and beside a refusal that concerns it, how the payment stands. */
async function withStatus<Answer>(reply: FastifyReply, work: Promise<Answer>, stateOf: (answer: Answer) => PaymentStanding['state']): Promise<Answer> {
  try {
    const answer = await work
    void reply.header(paymentStatusHeader, openStates.has(stateOf(answer)) ? 'open' : 'final')
    return answer
  } catch (error) {
    const status = error instanceof ServiceError ? statusOfRefusal[error.code] : undefined
    if (status) void reply.header(paymentStatusHeader, status)
    throw error
  }
}

/** A payment call that failed on the server may have charged, so its payment is open, wherever in the server it failed. */
export function openWhenFailed(api: FastifyInstance, prefix: string): void {
  const calls = new Set([contract.postPayment, contract.cancelPayment, contract.logPayment].map(({ path }) => prefix + path))
  api.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode >= 500 && request.method === 'POST' && calls.has(request.routeOptions.url ?? '')) void reply.header(paymentStatusHeader, 'open')
    done(null, payload)
  })
}

/** API-28, API-29, API-44 and the two calls by which a page learns the status of a payment. */
export function paymentHandlers(database: Database<Tables>, payments: Payments, proceeding: Proceeding) {
  const own = (request: FastifyRequest, number: string) => {
    const session = requireSession(request, 'link')
    return database.withTenant(session.tenantId, async (transaction) => {
      const { row } = await ownReservation(transaction, session, number)
      const of = { tenantId: row.tenant_id, reservationId: row.id, purpose: 'balance' } as const
      return { session, row, of, cards: await loadCards(transaction, row.tenant_id, row.id) }
    })
  }

  const post = async ({ request, body, tenant, language }: Call<'postPayment'>): Promise<PaymentResult> => {
    const { currency, gateways } = tenant.settings
    if (isDeviceWallet(body.provider) && (!gateways.some(({ code }) => code === body.provider) || body.transactionType === 'Preauth' || body.referenceToken !== null)) {
      throw new ServiceError(400, 'InvalidRequest', 'There is no such way to pay')
    }
    const { session, row, cards } = await own(request, body.documentId)
    const instrument = instrumentOf(session, cards, body)
    // One rule with pre-checkout: a card that the card form did not accept is sent to nobody. A wallet has no such form.
    if (instrument && !body.validated) throw new ServiceError(400, 'PaymentDeclined', 'The card was not accepted', { data: { state: 'declined' } })
    const isHold = body.transactionType === 'Preauth'
    const amountMinor = minorOf(body.amount, currency)
    if (isHold && amountMinor !== row.deposit_minor) {
      throw new ServiceError(409, 'AmountChanged', 'Another deposit is asked for', { data: { amount: decimalOf(row.deposit_minor ?? 0, currency) } })
    }
    if (!isHold) await requireFeesBooked(database, { tenant, session, proceeding, act: 'pay' })
    return resultOf(await payments.start({
      tenant, reservationId: row.id, purpose: isHold ? 'deposit' : 'balance', amountMinor, rowVersion: null, sessionId: session.id,
      method: { provider: accountCode(body.provider), instrument, register: body.isRecurrent }, clientKey: clientKey(request), language,
    }))
  }

  const log = async ({ request, body }: Call<'logPayment'>): Promise<PaymentLinked> => {
    const { of, row } = await own(request, body.documentId).catch((error: unknown) => {
      throw error instanceof ServiceError && error.status === 404 ? new ServiceError(404, 'NotFound', 'There is no such payment') : error
    })
    const found = await payments.confirm(of, body.uniqueIdentifier)
    if (found.kind === 'unknown') throw new ServiceError(404, 'NotFound', 'There is no such payment')
    // The only case in which a renter reads that the money went through and the company has to be asked (PAY-34).
    if (found.kind === 'unrecorded') throw new ServiceError(409, 'PaymentNotLinked', 'The payment could not be booked yet')
    const { payment } = found
    if (payment.state === 'paid') return { linked: true, guid: row.guid }
    if (payment.state === 'checking' || payment.state === 'redirect') {
      throw new ServiceError(409, 'PaymentInProgress', 'The provider has not decided yet', { data: { paymentId: payment.paymentId } })
    }
    throw new ServiceError(400, 'PaymentDeclined', 'Nothing was taken', { data: { state: payment.state } })
  }

  const forget = async ({ request, body }: Call<'forgetCard'>): Promise<{ readonly forgotten: true }> => {
    const session = requireSession(request, 'verified')
    await database.withTenant(session.tenantId, async (transaction) => {
      const { row } = await ownReservation(transaction, session, body.documentId)
      if (!await forgetSavedCard(transaction, { tenantId: row.tenant_id, reservationId: row.id }, body.token)) {
        throw new ServiceError(409, 'PaymentInProgress', 'A payment or a deposit stands on this card')
      }
    })
    return { forgotten: true }
  }

  /** A payment may have completed check-in, which no later call of the page need say. The answer does not depend on it. */
  const reported = async <Answer>({ request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply }, work: Promise<Answer>, stateOf: (answer: Answer) => PaymentStanding['state']): Promise<Answer> => {
    const answer = await withStatus(reply, work, stateOf)
    if (stateOf(answer) !== 'paid') return answer
    const session = requireSession(request, 'link')
    const stored = await database.withTenant(session.tenantId, (transaction) => reservationOf(transaction, session)).catch(() => null)
    if (stored) reportJourney(stored, request, reply)
    return answer
  }

  return {
    forgetCard: forget,
    postPayment: (call) => reported(call, post(call), ({ status }) => status),
    getPaymentState: async ({ request, reply, params }) => reported({ request, reply }, own(request, params.reservation).then(({ of }) => payments.refresh(of)).then(statusOf), ({ state }) => state),
    cancelPayment: async ({ request, reply, body }) => withStatus(reply, own(request, body.documentId).then(({ of }) => payments.cancel(of)).then(statusOf), ({ state }) => state),
    logPayment: (call) => reported(call, log(call), () => 'paid'),
  } satisfies Handlers
}
