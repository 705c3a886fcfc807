import type { Language } from '@checkin/i18n'
import { documentMessages, pdfLanguage, type DocumentMessages } from '../documents/pdf/pdf-messages.ts'
import { openPdf, quiet, type PdfLayout, type Letterhead } from '../documents/pdf/pdf-page.ts'
import { writeFacts, writeHeading, writeText, writeTitle } from '../documents/pdf/pdf-parts.ts'
import { letterheadOf, type Tenant } from '../tenants/tenant-store.ts'
import { AgreementFacts } from './agreement-facts.ts'
import type { AgreementServices, Step } from './agreement-services.ts'
import { moveAgreement, type AgreementRow } from './agreement-store.ts'
import { writeDrivers, writePrices, writeRental } from './rental-sections.ts'
import { writeSignature } from './signature-section.ts'
import type { StoredSignature } from './signature/signature-provider.ts'

export interface AgreementText {
  readonly facts: AgreementFacts
  readonly language: Language
  readonly firm: Letterhead
  /** Deposit and amount due, as asked for, and what the provider holds; minor units. */
  readonly hold: { readonly depositMinor: number; readonly dueMinor: number; readonly heldMinor: number; readonly captureBefore: Date | null }
  /** Null for the agreement that is to be signed. */
  readonly signed: { readonly signature: StoredSignature; readonly signatureId: string; readonly agreementHash: string } | null
}

function writeDeposit(layout: PdfLayout, { facts, firm, hold: { depositMinor, dueMinor, heldMinor, captureBefore } }: AgreementText, { t, money, day }: DocumentMessages): void {
  const { cdw, theft } = facts.excess
  writeHeading(layout, t('deposit'))
  const isSum = depositMinor > 0 && dueMinor > 0 && heldMinor === depositMinor + dueMinor
  const sums = { amount: money(heldMinor), deposit: money(depositMinor), due: money(dueMinor) }
  const until = heldMinor > 0 && captureBefore ? captureBefore.toISOString() : null
  // A hold that ends on its own before the car is back is not promised to be released after that.
  const isShort = until !== null && until.slice(0, 10) < facts.checkIn.at.slice(0, 10)
  const sentences = heldMinor === 0 ? [t('deposit.none')] : [
    t(isSum ? 'deposit.withDue' : 'deposit.held', sums), ...(isShort ? [] : [t('deposit.released')]),
    ...(until === null ? [] : [t(isShort ? 'deposit.untilShort' : 'deposit.until', { date: day(until), firm: firm.firmName })]),
  ]
  writeText(layout, sentences.join(' '))
  if (cdw === null && theft === null) return
  writeHeading(layout, t('excess'))
  const rows = [[t('excess.cdw'), cdw], [t('excess.theft'), theft]] as const
  writeFacts(layout, rows.flatMap(([name, amount]) => (amount === null ? [] : [[name, money(amount)] as const])))
}

function writeClauses(layout: PdfLayout, { firm, facts: { termsAcceptedOn } }: AgreementText, { t, day }: DocumentMessages): void {
  const firmName = { firm: firm.firmName }
  writeHeading(layout, t('agreed'))
  writeText(layout, t('agreed.drivers'))
  writeText(layout, t('agreed.return'))
  writeText(layout, termsAcceptedOn === null ? t('agreed.termsOpen', firmName) : t('agreed.terms', { ...firmName, date: day(termsAcceptedOn) }))
}

/** The rental agreement as PDF, to be signed or signed already. The same text gives the same bytes. */
export function agreementPdf(text: AgreementText): Promise<Buffer> {
  const { facts, firm, signed } = text
  const language = pdfLanguage(text.language)
  const messages = documentMessages(language, facts.currency)
  const { t, moment } = messages
  const title = t(signed ? 'signed.title' : 'agreement.title')
  const layout = openPdf({
    title, language, firm, issuedAt: new Date(signed ? signed.signature.signedAt : `${facts.writtenAt}Z`),
    foot: [t('foot.reference', { firm: firm.firmName, reference: facts.reference }), t('foot.page')],
  })
  writeTitle(layout, title, t(signed ? 'signed.lead' : 'agreement.lead', {
    firm: firm.firmName, customer: facts.customer, reference: facts.reference, written: moment(facts.writtenAt),
  }))
  writeRental(layout, facts, messages)
  writeDrivers(layout, facts, messages)
  writePrices(layout, facts, messages)
  writeDeposit(layout, text, messages)
  writeClauses(layout, text, messages)
  writeHeading(layout, t('signature'))
  if (signed) writeSignature(layout, signed, language, messages)
  else writeText(layout, t('agreement.draft'), { colour: quiet })
  return layout.finish()
}

/** The contents of an agreement's document. Throws for one whose personal data are deleted. */
export const agreementText = (row: AgreementRow, tenant: Tenant): Omit<AgreementText, 'signed'> => ({
  facts: AgreementFacts.parse(row.facts), language: row.language, firm: letterheadOf(tenant),
  hold: { depositMinor: row.deposit_minor, dueMinor: row.due_minor, heldMinor: row.held_minor ?? 0, captureBefore: row.capture_before },
})

/** Writes the agreement and keeps it, sealed and hashed. */
export async function writeAgreement({ database, pdfs }: AgreementServices, tenant: Tenant, row: AgreementRow): Promise<Step> {
  const pdf = await agreementPdf({ ...agreementText(row, tenant), signed: null })
  const paperId = await pdfs.store(database, { tenantId: tenant.id, reservationId: row.reservation_id, kind: 'agreement', language: pdfLanguage(row.language), pdf })
  const moved = await database.withTenant(tenant.id, (transaction) => moveAgreement(transaction, row, 'written', { paper_id: paperId }))
  return moved ? { kind: 'moved', row: moved } : { kind: 'waits' }
}
