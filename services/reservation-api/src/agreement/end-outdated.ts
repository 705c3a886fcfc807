import type { Transaction } from 'kysely'
import type { Tables } from './tables.ts'
import { isPrecheckoutPossible } from '../reservations/module-status.ts'
import { appendEvent } from '../reservations/event-store.ts'
import { createLink } from '../identity/link-store.ts'
import { enqueueMail } from '../mail/outbox-store.ts'
import { liveIntent } from '../payments/intent-store.ts'
import { loadReservation, lockReservation, type StoredReservation } from '../reservations/reservation-store.ts'
import { requestId } from './signature/ask-for-signature.ts'
import { settleSignature } from './signature/check-signature.ts'
import type { AgreementChangedPayload } from './signature/signing-mail.ts'
import type { Tenant } from '../tenants/tenant-store.ts'
import type { AgreementFacts } from './agreement-facts.ts'
import { agreementFacts } from './agreement-changes.ts'
import type { AgreementServices, Step } from './agreement-services.ts'
import { insertAgreement, moveAgreement, type AgreementRow } from './agreement-store.ts'
import { emailToSign, signerName } from './begin-agreement.ts'

const mailUsefulSeconds = 3 * 24 * 3600

/**
 * Ends an agreement that is no longer true (DEC-108): no hold is left undecided, nobody can sign at the provider any more, and only then another agreement
 * may follow. What was signed at the provider before is signed. Each step is repeatable, so a process may die between any two of them.
 */
export async function endOutdated(services: AgreementServices, tenant: Tenant, row: AgreementRow): Promise<Step> {
  const { database, signatures } = services
  if (await isHoldUndecided(services, row)) return { kind: 'waits' }
  // Without a document nobody was asked to sign.
  if (row.paper_id !== null) {
    // Where it was put before the renter it is taken back, whatever account the company has now.
    const provider = await signatures.at(row)
    const answer = await provider.withdraw(requestId(row))
    if (answer.kind === 'unavailable') return { kind: 'waits' }
    if (answer.kind === 'signed') {
      const status = await provider.status(answer.providerId)
      return status.kind === 'signed' ? settleSignature(services, tenant, { ...row, provider_id: answer.providerId }, status) : { kind: 'waits' }
    }
  }
  const moved = await database.withTenant(tenant.id, (transaction) => replace(transaction, services, tenant, row))
  services.mailQueued()
  return moved ? { kind: 'moved', row: moved } : { kind: 'waits' }
}

/** A hold of the former sum that is still on its way is called off; the provider's answer comes first. */
async function isHoldUndecided({ payments }: AgreementServices, { tenant_id: tenantId, reservation_id: reservationId }: AgreementRow): Promise<boolean> {
  const of = { tenantId, reservationId, purpose: 'deposit' } as const
  const isOpen = (state: string | undefined): boolean => state === 'checking' || state === 'redirect'
  return isOpen((await payments.current(of))?.state) && isOpen((await payments.cancel(of))?.state)
}

/**
 * The old agreement is over. Where the same sum stays held, a new one takes its place and its link is mailed as soon as it can be signed. A hold of another sum
 * is given back at once, and the renter, who decides about that sum, is led to the card again.
 */
async function replace(transaction: Transaction<Tables>, services: AgreementServices, tenant: Tenant, row: AgreementRow): Promise<AgreementRow | null> {
  const { tenant_id: tenantId, reservation_id: reservationId } = row
  await lockReservation(transaction, tenantId, reservationId)
  const stored = await loadReservation(transaction, tenantId, { id: reservationId })
  const moved = await moveAgreement(transaction, row, 'superseded')
  if (!moved || !stored || stored.row.erased_at) return moved
  const facts = await agreementFacts(transaction, stored, row.language, tenant.settings.currency)
  const hold = await liveIntent(transaction, { tenantId, reservationId, purpose: 'deposit' })
  const isSameSum = (hold?.amount_minor ?? 0) === (facts.depositMinor ?? 0) + facts.dueMinor
  const canGoOn = isPrecheckoutPossible(stored, tenant.settings)
  const isRenewed = isSameSum && canGoOn
  if (isRenewed) await renew(transaction, stored, row, facts)
  else {
    if (!isSameSum) await services.payments.queueVoid(transaction, { tenantId, reservationId }, 0)
    await notifyRenter(transaction, services, stored, row, { canGoOn, releasedMinor: isSameSum ? 0 : hold?.amount_minor ?? 0, currency: facts.currency })
  }
  await appendEvent(transaction, {
    tenantId, reservationId, reference: stored.row.reference, kind: 'agreement.superseded', data: { agreementId: row.id, isRenewed, rowVersion: stored.row.row_version },
  })
  return moved
}

const renew = (transaction: Transaction<Tables>, stored: StoredReservation, { id, tenant_id, reservation_id, language, sign_account_revision, is_preview }: AgreementRow, facts: AgreementFacts) =>
  insertAgreement(transaction, {
    tenant_id, reservation_id, language, row_version: stored.row.row_version, seen_row_version: stored.row.row_version, begun_by: null, renews: id,
    facts, deposit_minor: facts.depositMinor ?? 0, due_minor: facts.dueMinor, signer_name: signerName(stored), signer_email: emailToSign(stored), sign_account_revision, is_preview,
  })

interface Notification {
  readonly canGoOn: boolean
  readonly releasedMinor: number
  readonly currency: string
}

async function notifyRenter(
  transaction: Transaction<Tables>, { secret }: AgreementServices, stored: StoredReservation, { tenant_id: tenantId, language }: AgreementRow, { canGoOn, releasedMinor, currency }: Notification,
): Promise<void> {
  const { id: reservationId, reference, check_in_at: returnAt, check_in_zone: timeZone } = stored.row
  const to = emailToSign(stored)
  if (to === null) return
  const link = canGoOn ? await createLink(transaction, { tenantId, reservationId, purpose: 'precheckout', returnDate: returnAt.slice(0, 10), timeZone }) : null
  const payload: AgreementChangedPayload = { reference, precheckoutToken: link?.token ?? null, releasedMinor, currency }
  await enqueueMail(transaction, { tenantId, kind: 'agreement-changed', reservationId, to, language, payload, usefulSeconds: mailUsefulSeconds }, secret)
}
