import type { Generated } from 'kysely'
import type { Tables as TablesBelow } from '../agreement/tables.ts'

/** The tables of this layer and of those below it. */
export interface Tables extends TablesBelow {
  fleet_event_delivery: {
    tenant_id: string
    delivered: number
    attempts: Generated<number>
    next_attempt_at: Generated<Date>
    failing_since: Date | null
    last_error: string | null
  }
  /** Who read all that is held about a reservation's persons. */
  personal_data_reading: {
    tenant_id: string
    id: string
    reservation_id: string
    reader: string
    read_at: Generated<Date>
  }
}
