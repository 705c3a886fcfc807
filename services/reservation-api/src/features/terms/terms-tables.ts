import type { Generated } from 'kysely'

/** The tables of this feature; `tenant_id` comes first in every key. Plain dates are YYYY-MM-DD. */
export interface TermsTables {
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
  terms_acceptance_document: {
    tenant_id: string
    reservation_id: string
    tag: string
    language: string
    valid_from: string
    hash: string
  }
}
