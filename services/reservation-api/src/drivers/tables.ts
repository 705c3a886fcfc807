import type { Generated } from 'kysely'

/** What a session asks about people and numbers. */
export type DriverCheckKind = 'driver' | 'email' | 'postal-code' | 'tax-number' | 'age'

export interface DriverCheckTables {
  driver_check: {
    tenant_id: string
    session_id: string
    kind: DriverCheckKind
    window_started_at: Generated<Date>
    asked: Generated<number>
  }
}
