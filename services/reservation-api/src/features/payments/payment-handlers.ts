import { randomUUID } from 'node:crypto'
import type { PaymentPost, PaymentResult, PaymentStanding } from '@checkin/api'
import { ServiceError, type Database } from '@checkin/server'
import type { FastifyRequest } from 'fastify'
import { decimalOf, minorOf } from '../../pricing/decimal.ts'
import type { Handlers } from '../../server/handlers.ts'
import type { Tables } from '../../tables.ts'
import type { Session } from '../identity/session-store.ts'
import { requireFeesBooked } from '../driver/book-fees.ts'
import { requireSession } from '../identity/session.ts'
import { ownReservation } from '../offers/own-reservation.ts'
import { loadCards, type CardRow } from '../reservations/reservation-store.ts'
import type { PaymentView } from './payment-view.ts'
import type { Payments } from './payments.ts'
import type { CardMeans } from './providers/provider.ts'

const keyPattern = /^[\x21-\x7e]{1,255}$/

/** The key of one intention (DEC-48); a caller without one repeats nothing. */
function clientKey({ headers: { 'idempotency-key': key } }: FastifyRequest): string {
  if (key === undefined) return randomUUID()
  if (typeof key !== 'string' || !keyPattern.test(key)) throw new ServiceError(400, 'InvalidRequest', 'The Idempotency-Key is not usable')
  return key
}

/** How a payment is told in the answer to POST /payment. A hold counts as done. */
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
const standingStates = {
  checking: 'checking', redirect: 'redirect', paid: 'paid', authorised: 'paid', captured: 'paid', declined: 'declined',
  cancelled: 'cancelled', expired: 'cancelled', voided: 'cancelled', refunded: 'cancelled',
} as const

const standingOf = (view: PaymentView | null): PaymentStanding => (view === null ? none : {
  state: standingStates[view.state], paymentId: view.paymentId, provider: view.provider, amount: decimalOf(view.amountMinor),
  redirectURL: view.state === 'redirect' ? view.url : null, isFrame: view.state === 'redirect' && view.frame,
  code: view.state === 'declined' ? view.code : null,
})

/** The saved card that a body names, if it names one: only a card of this very reservation is one (DATA-20). */
function savedCard(cards: readonly CardRow[], { provider, token, referenceToken }: PaymentPost): CardRow | null {
  if (referenceToken === null && token === null) return null
  const known = cards.filter((card) => card.provider === provider)
  return known.find((card) => card.token === token) ?? (referenceToken === null ? null : known.find((card) => card.reference_token === referenceToken) ?? null)
}

function meansOf(session: Session, cards: readonly CardRow[], body: PaymentPost): CardMeans | null {
  const saved = savedCard(cards, body)
  if (!saved && body.referenceToken === null) return body.token === null ? null : { kind: 'token', token: body.token }
  // Whoever only holds a link does not pay with somebody's card (DEC-77); neither learns whether a reference exists.
  if (session.level !== 'verified') throw new ServiceError(403, 'CodeRequired', 'Confirm the e-mailed code first')
  if (!saved) throw new ServiceError(400, 'InvalidRequest', 'There is no such saved card')
  return { kind: 'saved', referenceToken: saved.reference_token ?? saved.token, token: body.token === saved.token ? null : body.token }
}

/** API-28, API-29 and the two calls by which a page learns the truth about a payment. */
export function paymentHandlers(database: Database<Tables>, payments: Payments) {
  const own = (request: FastifyRequest, number: string) => {
    const session = requireSession(request, 'link')
    return database.withTenant(session.tenantId, async (transaction) => {
      const { row } = await ownReservation(transaction, session, number)
      const of = { tenantId: row.tenant_id, reservationId: row.id, purpose: 'balance' } as const
      return { session, row, of, cards: await loadCards(transaction, row.tenant_id, row.id) }
    })
  }

  return {
    postPayment: async ({ request, body, tenant, language }) => {
      const { session, row, cards } = await own(request, body.documentId)
      const means = meansOf(session, cards, body)
      // One rule with pre-checkout: a card that the card form did not accept is sent to nobody. A wallet has no such form.
      if (means && !body.validated) throw new ServiceError(400, 'PaymentDeclined', 'The card was not accepted', { data: { state: 'declined' } })
      const isHold = body.transactionType === 'Preauth'
      if (isHold && minorOf(body.amount) !== row.deposit_minor) {
        throw new ServiceError(409, 'AmountChanged', 'Another deposit is asked for', { data: { amount: decimalOf(row.deposit_minor ?? 0) } })
      }
      if (!isHold) await requireFeesBooked(database, session)
      return resultOf(await payments.start({
        tenant, reservationId: row.id, purpose: isHold ? 'deposit' : 'balance', amountMinor: minorOf(body.amount), rowVersion: null, sessionId: session.id,
        method: { provider: body.provider, means, register: body.isRecurrent }, clientKey: clientKey(request), language,
      }))
    },

    getPaymentState: async ({ request, params }) => standingOf(await payments.refresh((await own(request, params.reservation)).of)),

    cancelPayment: async ({ request, body }) => standingOf(await payments.cancel((await own(request, body.documentId)).of)),

    logPayment: async ({ request, body }) => {
      const { of, row } = await own(request, body.documentId).catch((error: unknown) => {
        throw error instanceof ServiceError && error.status === 404 ? new ServiceError(404, 'NotFound', 'There is no such payment') : error
      })
      const found = await payments.confirm(of, body.uniqueIdentifier)
      if (found.kind === 'unknown') throw new ServiceError(404, 'NotFound', 'There is no such payment')
      // The only case in which a renter is told that the money went through and the company has to be asked (PAY-34).
      if (found.kind === 'unbooked') throw new ServiceError(409, 'PaymentNotLinked', 'The payment could not be booked yet')
      const { payment } = found
      if (payment.state === 'paid') return { linked: true, guid: row.guid }
      if (payment.state === 'checking' || payment.state === 'redirect') {
        throw new ServiceError(409, 'PaymentInProgress', 'The provider has not said yet', { data: { paymentId: payment.paymentId } })
      }
      throw new ServiceError(400, 'PaymentDeclined', 'Nothing was taken', { data: { state: payment.state } })
    },
  } satisfies Handlers
}
