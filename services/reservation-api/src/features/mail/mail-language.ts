import type { Language } from '@checkin/i18n'
import type { Transaction } from 'kysely'
import type { MailTables } from './mail-tables.ts'

/** The language in which a reservation's renter was last written to, English when nobody wrote yet: for mails that no page asks for. */
export async function latestMailLanguage(transaction: Transaction<MailTables>, tenantId: string, reservationId: string): Promise<Language> {
  const mail = await transaction.selectFrom('mail_outbox').where('tenant_id', '=', tenantId).where('reservation_id', '=', reservationId)
    .orderBy('created_at', 'desc').orderBy('id', 'desc').select('language').limit(1).executeTakeFirst()
  return mail?.language ?? 'en'
}
