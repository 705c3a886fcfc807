import type { Generated } from 'kysely'

export interface AnalyticsTables {
  offer_answer: {
    tenant_id: string
    id: string
    reservation_id: string
    session_id: string
    view_tag: string
    action: string
    answered_at: Generated<Date>
    /** Grows with every answer, also within one call. */
    number: Generated<number>
  }
}
