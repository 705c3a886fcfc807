import type { PrecheckoutSubmit } from '@checkin/api'
import { ServiceError } from '@checkin/server'
import type { Language } from '@checkin/i18n'
import { AgreementEnded, declineUnlessHeld, depositInstrument, heldTogether, holdOf, keyOfHold, requireHolding, type DepositInstrument } from './deposit.ts'
import { requireFeesBooked } from '../drivers/age-fee.ts'
import type { Session } from '../identity/session-store.ts'
import { unseal } from '../database/sealed-payload.ts'
import { isRefusal } from '../reservations/proceeding.ts'
import { loadCards } from '../reservations/reservation-store.ts'
import type { Tenant } from '../tenants/tenant-store.ts'
import { advanceAgreement } from './advance-agreement.ts'
import { askAgain } from './ask-again.ts'
import type { AgreementServices } from './agreement-services.ts'
import { agreementById, moveAgreement, type AgreementRow } from './agreement-store.ts'
import { beginAgreement } from './begin-agreement.ts'

/** Contexts of DEC-63 that the server answers; `submit-reservation` is the page's own. */
export type ProblemContext = 'already-processed' | 'summary-email' | 'payment' | 'agreement' | 'signature'

export type Submitted =
  | { readonly kind: 'ready'; readonly signatureUrl: string; readonly context: ProblemContext | null }
  | { readonly kind: 'checking' }
  | { readonly kind: 'redirect'; readonly url: string }
  /** Nothing more can be done online; `payment` may be tried with another card. */
  | { readonly kind: 'refused'; readonly context: ProblemContext }

export interface Submission {
  readonly session: Session
  readonly tenant: Tenant
  readonly language: Language
  readonly body: PrecheckoutSubmit
  /** Idempotency-Key of the call, the same over all repetitions of one press (DEC-48). */
  readonly key: string | null
}

/**
 * API-32: holds deposit and amount due together on one card (DEC-62), writes the agreement, and puts it before the renter. A repetition goes on
 * where the first call is and never holds twice; an agreement that waits for its signature is answered with `already-processed` (DEC-63).
 * Refuses with `AmountChanged` where a fee of age had to be booked first, and holds nothing (DEC-96).
 */
export async function submitPrecheckout(services: AgreementServices, submission: Submission): Promise<Submitted> {
  const { database } = services
  const { session, tenant, body } = submission
  if (!body.validated) return { kind: 'refused', context: 'payment' }
  const begun = await database.withTenant(tenant.id, async (transaction) => {
    const cards = await loadCards(transaction, tenant.id, session.reservationId)
    const instrument = depositInstrument(body.authorization, cards, tenant.settings, session)
    const agreement = await beginAgreement(transaction, { ...submission, number: body.documentId, signatures: services.signatures, proceeding: services.proceeding })
    return agreement && { ...agreement, instrument }
  })
  if (!begun) {
    await requireFeesBooked(database, { tenant, session, proceeding: services.proceeding, act: 'proceed' })
    return submitPrecheckout(services, submission)
  }
  const { row, isOwn, instrument } = begun
  const wasBegun = !isOwn && row.state !== 'holding'
  if (row.state === 'failed' && !isOwn) return retryAfterVoid(services, submission, row)
  if (row.state === 'withdrawing' && !isOwn) return retryAfterWithdrawal(services, submission, row)
  const going = row.state === 'refused' ? await askAgain(services, row, session.isPreview) : row
  if (going.state === 'holding') {
    const refused = await beginHold(services, submission, going, instrument)
    if (refused) return refused
  }
  const advanced = await advanceAgreement(services, tenant, going, going.state === 'open' ? 'signed' : 'open')
  const now = advanced?.row ?? await database.withTenant(tenant.id, (transaction) => agreementById(transaction, tenant.id, row.id))
  if (!now) return { kind: 'checking' }
  return submittedAs(services, now, { redirectUrl: advanced?.redirectUrl ?? null, isRepetition: wasBegun || now.was_known })
}

