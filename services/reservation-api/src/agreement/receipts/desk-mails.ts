import type { Transaction } from 'kysely'
import { enqueueMail, latestMailLanguage } from '../../mail/outbox-store.ts'
import type { Completion } from '../../payments/settle-consequences.ts'
import type { StoredReservation } from '../../reservations/reservation-store.ts'
import { tenantById } from '../../tenants/tenant-store.ts'
import type { Tables } from '../tables.ts'
import { creditNoteFacts } from './credit-note.ts'
import { receiptFacts } from './receipt-facts.ts'
import { addressOf, queueReceipt } from './receipt-mail.ts'

/** Seconds in which a credit note that could not leave is still of use. */
const usefulSeconds = 7 * 24 * 3600

/** What the renter hears of money that the company moved, queued in the transaction that books it. `mailSecret` seals what waits. */
export const deskMails = ({ mailSecret: secret }: { readonly mailSecret: string }): Pick<Completion, 'captured' | 'refunded'> => {
  const addressee = async (transaction: Transaction<Tables>, { row: { tenant_id: tenantId, id } }: StoredReservation) => {
    const tenant = await tenantById(transaction, tenantId)
    if (!tenant) throw new Error('the tenant of a payment is there')
    return { tenant, language: await latestMailLanguage(transaction, tenantId, id) }
  }
  return {
    captured: async (transaction: Transaction<Tables>, stored, settled) => {
      const { tenant, language } = await addressee(transaction, stored)
      await queueReceipt(transaction, stored, await receiptFacts(transaction, tenant, stored, settled, language), { language, secret })
    },
    refunded: async (transaction: Transaction<Tables>, stored, refunded) => {
      const to = addressOf(stored)
      if (to === null) return
      const { tenant, language } = await addressee(transaction, stored)
      const facts = await creditNoteFacts(transaction, tenant, stored, refunded, language)
      await enqueueMail(transaction, { tenantId: tenant.id, kind: 'credit-note', reservationId: stored.row.id, to, language, payload: { facts }, usefulSeconds }, secret)
    },
  }
}
