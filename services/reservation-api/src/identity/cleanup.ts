import type { Database } from '@checkin/server'
import { sql, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'
import { forgetMails } from '../mail/outbox-store.ts'
import { endSessionsOf } from './session-store.ts'

/**
 * Removes what is of no use any more: sessions and codes of yesterday, mails of a week ago, links a month after their end, quiet guards.
 * Safe from many processes at once; meant to run every few minutes.
 */
export async function cleanUpIdentity(database: Database<Tables>, tenantId: string): Promise<void> {
  await database.withTenant(tenantId, async (transaction) => {
    await transaction.deleteFrom('renter_session').where('tenant_id', '=', tenantId).where('created_at', '<', sql<Date>`now() - interval '1 day'`).execute()
    await transaction.deleteFrom('login_code').where('tenant_id', '=', tenantId).where('created_at', '<', sql<Date>`now() - interval '1 day'`).execute()
    await transaction.deleteFrom('mail_outbox').where('tenant_id', '=', tenantId).where('state', '!=', 'queued')
      .where('created_at', '<', sql<Date>`now() - interval '7 days'`).execute()
    await transaction.deleteFrom('access_link').where('tenant_id', '=', tenantId).where('expires_at', '<', sql<Date>`now() - interval '30 days'`).execute()
    await transaction.deleteFrom('guess_guard').where('tenant_id', '=', tenantId)
      .where('window_started_at', '<', sql<Date>`now() - interval '2 hours'`)
      .where((eb) => eb.or([eb('locked_until', 'is', null), eb('locked_until', '<', sql<Date>`now()`)])).execute()
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