/** Begins the hold, once: the engine gives back the one that is under way. Answers a refusal when no money is held and none will be. */
async function beginHold({ database, payments }: AgreementServices, { session, tenant, body }: Submission, row: AgreementRow, instrument: DepositInstrument | null): Promise<Submitted | null> {
  const amountMinor = heldTogether(row)
  const { reservation_id: reservationId } = row
  if (amountMinor === 0) return null
  const former = await formerHold(payments, { tenantId: tenant.id, reservationId }, amountMinor)
  if (former === 'ending') return { kind: 'checking' }
  if (former === 'serves') return null
  // Another call may have begun the hold meanwhile: then this one goes on with it.
  const decline = async (): Promise<Submitted | null> => {
    const declined = await database.withTenant(tenant.id, (transaction) => declineUnlessHeld(transaction, row))
    return declined && { kind: 'refused', context: 'payment' }
  }
  if (!instrument) return decline()
  try {
    const view = await payments.start({
      tenant, reservationId, purpose: 'deposit', amountMinor, rowVersion: null, sessionId: session.id,
      method: { ...instrument, register: body.isRecurring }, clientKey: keyOfHold(row), language: row.language,
      requireWanted: (transaction) => requireHolding(transaction, row),
    })
    return holdOf(view).kind === 'none' ? await decline() : null
  } catch (error) {
    if (error instanceof AgreementEnded) return null
    // The engine refused before it asked anybody: nothing is held.
    if (isRefusal(error)) await decline()
    if (isRefusal(error)) throw error
    if (error instanceof ServiceError && error.status < 600 && error.code !== 'PaymentInProgress') return decline()
    throw error
  }
}

/**
 * What there is held already. `serves`: this very sum is held, or about to be. Another sum, of an earlier agreement, is given back or called off first:
 * no card is held twice. `ending`: the provider has not confirmed that yet.
 */
async function formerHold(payments: AgreementServices['payments'], named: { readonly tenantId: string; readonly reservationId: string }, amountMinor: number): Promise<'none' | 'serves' | 'ending'> {
  const of = { ...named, purpose: 'deposit' } as const
  const view = await payments.current(of)
  if (holdOf(view).kind === 'none') return 'none'
  if (view?.amountMinor === amountMinor || view?.state === 'captured' || view?.state === 'paid') return 'serves'
  const after = view?.state === 'authorised' ? await payments.void(of) : await payments.cancel(of)
  return holdOf(after).kind === 'none' ? 'none' : 'ending'
}

/** A failed agreement stays with the counter while its hold lasts; once that is given back, the renter may begin anew. */
async function retryAfterVoid(services: AgreementServices, submission: Submission, row: AgreementRow): Promise<Submitted> {
  const { database, payments } = services
  const hold = holdOf(await payments.current({ tenantId: row.tenant_id, reservationId: row.reservation_id, purpose: 'deposit' }))
  if (hold.kind !== 'none' || (row.held_minor ?? 0) === 0) return { kind: 'refused', context: 'already-processed' }
  await database.withTenant(row.tenant_id, (transaction) => moveAgreement(transaction, row, 'superseded'))
  return submitPrecheckout(services, submission)
}

/** The former agreement is no longer true: once nobody can sign it any more, the renter goes on with the one that is. */
async function retryAfterWithdrawal(services: AgreementServices, submission: Submission, row: AgreementRow): Promise<Submitted> {
  const advanced = await advanceAgreement(services, submission.tenant, row)
  if (!advanced || advanced.row.state === 'withdrawing') return { kind: 'checking' }
  return submitPrecheckout(services, submission)
}

/** A signature provider is asked so often, by the page and by the worker, before its renter is sent to the counter; the link still comes by mail. */
const attemptsBeforeCounter = 3

/** The answer to the renter: how the agreement stands now. */
function submittedAs({ secret }: AgreementServices, row: AgreementRow, { redirectUrl, isRepetition }: { readonly redirectUrl: string | null; readonly isRepetition: boolean }): Submitted {
  switch (row.state) {
    case 'made': return row.attempts < attemptsBeforeCounter ? { kind: 'checking' } : { kind: 'refused', context: 'signature' }
    case 'holding': return redirectUrl === null ? { kind: 'checking' } : { kind: 'redirect', url: redirectUrl }
    case 'held': case 'withdrawing': return { kind: 'checking' }
    case 'open': {
      if (!row.sealed_url) return { kind: 'refused', context: 'signature' }
      const { url } = unseal(secret, row.id, row.sealed_url) as { readonly url: string }
      return { kind: 'ready', signatureUrl: url, context: isRepetition ? 'already-processed' : row.summary_failed ? 'summary-email' : null }
    }
    case 'failed': return { kind: 'refused', context: 'agreement' }
    case 'declined': return { kind: 'refused', context: 'payment' }
    case 'signed': throw new ServiceError(409, 'HasRentalAgreement', 'The reservation already has a rental agreement')
    case 'superseded': {
      // The renter agreed to other figures: nothing more is held or made without another press.
      if (row.outdated_at !== null) throw new ServiceError(409, 'AgreementOutdated', 'The rental has changed since', { data: { signatureURL: null, errors: [{ context: 'outdated' }] } })
      return { kind: 'refused', context: 'signature' }
    }
    case 'refused': return { kind: 'refused', context: 'signature' }
  }
}
