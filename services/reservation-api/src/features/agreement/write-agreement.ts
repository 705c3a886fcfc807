import { paperFirm } from './paper-firm.ts'
import type { Tenant } from '../tenants/tenant-store.ts'
import type { Step } from './advance-agreement.ts'
import { AgreementFacts } from './agreement-facts.ts'
import { agreementPdf, type AgreementText } from './agreement-pdf.ts'
import type { AgreementServices } from './agreement-services.ts'
import { moveAgreement, type AgreementRow } from './agreement-store.ts'

/** What an agreement's paper says. Throws for one whose personal data are deleted. */
export const agreementText = (row: AgreementRow, tenant: Tenant): Omit<AgreementText, 'signed'> => ({
  facts: AgreementFacts.parse(row.facts), language: row.language, firm: paperFirm(tenant),
  hold: { depositMinor: row.deposit_minor, dueMinor: row.due_minor, heldMinor: row.held_minor ?? 0, captureBefore: row.capture_before },
})

/** Writes the agreement and keeps it, sealed and hashed. */
export async function writeAgreement({ database, papers }: AgreementServices, tenant: Tenant, row: AgreementRow): Promise<Step> {
  const pdf = await agreementPdf({ ...agreementText(row, tenant), signed: null })
  const paperId = await papers.store(database, { tenantId: tenant.id, reservationId: row.reservation_id, kind: 'agreement', language: row.language, pdf })
  const moved = await database.withTenant(tenant.id, (transaction) => moveAgreement(transaction, row, 'written', { paper_id: paperId }))
  return moved ? { kind: 'moved', row: moved } : { kind: 'waits' }
}
