import type { ColumnType, Generated } from 'kysely'
import type { DeviceKind } from '@checkin/server'
import type { Tables as TablesBelow } from '../mail/tables.ts'

type Stamp = Date
/** Set by the database's clock, never by this process (DEC-85). */
type StampByDefault = Generated<Date>
/** Written with SQL expressions of the database's clock only. */
type StampFromSql = ColumnType<Date | null, undefined, Date | null>

export type SessionLevel = 'pending' | 'link' | 'verified'
/** `verify` and `precheckout` are the company's; `later` is what a renter had sent to finish later (DEC-186), `ticket` shows a completed check-in (DEC-206). */
export type LinkPurpose = 'verify' | 'precheckout' | 'later' | 'ticket'
export type GuardKind = 'reference' | 'network' | 'link'

/** The tables of this layer and of those below it; `tenant_id` comes first in every key. */
export interface Tables extends TablesBelow {
  renter_session: {
    tenant_id: string
    id: string
    token_hash: Buffer
    level: SessionLevel
    reservation_id: string
    session_key: string
    created_at: StampByDefault
    seen_at: StampByDefault
    ended_at: StampFromSql
    is_preview: Generated<boolean>
    /** As its browser says; null for one that was opened before anybody asked. */
    device: ColumnType<DeviceKind | null, DeviceKind | null | undefined, never>
    release_set: ColumnType<number | null, number | null | undefined, number | null>
  }
  login_code: {
    tenant_id: string
    id: string
    session_id: string
    reservation_id: string
    code_hash: Buffer
    email: string
    /** By which way it went. */
    channel: Generated<'mail' | 'sms'>
    created_at: StampByDefault
    expires_at: Stamp
    tries: Generated<number>
    used_at: StampFromSql
    voided_at: StampFromSql
  }
  access_link: {
    tenant_id: string
    id: string
    token_hash: Buffer
    purpose: LinkPurpose
    reservation_id: string
    created_at: StampByDefault
    expires_at: Stamp
    revoked_at: StampFromSql
    use_count: Generated<number>
    last_used_at: StampFromSql
  }
  guess_guard: {
    tenant_id: string
    kind: GuardKind
    key: string
    misses: Generated<number>
    window_started_at: StampByDefault
    locked_until: StampFromSql
  }
  /** Answered challenges of DEC-100, each good for one try. */
  guess_work: {
    tenant_id: string
    /** Hash of the challenge. */
    challenge: string
    expires_at: Stamp
  }
  form_draft: {
    tenant_id: string
    reservation_id: string
    form: string
    /** JSON of texts by field, sealed for this very row. */
    sealed_texts: Buffer
    updated_at: Generated<Date>
  }
  keyed_call: {
    tenant_id: string
    session_id: string
    /** The Idempotency-Key that the page sent. */
    request_key: string
    reservation_id: string
    call: string
    state: 'working' | 'done' | 'refused'
    started_at: Generated<Date>
  }
}
