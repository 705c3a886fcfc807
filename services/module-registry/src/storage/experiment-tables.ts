import type { ExperimentEnd, ExperimentMetric, ExperimentRule } from '@checkin/registry'
import type { SettingValues } from '@checkin/releases'
import type { ColumnType, Generated } from 'kysely'
import type { Arm, Tally } from '../experiments/tally.ts'
import type { Instant, Json, LaterInstant } from './health-tables.ts'

/** Tables of experiments (DEC-357). */
export interface ExperimentTables {
  experiment: {
    id: Generated<number>
    host: string
    name: string
    module: string
    /** Of arm B; where settings are compared the one that everybody has. */
    version: string
    /** All that is set of the module in arm B; null where two versions are compared (DEC-361). */
    settings: ColumnType<SettingValues | null, string | null | undefined, string | null>
    percent: number
    metric: Json<ExperimentMetric>
    rule: Json<ExperimentRule>
    reason: string
    actor: string
    at: Instant
    /** In which its start waits, or waited, for a second person. */
    change_id: Generated<number | null>
    /** Arm A; null before it started, as those after it. */
    baseline: Generated<string | null>
    /** The same of its settings; null where two versions are compared. */
    baseline_settings: ColumnType<SettingValues | null, string | null | undefined, string | null>
    rollout_id: Generated<string | null>
    started_at: LaterInstant
    tally: ColumnType<Tally | null, string | undefined, string>
    ended_at: LaterInstant
    ended_as: Generated<ExperimentEnd | null>
    ended_by: Generated<string | null>
  }
  /** Both arms as they were at an instant. */
  experiment_point: { experiment_id: number; at: Instant; a: Json<Arm>; b: Json<Arm> }
}
