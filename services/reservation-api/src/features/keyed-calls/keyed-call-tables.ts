import type { Generated } from 'kysely'

export interface KeyedCallTables {
  keyed_call: {
    tenant_id: string
    session_id: string
    /** The Idempotency-Key that the page sent. */
    request_key: string
    reservation_id: string
    call: string
    state: 'working' | 'done' | 'refused'
    started_at: Generated<Date>
  }
}
