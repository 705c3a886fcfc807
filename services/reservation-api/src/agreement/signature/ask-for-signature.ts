import { createHmac } from 'node:crypto'
import { currentSecret, previewHost } from '@checkin/server'
import { sql } from 'kysely'
import { seal } from '../../database/sealed-payload.ts'
import { documentMessages } from '../../documents/pdf/pdf-messages.ts'
import { tokenHash } from '../../identity/opaque-token.ts'
import { enqueueMail } from '../../mail/outbox-store.ts'
import { appendEvent } from '../../reservations/event-store.ts'
import { siteAddress } from '../../tenants/site-address.ts'
import type { Tenant } from '../../tenants/tenant-store.ts'
import { AgreementFacts } from '../agreement-facts.ts'
import type { AgreementServices, Step } from '../agreement-services.ts'
import { moveAgreement, type AgreementRow } from '../agreement-store.ts'
import { leftForCounterSeconds } from '../deposit.ts'
import type { SignatureAsked, SignatureOrder } from './signature-provider.ts'
import type { SigningLinkPayload } from './signing-mail.ts'

const mailUsefulSeconds = 3 * 24 * 3600

/** Our name of one request at the signature provider: each request of one agreement is another one there. */
export const requestId = ({ id, request_number: request }: Pick<AgreementRow, 'id' | 'request_number'>): string => `${id}.${request}`

async function orderOf({ database, pdfs, secret, site, callbackBase }: AgreementServices, tenant: Tenant, row: AgreementRow): Promise<SignatureOrder> {
  const { paper_id: paperId } = row
  const pdf = paperId && await database.withTenant(tenant.id, (transaction) => pdfs.read(transaction, tenant.id, paperId))
  if (!pdf) throw new Error('a written agreement has no document')
  const facts = AgreementFacts.parse(row.facts)
  return {
    externalId: requestId(row), language: row.language, pdf,
    title: `${documentMessages(row.language, facts.currency).t('agreement.title')} ${facts.reference}, ${tenant.settings.firmName}`,
    signer: { name: row.signer_name ?? facts.customer, email: row.signer_email },
    returnUrl: `${siteAddress(site, row.is_preview ? previewHost(tenant.host) : tenant.host)}/completed/signed/${returnToken(row, secret)}/{signatureId}`,
    callbackUrl: `${callbackBase}/provider/v1/sign/callback/${tenant.id}`,
  }
}

/** Puts the agreement before its renter at the provider and mails where to sign. A clear no leaves the hold for the counter (P22). */
export async function askForSignature(services: AgreementServices, tenant: Tenant, row: AgreementRow): Promise<Step> {
  const asked = await (await services.signatures.at(row)).ask(await orderOf(services, tenant, row))
  switch (asked.kind) {
    case 'unavailable': return { kind: 'waits' }
    case 'rejected': return leaveForCounter(services, row)
    case 'asked': return opened(services, tenant, row, asked)
  }
}

async function leaveForCounter({ database, payments }: AgreementServices, row: AgreementRow): Promise<Step> {
  const { tenant_id: tenantId, reservation_id: reservationId } = row
  return database.withTenant(tenantId, async (transaction): Promise<Step> => {
    const moved = await moveAgreement(transaction, row, 'rejected', { failed_at: sql<Date>`now()` })
    if (!moved) return { kind: 'waits' }
    await payments.queueVoid(transaction, { tenantId, reservationId }, leftForCounterSeconds)
    const facts = AgreementFacts.parse(row.facts)
    await appendEvent(transaction, { tenantId, reservationId, reference: facts.reference, kind: 'agreement.failed', data: { agreementId: row.id } })
    return { kind: 'moved', row: moved }
  })
}

async function opened(services: AgreementServices, tenant: Tenant, row: AgreementRow, asked: Extract<SignatureAsked, { kind: 'asked' }>): Promise<Step> {
  const { database, secret, mailQueued } = services
  const { tenant_id: tenantId, reservation_id: reservationId } = row
  const moved = await database.withTenant(tenantId, async (transaction) => {
    const open = await moveAgreement(transaction, row, 'asked', {
      provider_id: asked.providerId, signature_id: asked.signatureId, sealed_url: seal(secret, row.id, { url: asked.url }),
      return_token_hash: tokenHash(returnToken(row, secret)), summary_failed: asked.summaryFailed || row.signer_email === null,
      was_known: asked.isRepetition,
    })
    if (!open) return null
    const facts = AgreementFacts.parse(row.facts)
    if (row.signer_email !== null && row.paper_id !== null) {
      const payload: SigningLinkPayload = { reference: facts.reference, url: asked.url, heldMinor: row.held_minor ?? 0, currency: facts.currency, paperId: row.paper_id, isRenewed: row.renews !== null }
      await enqueueMail(transaction, { tenantId, kind: 'signing-link', reservationId, to: row.signer_email, language: row.language, payload, usefulSeconds: mailUsefulSeconds }, secret)
    }
    await appendEvent(transaction, { tenantId, reservationId, reference: facts.reference, kind: 'agreement.made', data: { agreementId: row.id } })
    return open
  })
  mailQueued()
  return moved ? { kind: 'moved', row: moved } : { kind: 'waits' }
}

/**
 * Token of the address at which a renter comes back from signing (DEC-77): of one request of one agreement. Made from them, so that the same request
 * sent again names the same address.
 */
export const returnToken = ({ id, request_number: request }: Pick<AgreementRow, 'id' | 'request_number'>, secret: string): string =>
  createHmac('sha256', currentSecret(secret)).update(`return from signing ${id} ${request}`).digest('base64url')
