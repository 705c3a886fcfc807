import type { Generated } from 'kysely'
import type { Tables as TablesBelow } from '../reservations/tables.ts'

/** What a session asks about people and numbers. */
export type DriverCheckKind = 'driver' | 'email' | 'postal-code' | 'tax-number' | 'age'

/** The tables of this layer and of those below it; `tenant_id` comes first in every key. */
export interface Tables extends TablesBelow {
  driver_check: {
    tenant_id: string
    session_id: string
    kind: DriverCheckKind
    window_started_at: Generated<Date>
    asked: Generated<number>
  }
}
