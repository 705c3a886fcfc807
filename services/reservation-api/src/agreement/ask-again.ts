import type { AgreementServices } from './agreement-services.ts'
import { moveAgreement, type AgreementRow } from './agreement-store.ts'

/**
 * A request that came to nothing, because of the renter or of the provider, may be made again: the same document and the same hold, a new request, at the account of now if
 * there is one. Its renter returns to where it was asked for (`isPreview`), or to where the one before led.
 */
export async function askAgain({ database, signatures }: AgreementServices, row: AgreementRow, isPreview = row.is_preview): Promise<AgreementRow> {
  const account = await signatures.current(row.tenant_id)
  const moved = await database.withTenant(row.tenant_id, (transaction) => moveAgreement(transaction, row, 'again', {
    request_number: row.request_number + 1, provider_id: null, signature_id: null, is_preview: isPreview, sealed_url: null, return_token_hash: null,
    former_return_hash: row.return_token_hash, former_signature_id: row.signature_id,
    ...(account && { sign_account_revision: account.revision }),
  }))
  return moved ?? row
}
