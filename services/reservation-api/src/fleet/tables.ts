import type { ImportAnswer } from '@checkin/fleet'
import type { ColumnType, Generated } from 'kysely'
import type { Tables as TablesBelow } from '../checkin/tables.ts'

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
  /** Imports of reservations and what became of them. */
  fleet_import: {
    tenant_id: string
    id: string
    digest: Buffer
    leased_until: Date | null
    answer: ColumnType<ImportAnswer | null, undefined, string>
    began_at: Generated<Date>
  }
  /** Who read what is held about a reservation's persons. */
  personal_data_reading: {
    tenant_id: string
    id: string
    reservation_id: string
    reader: string
    kind: Generated<'everything' | 'picture' | 'paper' | 'support'>
    /** Which picture, the id of the paper, or what support did; null for everything. */
    item: string | null
    read_at: Generated<Date>
  }
}
