import type { ChangeView, PlanState, PlanWave, Role } from '@checkin/registry'
import type { Envelope, Signed, SignedLink, Rollout, SettingValues } from '@checkin/releases'
import type { ColumnType, Generated } from 'kysely'
import type { Identity } from '../access/identity.ts'
import type { HashedEntry, UnnumberedEntry } from '../audit/chain.ts'
import type { EventTables } from './event-tables.ts'
import type { ExperimentTables } from './experiment-tables.ts'
import type { HealthTables, Instant, Json, LaterInstant } from './health-tables.ts'

type StoredIdentity = ColumnType<Identity | null, string | null | undefined, string | null>

interface Pointing {
  host: string
  revision: number
  set_id: number
  rollouts: Json<Rollout[]>
  variants: Json<number[]>
  /** Per module, the set with the version that served before. */
  last_good: Json<Record<string, number>>
  /** Per module, what was asked for: a version, a range, a label or `inherit`. */
  wishes: Json<Record<string, string>>
}

/** How a revision came about. */
export type PointerAction = 'set' | 'rollout' | 'back' | 'kill' | 'follow' | 'plan' | 'take back' | 'emergency' | 'suspend' | 'resume' | 'experiment' | 'experiment end'

/** The registry's tables, as queries see their columns. */
export interface Tables extends HealthTables, EventTables, ExperimentTables {
  ledger: {
    id: number
    /** Grows with every change that a site server must see. */
    revision: number
    /** When that was; null before the first such change. */
    changed_at: LaterInstant
    last_set: number
    last_entry: number
    last_hash: string
    /** So many entries of the audit are in the log's tree. */
    log_size: Generated<number>
  }
  /** Entries that are numbered after the commit of their change (decision 0291). */
  audit_waiting: UnnumberedEntry & { id: Generated<number>; changes_releases: boolean }
  log_node: { level: number; index: number; hash: string }
  log_origin: { id: number; name: string }
  access_token: {
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
    /** The secret before the present one, and until when it still counts. */
    former_hash: Generated<string | null>
    former_until: LaterInstant
  }
  operator_account: { issuer: string; subject: string; label: string }
  console_session: {
    id: string
    hash: string
    token_hash: string | null
    label: string
    role: Role
    hosts: string[] | null
    issuer: string | null
    subject: string | null
    agent: string
    created_at: Instant
    last_seen_at: Instant
    ends_at: Instant
    checked_until: LaterInstant
    refresh: string | null
    ended_at: LaterInstant
    ended_by: Generated<string | null>
    passkey_id: Generated<string | null>
    passkey_at: LaterInstant
    challenge: Generated<string | null>
    challenge_for: Generated<'register' | 'confirm' | null>
    challenge_until: LaterInstant
  }
  operator_passkey: {
    id: string
    person: string
    name: string
    credential_id: string
    public_key: string
    counter: number
    transports: string[]
    added_at: Instant
    last_used_at: LaterInstant
    revoked_at: LaterInstant
    revoked_by: Generated<string | null>
  }
  operator_passkey_reset: { person: string; until: Instant }
  publisher_key: {
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
    /** From when on an announced key counts; null for one that counted at once. */
    starts_at: LaterInstant
  }
  size_exception: { module: string; bytes: number; reason: string; approved_by: string; approved_at: Instant }
  module_version: {
    name: string
    version: string
    manifest: string
    signature: string
    key_id: string
    own_bytes: number
    provenance: ColumnType<unknown, string | null | undefined, string | null>
    /** The same as it was signed. */
    signed_provenance: ColumnType<Signed | null, string | null | undefined, string | null>
    public_contract: ColumnType<unknown, string | null | undefined, string | null>
    published_by: string
    published_at: Instant
    withdrawn_at: LaterInstant
    deprecated_at: LaterInstant
    deprecated_by: ColumnType<string | null, string | null | undefined, string | null>
    deprecated_reason: ColumnType<string | null, string | null | undefined, string | null>
    deprecated_instead: ColumnType<string | null, string | null | undefined, string | null>
    /** What the public page says of it while it is deprecated or withdrawn. */
    notice: ColumnType<string | null, string | null | undefined, string | null>
    statement: ColumnType<Envelope | null, string | null | undefined, string | null>
    published_by_identity: StoredIdentity
  }
  release_set: {
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
  release_set_member: { set_id: number; name: string; version: string }
  pointer: Pointing
  pointer_revision: Pointing & { action: PointerAction; reason: string; actor: string; at: Instant; replaced_at: LaterInstant }
  audit: Omit<HashedEntry, 'previousHash'> & { previous_hash: string }
  tenant_option: { host: string; time_zone: string; protected: boolean; only_rehearsed: Generated<boolean>; only_attested: Generated<boolean>; only_conforming: Generated<boolean>; groups: Generated<string[]> }
  module_label: {
    module: string
    label: string
    version: string
    moved_by: string
    moved_at: Instant
    moved_by_identity: StoredIdentity
  }
  default_wish: {
    module: string
    selector: string
    changed_by: string
    changed_at: Instant
    changed_by_identity: StoredIdentity
  }
  release_freeze: {
    id: Generated<number>
    host: string
    spec: Json<unknown>
    reason: string
    actor: string
    at: Instant
    lifted_at: LaterInstant
    lifted_by: string | null
  }
  change: {
    id: Generated<number>
    kind: ChangeView['kind']
    everyone: boolean
    wish: Json<unknown>
    reason: string
    state: ChangeView['state']
    needs: Json<string[]>
    proposer: string
    /** Null in older changes: the proposer's label counts. */
    proposer_identity: StoredIdentity
    proposed_at: Instant
    decider: string | null
    decided_at: LaterInstant
    decision: string | null
  }
  change_host: {
    change_id: number
    host: string
    due_at: LaterInstant
    seen: string
    state: ChangeView['hosts'][number]['state']
    code: string | null
    revision: number | null
  }
  plan: {
    id: Generated<number>
    name: string
    /** Those who go through the steps now: of a plan with waves, the present wave. */
    hosts: Json<string[]>
    /** All waves with their tenants, as they were when the plan was made; null in a plan without. */
    waves: ColumnType<PlanWave[] | null, string | null | undefined, string | null>
    /** Number of the present wave, from 0. */
    wave: Generated<number>
    /** Its tenants got back what they had before it. */
    rolled_back: Generated<boolean>
    modules: Json<Record<string, string>>
    steps: Json<unknown>
    gate: Json<unknown>
    state: PlanState
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
  single_handed_change: { host: string; at: Instant; persons: string[]; behind: string[] }
  pass: {
    id: string
    kind: SignedLink['kind']
    host: string
    set_id: number | null
    shows: Json<string[]>
    /** Who may open a preview; null for whoever reaches the tenant. */
    persons: Json<string[] | null>
    /** Draft of the tenant's settings that a preview shows; null for the present ones. */
    draft: Generated<string | null>
    actor: string
    reason: string
    made_at: Instant
    expires_at: Instant
    revoked_at: LaterInstant
    revoked_by: Generated<string | null>
  }
  rehearsal: {
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
    /** What a runner signed of it; null where a token's word is all there is. */
    attestation_id: Generated<number | null>
  }
  runner_key: {
    key_id: string
    label: string
    public_key: string
    person: string
    behind: string[]
    modules: string[] | null
    added_by: string
    approved_by: string
    added_at: Instant
    expires_at: Instant
    revoked_at: LaterInstant
    revoked_by: Generated<string | null>
  }
  attestation: {
    id: Generated<number>
    digest: string
    kind: 'rehearsal' | 'conformance'
    subject: string
    passed: boolean
    key_id: string
    envelope: Json<Envelope>
    at: Instant
    received_at: Instant
  }
}
