import { decimalOf } from '../pricing/money.ts'
import type { PdfRow } from '../documents/pdf-store.ts'
import type { IntentRow } from '../payments/intent-store.ts'
import type { LedgerRow } from '../payments/ledger-store.ts'
import type { AgreementRow } from './agreement-store.ts'

/** What stands beside an agreement: the reservation's payments, oldest first, its ledger, and its documents. */
interface Beside {
  readonly payments: readonly IntentRow[]
  readonly ledger: readonly LedgerRow[]
  readonly pdfs: readonly Pick<PdfRow, 'id'>[]
}

/** What of the deposit is held now, and what was captured of it; null where none was ever held. What was agreed to stays beside it (DEC-136). */
function holdNow({ payments, ledger }: Omit<Beside, 'pdfs'>) {
  const holds = payments.filter(({ id, purpose, is_aside: isAside }) => purpose === 'deposit' && !isAside && ledger.some(({ intent_id: intentId, kind }) => intentId === id && kind === 'hold'))
  const hold = holds.at(-1)
  if (!hold) return null
  const isHeld = hold.state === 'authorised'
  const captured = ledger.filter(({ intent_id: intentId, kind }) => intentId === hold.id && kind === 'capture').reduce((sum, { amount_minor: amount }) => sum + amount, 0)
  return {
    paymentId: hold.id, held: isHeld ? decimalOf(hold.amount_minor, hold.currency) : 0, captured: decimalOf(captured, hold.currency),
    captureBefore: isHeld ? hold.capture_before?.toISOString() ?? null : null,
  }
}

/** A document that is there: where a server of the release before destroyed it, the agreement still has its name (decision 0284). */
const existing = ({ pdfs }: Beside, id: string | null): string | null => (pdfs.some((pdf) => pdf.id === id) ? id : null)

/** How pre-checkout stands: agreement, signature and what is held on the card. Moments are ISO 8601 in UTC, amounts decimals. */
export const fleetAgreement = (row: AgreementRow | null, currency: string, beside: Beside) => row && {
  agreementId: row.id, state: row.state, isStale: row.is_stale, rowVersion: row.row_version, language: row.language,
  paperId: existing(beside, row.paper_id), signedPaperId: existing(beside, row.signed_paper_id),
  signature: row.signature && { signatureId: row.signature_id, way: row.signature.kind, name: row.signature.name, signedAt: row.signature.signedAt },
  hold: {
    deposit: decimalOf(row.deposit_minor, currency), due: decimalOf(row.due_minor, currency), held: row.held_minor === null ? null : decimalOf(row.held_minor, currency),
    captureBefore: row.capture_before?.toISOString() ?? null, now: holdNow(beside),
  },
  createdAt: row.created_at.toISOString(), failedAt: row.failed_at?.toISOString() ?? null,
}

/** Documents by what they are and what they must be: whoever keeps one can tell it from a forgery. */
export const fleetPdf = (document: Omit<PdfRow, 'sealed_key'>) => ({
  paperId: document.id, kind: document.kind, language: document.language, bytes: document.bytes, sha256: document.sha256.toString('hex'), createdAt: document.created_at.toISOString(),
})
