import type { Rollout } from '@checkin/releases'
import type { StackFrame } from '@checkin/telemetry'
import type { ColumnType, Generated } from 'kysely'

/** Goes in as JSON text, comes out as the value. */
export type Json<Value> = ColumnType<Value, string | undefined, string>

export type Instant = ColumnType<Date, Date | string | undefined, Date | string>

/** An instant that may be still to come. */
export type LaterInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>

/** A module version on a tenant. */
interface VersionOfTenant {
  host: string
  module: string
  version: string
}

/** What was counted of a module version on a tenant in a minute. */
type MinuteOf<Counts> = VersionOfTenant & { minute: Instant } & Counts

/** Where in a module's life it failed, why, and on which screen. */
interface Failure extends VersionOfTenant {
  phase: string
  reason: string
  step: string
}

/** Tables of what pages reported. */
export interface HealthTables {
  health_minute: MinuteOf<{ good: number; bad: number }>
  vital_minute: MinuteOf<{ name: string; buckets: Json<number[]> }>
  journey_minute: MinuteOf<{ quick: number; slow: number; completed: number; unfinished: number; sold: number; unsold: number }>
  journey_value_minute: MinuteOf<{ currency: string; sessions: number; added: number; added_squares: number; finished: number; seconds: number; seconds_squares: number }>
  step_minute: MinuteOf<{ step: string; reached: number; left_for_next: number; failed: number }>
  live_minute: { host: string; set_id: number; minute: Instant; visits: number }
  error_group: Failure & { count: number; first_at: Instant; last_at: Instant }
  /** Source maps of the scripts of a version, gzip. */
  source_map: { module: string; version: string; file: string; map: Buffer }
  /** Errors with one stack. */
  error_stack: VersionOfTenant & { frames: Json<StackFrame[]>; count: number; first_at: Instant; last_at: Instant }
  /** A failure that a renter saw, by the code that the page showed. */
  trace: Failure & { code: string; at: Instant; set_id: number }
  /** How all site servers together served in a minute. */
  service_minute: { minute: Instant; good: number; failed: number; resolve: Json<number[]>; propagation: Json<number[]>; expired: Generated<number> }
  /** Canary results. */
  verdict: VersionOfTenant & {
    rollout_id: string
    baseline: string
    state: Json<unknown>
    /** The same with nothing set aside for liars; null where an earlier registry kept none. */
    undiscounted: ColumnType<unknown, string | undefined, string>
    /** Comparisons of screens that are reached and not left, in the order of their first samples. */
    screens: Json<unknown>
    /** Comparisons of slow screens, completions and sales; null where there is none yet. */
    journeys: ColumnType<unknown, string | undefined, string>
    outcome: 'open' | 'bad' | 'risen'
    updated_at: Instant
  }
  rollout_suspension: {
    host: string
    rollout_id: string
    modules: Json<Record<string, string>>
    /** What it had, and gets back. */
    percent: number
    cohorts: Json<Rollout['cohorts']>
    reason: string
    suspended_at: Instant
    resumes_at: Instant
    ended_at: LaterInstant
    ended_as: Generated<'resumed' | 'rolled-back' | 'changed' | null>
  }
}
