import type { Language } from '@checkin/i18n'
import type { TermsDraft } from '@checkin/internal'
import type { Identity } from '@checkin/server'
import type { ColumnType, Generated } from 'kysely'
import type { Tables as TablesBelow } from '../payments/tables.ts'
import type { AgreementFacts } from './agreement-facts.ts'
import type { AgreementState } from './agreement-state.ts'
import type { StoredSignature } from './signature/signature-provider.ts'

type Json<Value> = ColumnType<Value | null, string | null, string | null>
type StampFromSql = ColumnType<Date | null, undefined, Date | null>

/** The tables of this layer and of those below it; `tenant_id` comes first in every key. */
export interface Tables extends TablesBelow {
  rental_agreement: {
    tenant_id: string
    id: string
    reservation_id: string
    state: AgreementState
    language: Language
    row_version: number
    begun_by: string | null
    /** Without birth dates and licences where these are sealed. */
    facts: Json<AgreementFacts>
    sealed: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
    sealed_with: ColumnType<string | null, string | null | undefined, string | null>
    deposit_minor: number
    due_minor: number
    held_minor: number | null
    capture_before: Date | null
    signer_name: string | null
    signer_email: string | null
    paper_id: string | null
    signed_paper_id: string | null
    /** Revision of the tenant's account at the signature provider; null is the environment's. */
    sign_account_revision: ColumnType<number | null, number | null | undefined, number | null>
    request_number: Generated<number>
    provider_id: string | null
    signature_id: string | null
    sealed_url: Buffer | null
    return_token_hash: Buffer | null
    /** Who ended the last request without a signature; null for none, and of rows from before the renter. */
    refused_by: 'renter' | 'provider' | null
    /** Return of the request before this one: its renter may come back from that, or ask a second time. */
    former_return_hash: Buffer | null
    former_signature_id: string | null
    summary_failed: Generated<boolean>
    was_known: Generated<boolean>
    signature: Json<StoredSignature>
    attempts: Generated<number>
    next_attempt_at: Generated<Date>
    leased_until: StampFromSql
    created_at: Generated<Date>
    failed_at: StampFromSql
    signed_at: StampFromSql
    outdated_at: StampFromSql
    seen_row_version: number | null
    renews: string | null
    is_stale: Generated<boolean>
    /** The request was made at the tenant's origin for previews, where its renter returns to (DEC-299). */
    is_preview: Generated<boolean>
  }
  terms_acceptance: {
    tenant_id: string
    reservation_id: string
    /** Plain date YYYY-MM-DD. */
    accepted_on: string
    recorded_at: Generated<Date>
    session_id: string
  }
  /** Written once; a version is never changed. */
  terms_document: {
    tenant_id: string
    tag: string
    language: string
    valid_from: string
    title: string
    /** SHA-256 of `content`, hexadecimal. */
    hash: string
    /** JSON text of `TermsContent`. */
    content: string
    actor: string
    created_at: Generated<Date>
  }
  /** Prepared versions; nothing of renters is in them. */
  terms_draft: {
    tenant_id: string
    id: string
    tag: string
    valid_from: string
    note: string
    /** JSON text of `TermsContents`. */
    contents: string
    state: TermsDraft['state']
    actor: string
    identity: ColumnType<Identity, string, string>
    changed_at: ColumnType<Date, undefined, Date>
    decider: string | null
    decided_at: Date | null
    problem: Generated<string>
  }
  terms_acceptance_document: {
    tenant_id: string
    reservation_id: string
    tag: string
    language: string
    valid_from: string
    hash: string
  }
}
