import type { Generated } from 'kysely'

/** The table of this feature; `tenant_id` comes first in its key. */
export interface TermsTables {
  terms_acceptance: {
    tenant_id: string
    reservation_id: string
    /** Plain date YYYY-MM-DD. */
    accepted_on: string
    recorded_at: Generated<Date>
    session_id: string
  }
}
