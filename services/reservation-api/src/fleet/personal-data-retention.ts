import type { Database } from '@checkin/server'
import { sql } from 'kysely'
import type { TenantSettings } from '@checkin/internal'
import type { Documents } from '../documents/documents.ts'
import type { Work } from '../tenants/due-work.ts'
import type { Tables } from '../tables.ts'
import { endPdfs, erasePersonalData } from './erase-personal-data.ts'

/** Rentals that are looked for at once; each ends in a transaction of its own. */
const atOnce = 100
const dayMs = 24 * 3600 * 1000

/** The periods of a tenant, in days after the return (REL-7). */
export type Retention = Pick<TenantSettings, 'personalDataRetentionDays' | 'pdfRetentionDays'>

/** Rentals whose persons a tenant keeps no longer, and papers of such rentals whose own time is over. */
export const oldPersonalData: readonly Work[] = [
  {
    kind: 'personal-data',
    isDue: ({ settings: { personalDataRetentionDays: days } }, since) => days !== null && since.getTime() < Date.now() - days * dayMs,
  },
  { kind: 'kept-pdfs' },
]

/**
 * Ends what a tenant keeps no longer: the personal data of rentals that were returned longer ago than its period, as the company's own call would
 * (the feed tells `reservation.erased`), and papers at the end of theirs. Safe from many processes at once and after a crash in the middle.
 */
export async function endPersonalData(database: Database<Tables>, documents: Pick<Documents, 'clear'>, tenantId: string, retention: Retention): Promise<void> {
  const { personalDataRetentionDays: days, pdfRetentionDays } = retention
  // Papers that would go before the person are not kept beyond them.
  const pdfDays = days !== null && pdfRetentionDays !== null && pdfRetentionDays > days ? pdfRetentionDays : null
  for (let found = atOnce; days !== null && found === atOnce;) {
    const rows = await database.withTenant(tenantId, (transaction) => transaction.selectFrom('reservation').where('tenant_id', '=', tenantId).where('erased_at', 'is', null)
      .where(sql<boolean>`check_in_at < now() at time zone 'UTC' - make_interval(days => ${days})`).select('reference').orderBy('check_in_at').limit(atOnce).execute())
    for (const { reference } of rows) await database.withTenant(tenantId, (transaction) => erasePersonalData(transaction, tenantId, reference, pdfDays))
    found = rows.length
  }
  await endKeptPdfs(database, tenantId)
  await documents.clear(database, tenantId)
}

async function endKeptPdfs(database: Database<Tables>, tenantId: string): Promise<void> {
  for (let found = atOnce; found === atOnce;) {
    const rows = await database.withTenant(tenantId, (transaction) => transaction.selectFrom('reservation').where('tenant_id', '=', tenantId).where('erased_at', 'is not', null)
      .where('pdfs_until', '<', sql<Date>`now()`).select('id').orderBy('pdfs_until').limit(atOnce).execute())
    for (const { id } of rows) await database.withTenant(tenantId, (transaction) => endPdfs(transaction, tenantId, id))
    found = rows.length
  }
}
