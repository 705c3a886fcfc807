import { sql, type Kysely } from 'kysely'
import type { Tables } from './tables.ts'
import { readTenants, type Tenant } from './tenant-store.ts'

/** Kinds of work that a tenant may have, as the function `tenants_with_work` of migration 187 knows them, and what makes each due. */
export type WorkKind =
  /** A mail, a job of a payment or an agreement: the time of its next attempt. */
  | 'mails' | 'payment-jobs' | 'agreements'
  /** An operator's order that is approved and not begun: when it was approved. */
  | 'approved-orders'
  /** An unsigned agreement whose reservation was written to, a held deposit that no agreement is about, a receiver of events that was never told any: that it is there. */
  | 'changed-agreements' | 'forgotten-holds' | 'new-receivers'
  /** Events that a company's system was not told: the time of the next attempt. */
  | 'events'
  /** A payment that ended and was not compared with the provider's records: when it ended. */
  | 'unchecked-payments'
  /** A hold that is over, may have to be renewed, or is to be warned of: its end. */
  | 'ended-holds' | 'holds-to-renew' | 'holds-to-warn-of'
  /** What is kept for a time: when that time began, for links when they expired, for pictures the return. Bytes that lie on the disk without a key are due at once. */
  | 'sessions' | 'codes' | 'finished-mails' | 'links' | 'guards' | 'driver-checks' | 'payment-keys' | 'idempotent-requests' | 'drafts' | 'pictures' | 'remains'

export interface Work {
  readonly kind: WorkKind
  /** Seconds before its time at which work is due; negative for what is due only so many seconds after it. */
  readonly leadSeconds?: number
  /** Decides for each tenant where that depends on its settings; `since` is the earliest time of what was found. */
  readonly isDue?: (tenant: Tenant, since: Date) => boolean
}

/** The tenants that have work which is due now, longest waiting first; asked at every look. Never one whose settings cannot be read. */
export type DueTenants = () => Promise<readonly Tenant[]>

/** Asks the database which tenants have work of any of these kinds: one query however many tenants there are, and a second one only where there is work (decision 0144). */
export function dueTenants(database: Kysely<Tables>, ...work: readonly Work[]): DueTenants {
  const kinds = work.map(({ kind }) => kind)
  const leads = work.map(({ leadSeconds = 0 }) => leadSeconds)
  const isDue = new Map(work.map((one) => [one.kind, one.isDue]))
  return async () => {
    const { rows: found } = await sql<{ kind: WorkKind; tenant_id: string; since: Date }>`
      select asked.kind, due.tenant_id, due.since from unnest(${kinds}::text[], ${leads}::float8[]) as asked (kind, lead_seconds)
      cross join lateral tenants_with_work(asked.kind, asked.lead_seconds) as due order by due.since`.execute(database)
    if (found.length === 0) return []
    const { tenants } = await readTenants(database, [...new Set(found.map(({ tenant_id: id }) => id))])
    const byId = new Map(tenants.map((tenant) => [tenant.id, tenant]))
    const due = found.flatMap(({ kind, tenant_id: id, since }) => {
      const tenant = byId.get(id)
      return tenant && (isDue.get(kind)?.(tenant, since) ?? true) ? tenant : []
    })
    return [...new Set(due)]
  }
}
