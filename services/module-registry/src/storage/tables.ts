import type { ColumnType, Generated } from 'kysely'
import type { Role } from '../access/actor.ts'

type Instant = ColumnType<Date, Date | string | undefined, Date | string>
type LaterInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>

export interface LedgerTable {
  id: number
  /** Grows with every change that a site server must see. */
  revision: number
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
}

export interface PublisherKeyTable {
  module: string
  key_id: string
  public_key: string
  added_by: string
  added_at: Instant
  revoked_at: LaterInstant
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
  published_by: string
  published_at: Instant
  withdrawn_at: LaterInstant
}

export interface ReleaseSetTable {
  id: number
  choice: string
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
  split_set_id: number | null
  /** `numeric` arrives as text. */
  split_percent: ColumnType<string | null, number | string | null | undefined, number | string | null>
  split_salt: string | null
  last_good_set_id: number | null
  plan_id: Generated<string | null>
}

export interface PointerTable extends Pointing {
  host: string
  revision: number
  frozen_at: LaterInstant
}

export interface PointerRevisionTable extends Pointing {
  host: string
  revision: number
  action: 'set' | 'back'
  reason: string
  actor: string
  at: Instant
  replaced_at: LaterInstant
}

export interface AuditTable {
  entry: number
  /** Text, because the hash covers its exact letters. */
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

export interface Tables {
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
}
