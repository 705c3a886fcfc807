import type { Database } from '@checkin/server'
import { sql, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'
import { forgetMails } from '../mail/outbox-store.ts'
import type { Work, WorkKind } from '../tenants/due-work.ts'
import { endSessionsOf } from './session-store.ts'

const day = 24 * 3600
/** How long each is kept, in seconds: sessions and codes from their beginning, mails from when they were written, links from their end, guards from their first miss. */
const kept = { sessions: day, codes: day, 'finished-mails': 7 * day, links: 30 * day, guards: 2 * 3600 } as const satisfies Partial<Record<WorkKind, number>>
const before = (kind: keyof typeof kept) => sql<Date>`now() - make_interval(secs => ${kept[kind]})`

/** When `cleanUpIdentity` has something to do. */
export const oldIdentityData: readonly Work[] = Object.entries(kept).map(([kind, seconds]) => ({ kind: kind as keyof typeof kept, leadSeconds: -seconds }))

/**
 * Removes what is of no use any more: sessions and codes of yesterday, mails of a week ago, links a month after their end, quiet guards.
 * Safe from many processes at once; meant to run every few minutes.
 */
export async function cleanUpIdentity(database: Database<Tables>, tenantId: string): Promise<void> {
  await database.withTenant(tenantId, async (transaction) => {
    await transaction.deleteFrom('renter_session').where('tenant_id', '=', tenantId).where('created_at', '<', before('sessions')).execute()
    await transaction.deleteFrom('login_code').where('tenant_id', '=', tenantId).where('created_at', '<', before('codes')).execute()
    await transaction.deleteFrom('mail_outbox').where('tenant_id', '=', tenantId).where('state', '!=', 'queued')
      .where('created_at', '<', before('finished-mails')).execute()
    await transaction.deleteFrom('access_link').where('tenant_id', '=', tenantId).where('expires_at', '<', before('links')).execute()
    await transaction.deleteFrom('guess_guard').where('tenant_id', '=', tenantId)
      .where('window_started_at', '<', before('guards'))
      .where((eb) => eb.or([eb('locked_until', 'is', null), eb('locked_until', '<', sql<Date>`now()`)])).execute()
    // Each was taken with a guard, whose end brings this lap about.
    await transaction.deleteFrom('guess_work').where('tenant_id', '=', tenantId).where('expires_at', '<', sql<Date>`now()`).execute()
  })
}

/** Removes every trace of a reservation's renter from sessions, codes, links and mails; part of deleting personal data. */
export async function forgetRenter(transaction: Transaction<Tables>, tenantId: string, reservationId: string): Promise<void> {
  await endSessionsOf(transaction, tenantId, reservationId)
  for (const table of ['login_code', 'access_link'] as const) {
    await transaction.deleteFrom(table).where('tenant_id', '=', tenantId).where('reservation_id', '=', reservationId).execute()
  }
  await forgetMails(transaction, tenantId, reservationId)
}
