import type { RolloutEvent } from '@checkin/registry'
import type { ColumnType, Generated } from 'kysely'
import type { Instant, Json, LaterInstant } from './health-tables.ts'

/** Tables of who is told what happens to releases. */
export interface EventTables {
  /** How far a receiver of rollout events was told. */
  webhook_delivery: { receiver: string; delivered: number; attempts: Generated<number>; next_attempt_at: Instant; failing_since: LaterInstant; last_error: string | null }
  /** Addresses that are told by mail what happens to releases. */
  mail_subscription: {
    id: Generated<number>
    address: string
    events: Json<RolloutEvent['type'][]>
    groups: Json<string[]>
    hosts: Json<string[]>
    reach: ColumnType<string[] | null, string | null, string | null>
    /** Label of the stored token that it was asked for with. */
    token: ColumnType<string | null, string | null | undefined, string | null>
    person: string
    actor: string
    made_at: Instant
    code_hash: string
    confirmed_at: LaterInstant
    leave_code: string
  }
}
