import { decimalOf } from '../pricing/money.ts'
import type { PdfRow } from '../documents/pdf-store.ts'
import type { AgreementRow } from './agreement-store.ts'

/** How pre-checkout stands: agreement, signature and what is held on the card. Moments are ISO 8601 in UTC, amounts decimals. */
export const fleetAgreement = (row: AgreementRow | null, currency: string) => row && {
  agreementId: row.id, state: row.state, isStale: row.is_stale, rowVersion: row.row_version, language: row.language,
  paperId: row.paper_id, signedPaperId: row.signed_paper_id,
  signature: row.signature && { signatureId: row.signature_id, way: row.signature.kind, name: row.signature.name, signedAt: row.signature.signedAt },
  hold: {
    deposit: decimalOf(row.deposit_minor, currency), due: decimalOf(row.due_minor, currency), held: row.held_minor === null ? null : decimalOf(row.held_minor, currency),
    captureBefore: row.capture_before?.toISOString() ?? null,
  },
  createdAt: row.created_at.toISOString(), failedAt: row.failed_at?.toISOString() ?? null,
}

/** Documents by what they are and what they must be: whoever keeps one can tell it from a forgery. */
export const fleetPdf = (document: Omit<PdfRow, 'sealed_key'>) => ({
  paperId: document.id, kind: document.kind, language: document.language, bytes: document.bytes, sha256: document.sha256.toString('hex'), createdAt: document.created_at.toISOString(),
})
