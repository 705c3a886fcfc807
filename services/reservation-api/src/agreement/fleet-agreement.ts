import type { Transaction } from 'kysely'
import { decimalOf } from '../../pricing/decimal.ts'
import type { PaperRow } from '../papers/paper-store.ts'
import { liveAgreement, type AgreementRow } from './agreement-store.ts'
import type { AgreementTables } from './agreement-tables.ts'

/** The agreement that the company is told of: the one under way or signed. */
export const agreementForFleet = (transaction: Transaction<AgreementTables>, tenantId: string, reservationId: string): Promise<AgreementRow | null> =>
  liveAgreement(transaction, tenantId, reservationId)

/** How pre-checkout stands: agreement, signature and what is held on the card. Moments are ISO 8601 in UTC, amounts decimals. */
export const fleetAgreement = (row: AgreementRow | null) => row && {
  agreementId: row.id, state: row.state, isStale: row.is_stale, rowVersion: row.row_version, language: row.language,
  paperId: row.paper_id, signedPaperId: row.signed_paper_id,
  signature: row.signature && { signatureId: row.signature_id, way: row.signature.kind, name: row.signature.name, signedAt: row.signature.signedAt },
  hold: {
    deposit: decimalOf(row.deposit_minor), due: decimalOf(row.due_minor), held: row.held_minor === null ? null : decimalOf(row.held_minor),
    captureBefore: row.capture_before?.toISOString() ?? null,
  },
  createdAt: row.created_at.toISOString(), failedAt: row.failed_at?.toISOString() ?? null,
}

/** Papers by what they are and what they must be: whoever keeps one can tell it from a forgery. */
export const fleetPaper = (paper: Omit<PaperRow, 'sealed_key'>) => ({
  paperId: paper.id, kind: paper.kind, language: paper.language, bytes: paper.bytes, sha256: paper.sha256.toString('hex'), createdAt: paper.created_at.toISOString(),
})
