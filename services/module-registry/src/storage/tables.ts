import type { Role } from '@checkin/registry'
import type { SignedLink, Rollout, SettingValues } from '@checkin/releases'
import type { ColumnType, Generated } from 'kysely'
import type { Identity } from '../access/identity.ts'
import type { HealthTables, Instant, Json } from './health-tables.ts'

type LaterInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>

export interface LedgerTable {
  id: number
  /** Grows with every change that a site server must see. */
  revision: number
  /** When that was; null before the first such change. */
  changed_at: LaterInstant
  last_set: number
  last_entry: number
  last_hash: string
}

export interface AccessTokenTable {
  hash: string
  label: string
  role: Role
  module: string | null
  hosts: string[] | null
  demo: boolean
  created_at: Instant
  revoked_at: LaterInstant
  /** Whom it is for, lower-case; null, as older servers write it, is a token that nobody approved. */
  person: Generated<string | null>
  /** Persons who made or approved it. */
  behind: Generated<string[]>
  made_by: Generated<string | null>
  approved_by: Generated<string | null>
  expires_at: LaterInstant
  last_used_at: LaterInstant
  revoked_by: Generated<string | null>
}

export interface PublisherKeyTable {
  module: string
  key_id: string
  public_key: string
  added_by: string
  added_at: Instant
  revoked_at: LaterInstant
  /** When a replaced key stops to count; null for the present key. */
  retires_at: LaterInstant
  approved_by: Generated<string | null>
  revoked_by: Generated<string | null>
}

export interface SizeExceptionTable {
  module: string
  bytes: number
  reason: string
  approved_by: string
  approved_at: Instant
}

export interface ModuleVersionTable {
  name: string
  version: string
  manifest: string
  signature: string
  key_id: string
  own_bytes: number
  provenance: ColumnType<unknown, string | null | undefined, string | null>
  public_contract: ColumnType<unknown, string | null | undefined, string | null>
  published_by: string
  published_at: Instant
  withdrawn_at: LaterInstant
}

export interface ReleaseSetTable {
  id: number
  choice: string
  /** Per module, what was set of it. */
  settings: Json<Record<string, SettingValues>>
  payload: string
  signature: string
  key_id: string
  created_by: string
  created_at: Instant
}

export interface ReleaseSetMemberTable {
  set_id: number
  name: string
  version: string
}

interface Pointing {
  set_id: number
  rollouts: Json<Rollout[]>
  variants: Json<number[]>
  /** Per module, the set with the version that served before. */
  last_good: Json<Record<string, number>>
  /** Per module, what was asked for: a version, a range, a label or `inherit`. */
  wishes: Json<Record<string, string>>
}

/** How a revision came about. */
export type PointerAction = 'set' | 'rollout' | 'back' | 'kill' | 'follow' | 'plan' | 'take back'

export interface PointerTable extends Pointing {
  host: string
  revision: number
}

export interface PointerRevisionTable extends Pointing {
  host: string
  revision: number
  action: PointerAction
  reason: string
  actor: string
  at: Instant
  replaced_at: LaterInstant
}

export interface AuditTable {
  entry: number
  /** Text, because the hash covers its exact characters. */
  at: string
  actor: string
  action: string
  subject: string
  before: string
  after: string
  reason: string
  previous_hash: string
  hash: string
}

export interface TenantOptionTable {
  host: string
  time_zone: string
  protected: boolean
  only_rehearsed: Generated<boolean>
}

export interface ReleaseTestTable {
  id: Generated<number>
  set_id: number
  journey: 'check-in' | 'pre-checkout'
  passed: boolean
  module: string
  step: string | null
  host: string
  builder: string
  actor: string
  at: Instant
}

export interface ModuleLabelTable {
  module: string
  label: string
  version: string
  moved_by: string
  moved_at: Instant
  moved_by_identity: ColumnType<Identity | null, string | null | undefined, string | null>
}

export interface DefaultSelectorTable {
  module: string
  selector: string
  changed_by: string
  changed_at: Instant
  changed_by_identity: ColumnType<Identity | null, string | null | undefined, string | null>
}

export interface FreezeTable {
  id: Generated<number>
  host: string
  spec: Json<unknown>
  reason: string
  actor: string
  at: Instant
  lifted_at: LaterInstant
  lifted_by: string | null
}

/** What may wait for a second person. */
export type ChangeKind = 'release' | 'plan' | 'token' | 'publisher-key'

export interface ChangeTable {
  id: Generated<number>
  kind: ChangeKind
  everyone: boolean
  wish: Json<unknown>
  reason: string
  state: 'waiting' | 'scheduled' | 'applied' | 'refused' | 'rejected'
  needs: Json<string[]>
  proposer: string
  /** Null in older changes: the proposer's label counts. */
  proposer_identity: ColumnType<Identity | null, string | null | undefined, string | null>
  proposed_at: Instant
  decider: string | null
  decided_at: LaterInstant
  decision: string | null
}

export interface ChangeHostTable {
  change_id: number
  host: string
  due_at: LaterInstant
  seen: string
  state: 'waiting' | 'applied' | 'refused'
  code: string | null
  revision: number | null
}

export interface PlanTable {
  id: Generated<number>
  name: string
  hosts: Json<string[]>
  modules: Json<Record<string, string>>
  steps: Json<unknown>
  gate: Json<unknown>
  state: 'running' | 'paused' | 'halted' | 'aborted' | 'done'
  step: Generated<number>
  step_since: LaterInstant
  note: Generated<string>
  reason: string
  actor: string
  at: Instant
  /** Its tenants go on following what they follow when it has ended. */
  follows: Generated<boolean>
}

/** What one person changed alone, stored for a day. */
export interface SingleHandedChangeTable {
  host: string
  at: Instant
  persons: string[]
  behind: string[]
}

export interface SignedLinkTable {
  id: string
  kind: SignedLink['kind']
  host: string
  set_id: number | null
  shows: Json<string[]>
  actor: string
  reason: string
  made_at: Instant
  expires_at: Instant
}

export interface Tables extends HealthTables {
  ledger: LedgerTable
  access_token: AccessTokenTable
  publisher_key: PublisherKeyTable
  size_exception: SizeExceptionTable
  module_version: ModuleVersionTable
  release_set: ReleaseSetTable
  release_set_member: ReleaseSetMemberTable
  pointer: PointerTable
  pointer_revision: PointerRevisionTable
  audit: AuditTable
  tenant_option: TenantOptionTable
  module_label: ModuleLabelTable
  default_wish: DefaultSelectorTable
  release_freeze: FreezeTable
  change: ChangeTable
  change_host: ChangeHostTable
  plan: PlanTable
  single_handed_change: SingleHandedChangeTable
  pass: SignedLinkTable
  rehearsal: ReleaseTestTable
}
