import { leftNothing } from '@checkin/server'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../tables.ts'
import { AgreementFacts } from '../agreement-facts.ts'
import { pdfLanguage } from '../../documents/pdf/pdf-messages.ts'
import { agreementPdf, agreementText } from '../agreement-pdf.ts'
import type { AgreementServices, Step } from '../agreement-services.ts'
import { moveAgreement, type AgreementRow } from '../agreement-store.ts'
import { isStillTrue } from '../agreement-changes.ts'
import { appendEvent } from '../../reservations/event-store.ts'
import { enqueueMail } from '../../mail/outbox-store.ts'
import type { WrittenPdf } from '../../documents/pdf-store.ts'
import type { Tenant } from '../../tenants/tenant-store.ts'
import type { SignatureStatus } from './signature-provider.ts'
import type { SignedCopyPayload } from './signing-mail.ts'
import { lockReservation, nextVersion } from '../../reservations/reservation-store.ts'

type Signed = Extract<SignatureStatus, { kind: 'signed' }>

const mailUsefulSeconds = 7 * 24 * 3600

/** The status at the provider of an open or refused agreement, and what follows from it. Only the provider's own status signs anything (PRECHK-20). */
export async function checkSignature(services: AgreementServices, tenant: Tenant, row: AgreementRow): Promise<Step> {
  if (row.provider_id === null) return { kind: 'waits' }
  const status = await (await services.signatures.at(row)).status(row.provider_id)
  if (status.kind === 'signed' && status.signatureId === row.signature_id) return settleSignature(services, tenant, row, status)
  if ((status.kind !== 'refused' && status.kind !== 'rejected') || row.state !== 'open') return { kind: 'waits' }
  const by = status.kind === 'rejected' ? 'provider' as const : 'renter' as const
  const moved = await services.database.withTenant(tenant.id, async (transaction) => {
    const refused = await moveAgreement(transaction, row, 'refused', { refused_by: by })
    if (refused) await appendAgreementEvent(transaction, refused, 'agreement.refused', { by })
    return refused
  })
  return moved ? { kind: 'moved', row: moved } : { kind: 'waits' }
}

/**
 * Makes the signed copy first; then agreement, reservation, event and mail change together, once. The provider's status counts also where the rental has
 * changed since the document was written: company and operators learn that it is stale (DEC-108).
 */
export async function settleSignature(services: AgreementServices, tenant: Tenant, row: AgreementRow, { signature, signatureId }: Signed): Promise<Step> {
  const { database, pdfs } = services
  const hash = await database.withTenant(tenant.id, (transaction) => transaction.selectFrom('paper').where('tenant_id', '=', tenant.id)
    .where('id', '=', row.paper_id).select('sha256').executeTakeFirstOrThrow())
  const pdf = await agreementPdf({ ...agreementText(row, tenant), signed: { signature, signatureId, agreementHash: hash.sha256.toString('hex') } })
  const copy = await pdfs.write({ tenantId: tenant.id, reservationId: row.reservation_id, kind: 'signed-agreement', language: pdfLanguage(row.language), pdf })
  const moved = await database.withTenant(tenant.id, (transaction) => signed(transaction, services, row, { signature, signatureId }, copy)).catch(async (error: unknown) => {
    if (leftNothing(error)) await pdfs.discard(copy)
    throw error
  })
  if (moved?.signed_paper_id !== copy.id) await pdfs.discard(copy)
  services.mailQueued()
  return moved ? { kind: 'moved', row: moved } : { kind: 'waits' }
}

async function signed(
  transaction: Transaction<Tables>, { pdfs, secret }: AgreementServices, row: AgreementRow, { signature, signatureId }: Pick<Signed, 'signature' | 'signatureId'>, copy: WrittenPdf,
): Promise<AgreementRow | null> {
  const { tenant_id: tenantId, reservation_id: reservationId, signer_email: to, language } = row
  await lockReservation(transaction, tenantId, reservationId)
  const isStale = !await isStillTrue(transaction, row)
  // The picture is on the document; the row keeps who, how and when.
  const moved = await moveAgreement(transaction, row, 'signed', {
    signed_at: sql<Date>`now()`, signature: JSON.stringify({ ...signature, image: null }), provider_id: row.provider_id, signature_id: signatureId, is_stale: isStale,
  })
  if (!moved) return null
  const paperId = await pdfs.keep(transaction, copy)
  await transaction.updateTable('rental_agreement').where('tenant_id', '=', tenantId).where('id', '=', row.id).set({ signed_paper_id: paperId }).execute()
  const { row_version: rowVersion } = await transaction.updateTable('reservation').where('tenant_id', '=', tenantId).where('id', '=', reservationId)
    .set((eb) => ({ has_rental_agreement: true, ...nextVersion(eb) })).returning('row_version').executeTakeFirstOrThrow()
  if (to !== null) {
    const payload: SignedCopyPayload = { reference: AgreementFacts.parse(row.facts).reference, paperId }
    await enqueueMail(transaction, { tenantId, kind: 'signed-copy', reservationId, to, language, payload, usefulSeconds: mailUsefulSeconds }, secret)
  }
  await appendAgreementEvent(transaction, moved, 'agreement.signed', { paperId, way: signature.kind, signedAt: signature.signedAt, stale: isStale, rowVersion })
  return { ...moved, signed_paper_id: paperId }
}

const appendAgreementEvent = (transaction: Transaction<Tables>, row: AgreementRow, kind: 'agreement.signed' | 'agreement.refused', data: Readonly<Record<string, unknown>>) =>
  appendEvent(transaction, {
    tenantId: row.tenant_id, reservationId: row.reservation_id, reference: AgreementFacts.parse(row.facts).reference, kind, data: { agreementId: row.id, ...data },
  })
