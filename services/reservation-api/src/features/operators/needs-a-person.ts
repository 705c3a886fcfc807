import type { Transaction } from 'kysely'
import type { MailTables } from '../mail/mail-tables.ts'
import type { ReservationTables } from '../reservations/reservation-tables.ts'

/** Something that no machine will mend by itself. */
export interface Attention {
  readonly kind: 'mail-undelivered'
  readonly reference: string
  /** ISO instant since when it waits. */
  readonly since: string
}

/** The work list of one tenant, oldest first. */
export async function needsAPerson(transaction: Transaction<MailTables & ReservationTables>, tenantId: string): Promise<readonly Attention[]> {
  const mails = await transaction.selectFrom('mail_outbox').innerJoin('reservation', (join) =>
    join.onRef('reservation.tenant_id', '=', 'mail_outbox.tenant_id').onRef('reservation.id', '=', 'mail_outbox.reservation_id'))
    .where('mail_outbox.tenant_id', '=', tenantId).where('mail_outbox.state', '=', 'failed')
    .select(['reservation.reference', 'mail_outbox.created_at']).orderBy('mail_outbox.created_at').limit(200).execute()
  return mails.map(({ reference, created_at: since }) => ({ kind: 'mail-undelivered', reference, since: since.toISOString() }))
}
