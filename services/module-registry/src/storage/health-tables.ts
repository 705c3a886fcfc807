import type { ColumnType } from 'kysely'

/** Goes in as JSON text, comes out as the value. */
export type Json<Value> = ColumnType<Value, string | undefined, string>

export type Instant = ColumnType<Date, Date | string | undefined, Date | string>

export interface HealthMinuteTable {
  host: string
  module: string
  version: string
  minute: Instant
  good: number
  bad: number
}

export interface VitalMinuteTable {
  host: string
  module: string
  version: string
  minute: Instant
  name: string
  buckets: Json<number[]>
}

export interface StepMinuteTable {
  host: string
  module: string
  version: string
  step: string
  minute: Instant
  reached: number
  left_for_next: number
  failed: number
}

export interface LiveMinuteTable {
  host: string
  set_id: number
  minute: Instant
  visits: number
}

export interface ErrorGroupTable {
  module: string
  version: string
  phase: string
  reason: string
  step: string
  host: string
  count: number
  first_at: Instant
  last_at: Instant
}

/** A failure that a renter saw, by the code that the page showed. */
export interface TraceTable {
  code: string
  at: Instant
  host: string
  set_id: number
  module: string
  version: string
  phase: string
  reason: string
  step: string
}

/** How all site servers together served in a minute. */
export interface ServiceMinuteTable {
  minute: Instant
  good: number
  failed: number
  resolve: Json<number[]>
  propagation: Json<number[]>
}

export interface CanaryResultTable {
  host: string
  rollout_id: string
  module: string
  version: string
  baseline: string
  state: Json<unknown>
  /** Comparisons of screens that are reached and not left, in the order of their first samples. */
  screens: Json<unknown>
  outcome: 'open' | 'bad' | 'risen'
  updated_at: Instant
}

/** Tables of what pages reported. */
export interface HealthTables {
  health_minute: HealthMinuteTable
  vital_minute: VitalMinuteTable
  step_minute: StepMinuteTable
  live_minute: LiveMinuteTable
  error_group: ErrorGroupTable
  trace: TraceTable
  service_minute: ServiceMinuteTable
  verdict: CanaryResultTable
}
