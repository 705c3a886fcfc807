import type { Transaction } from 'kysely'
import { latestMailLanguage } from '../../mail/outbox-store.ts'
import type { Completion } from '../../payments/settle-consequences.ts'
import { tenantById } from '../../tenants/tenant-store.ts'
import type { Tables } from '../tables.ts'
import { receiptFacts } from './receipt-facts.ts'
import { queueReceipt } from './receipt-mail.ts'

/** What the renter hears of money that the company moved, queued in the transaction that books it. `mailSecret` seals what waits. */
export const deskMails = ({ mailSecret: secret }: { readonly mailSecret: string }): Pick<Completion, 'captured'> => ({
  captured: async (transaction: Transaction<Tables>, stored, settled) => {
    const { tenant_id: tenantId, id } = stored.row
    const tenant = await tenantById(transaction, tenantId)
    if (!tenant) throw new Error('the tenant of a payment is there')
    const language = await latestMailLanguage(transaction, tenantId, id)
    await queueReceipt(transaction, stored, await receiptFacts(transaction, tenant, stored, settled, language), { language, secret })
  },
})
