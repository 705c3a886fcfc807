import { setTimeout as delay } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import type { Tables } from './tables.ts'
import { readTenants, type Tenant } from './tenant-store.ts'

/** Kinds of work that a tenant may have, as the function `tenants_with_work` of migration 255 knows them, and what makes each due. */
export type WorkKind =
  /** A mail, a job of a payment or an agreement: the time of its next attempt. */
  | 'mails' | 'payment-jobs' | 'agreements'
  /** An operator's order that is approved and not begun: when it was approved. */
  | 'approved-orders'
  /** An unsigned agreement whose reservation was written to, a held deposit that no agreement is about, a receiver of events that was never told any: that it is there. */
  | 'changed-agreements' | 'forgotten-holds' | 'new-receivers'
  /** Events that a company's system was not told: the time of the next attempt. */
  | 'events'
  /** Events that have no number in the feed: when the first of them happened. */
  | 'unnumbered-events'
  /** A payment that ended and was not compared with the provider's records: when it ended. */
  | 'unchecked-payments'
  /** A hold that is over, may have to be renewed, or is to be warned of: its end. */
  | 'ended-holds' | 'holds-to-renew' | 'holds-to-warn-of'
  /** What is kept for a time: when that time began, for links when they expired, for pictures and persons the return, for kept papers, pictures from phones and invitations their end. Bytes that lie on the disk without a key are due at once. */
  | 'sessions' | 'codes' | 'finished-mails' | 'links' | 'guards' | 'driver-checks' | 'payment-keys' | 'idempotent-requests' | 'drafts' | 'pictures' | 'remains' | 'personal-data' | 'kept-pdfs' | 'handed-pictures' | 'invitations'
  /** Passes in wallets (DEC-280), as `tenants_with_wallet_work` of migration 235 knows them: one whose rental was written to, a receiver's next attempt, the end of a pass. */
  | 'changed-passes' | 'wallet-updates' | 'ended-passes'

export interface Work {
  readonly kind: WorkKind
  /** Seconds before its time at which work is due; negative for what is due only so many seconds after it. */
  readonly leadSeconds?: number
  /** Decides for each tenant where that depends on its settings; `since` is the earliest time of what was found. */
  readonly isDue?: (tenant: Tenant, since: Date) => boolean
}

/** The tenants that have work which is due now, longest waiting first; asked at every look. Never one whose settings cannot be read. */
export type DueTenants = () => Promise<readonly Tenant[]>

/** Work of a tenant that was found, and for which of the kinds asked for, by its place among them. */
interface Found {
  readonly place: number
  readonly tenantId: string
  readonly since: Date
}

/** Finds the tenants that have any of this work, longest waiting first. */
export type WorkFinder = (work: readonly Work[]) => Promise<readonly Found[]>

/** Asks the database which tenants have work: one query however many tenants there are (decision 0144). Work of passes in wallets has a function of its own. */
export const workFinder = (database: Kysely<Tables>, of: 'tenants_with_work' | 'tenants_with_wallet_work' = 'tenants_with_work'): WorkFinder => async (work) => {
  const kinds = work.map(({ kind }) => kind)
  const leads = work.map(({ leadSeconds = 0 }) => leadSeconds)
  const { rows } = await sql<{ place: number; tenant_id: string; since: Date }>`
    select (asked.place - 1)::int as place, due.tenant_id, due.since from unnest(${kinds}::text[], ${leads}::float8[]) with ordinality as asked (kind, lead_seconds, place)
    cross join lateral ${sql.ref(of)}(asked.kind, asked.lead_seconds) as due order by due.since`.execute(database)
  return rows.map(({ place, tenant_id: tenantId, since }) => ({ place, tenantId, since }))
}

const gatherMs = 10

/** The same for workers whose looks fall together: what is asked within a moment is one query. For work that is found fast, because all wait for the slowest. */
export function gatheringFinder(find: WorkFinder): WorkFinder {
  let next: { readonly asked: Work[]; readonly found: Promise<readonly Found[]> } | null = null
  const gather = () => {
    const asked: Work[] = []
    return { asked, found: delay(gatherMs).then(() => { next = null; return find(asked) }) }
  }
  return async (work) => {
    const { asked, found } = next ??= gather()
    const from = asked.push(...work) - work.length
    return (await found).flatMap((one) => (one.place >= from && one.place < from + work.length ? { ...one, place: one.place - from } : []))
  }
}

/** The tenants that have work of any of these kinds; they are read only where there is some. */
export function dueTenants(database: Kysely<Tables>, find: WorkFinder, ...work: readonly Work[]): DueTenants {
  return async () => {
    const found = await find(work)
    if (found.length === 0) return []
    const { tenants } = await readTenants(database, [...new Set(found.map(({ tenantId }) => tenantId))])
    const byId = new Map(tenants.map((tenant) => [tenant.id, tenant]))
    const due = found.flatMap(({ place, tenantId, since }) => {
      const tenant = byId.get(tenantId)
      return tenant && (work[place]?.isDue?.(tenant, since) ?? true) ? tenant : []
    })
    return [...new Set(due)]
  }
}
