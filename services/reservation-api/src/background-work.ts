import type { Database } from '@checkin/server'
import type { App } from './app.ts'
import { startAgreementWorker } from './agreement/agreement-worker.ts'
import { startEventWorker } from './fleet/event-worker.ts'
import { confirmationWriter } from './checkin/confirmation-mail.ts'
import type { Documents } from './documents/documents.ts'
import type { Drafts } from './identity/drafts.ts'
import { cleanUpChecks } from './drivers/check-limit.ts'
import { cleanUpIdentity } from './identity/cleanup.ts'
import type { AccountSource } from './tenants/accounts/tenant-accounts.ts'
import type { SiteScheme } from './tenants/site-address.ts'
import { cleanUpIdempotentRequests } from './identity/idempotent-requests.ts'
import { mailTenant } from './mail/mail-writer.ts'
import { startMailWorker } from './mail/mail-worker.ts'
import type { MailAccounts } from './mail/mail-accounts.ts'
import { creditNoteWriter } from './agreement/receipts/credit-note.ts'
import { receiptWriter } from './agreement/receipts/receipt-mail.ts'
import { cleanUpKeys } from './payments/intent-store.ts'
import { startOrderWorker } from './operators/order-worker.ts'
import { startPaymentWorker } from './payments/payment-worker.ts'
import { signingWriters } from './agreement/signature/signing-mail.ts'
import { tenantRoll } from './tenants/tenant-rounds.ts'
import { startCleanup } from './cleanup.ts'
import type { Tables } from './tables.ts'

export interface BackgroundOptions {
  readonly database: Database<Tables>
  readonly service: Pick<App, 'app' | 'metrics' | 'payments' | 'agreements'>
  readonly documents: Documents
  readonly drafts: Drafts
  readonly site: SiteScheme
  /** By which server each tenant's mail leaves. */
  readonly mailAccounts: MailAccounts
  /** Opens the accounts of companies. */
  readonly accounts: AccountSource
  /** Opens the mails that wait. */
  readonly mailSecret: string
  /** Milliseconds between two looks for work that is due, by kind of work. */
  readonly everyMs: { readonly mail: number; readonly payments: number; readonly reconcile: number; readonly agreements: number; readonly events: number; readonly cleanup: number }
}

/** What a process does for all tenants beside answering calls. */
export interface BackgroundWork {
  /** A mail was just committed: look at once. */
  readonly wakeMail: () => void
  /** There is news of a payment: look at once. */
  readonly wakePayments: () => void
  /** Does everything that is due now, once. */
  readonly runAll: () => Promise<void>
  /** Stops after what is under way. */
  readonly stop: () => Promise<void>
}

/** Starts mail, payments, operators' orders, agreements, webhooks and retention of all tenants. As many processes as wanted may do this over one database. */
export function startBackgroundWork({ database, service, documents, drafts, site, mailAccounts, accounts, mailSecret, everyMs }: BackgroundOptions): BackgroundWork {
  const { log } = service.app
  const tenants = tenantRoll(database.kysely, { log, metrics: service.metrics })
  const mail = startMailWorker({
    database, accounts: mailAccounts, secret: mailSecret, log, pollMs: everyMs.mail,
    writers: { confirmation: confirmationWriter({ database, pdfs: documents.pdfs }), receipt: receiptWriter({ database, pdfs: documents.pdfs }), 'credit-note': creditNoteWriter({ database, pdfs: documents.pdfs }), ...signingWriters({ database, pdfs: documents.pdfs }) },
    tenants: async () => (await tenants()).map((tenant) => mailTenant(tenant, site)),
  })
  const payments = startPaymentWorker({
    engine: service.payments, log, pollMs: everyMs.payments, reconcileMs: everyMs.reconcile, tenants,
  })
  const orders = startOrderWorker({ database, payments: service.payments.payments, tenants, log, pollMs: everyMs.payments })
  const agreements = startAgreementWorker({ services: service.agreements, log, pollMs: everyMs.agreements, tenants })
  const events = startEventWorker({ database, source: accounts, tenants, log, pollMs: everyMs.events })
  const cleanup = startCleanup({
    tenants, log, metrics: service.metrics, everyMs: everyMs.cleanup,
    jobs: {
      identity: ({ id }) => cleanUpIdentity(database, id),
      'driver-checks': ({ id }) => cleanUpChecks(database, id),
      'payment-keys': ({ id }) => cleanUpKeys(database, id),
      'keyed-calls': ({ id }) => cleanUpIdempotentRequests(database, id),
      drafts: ({ id }) => drafts.cleanUp(id),
      documents: ({ id, settings }) => documents.cleanUp(database, id, settings.documentRetentionDays),
    },
  })
  return {
    wakeMail: mail.wake,
    wakePayments: payments.wake,
    runAll: async () => {
      await mail.run()
      await payments.run()
      await payments.reconcile()
      await orders.run()
      await agreements.run()
      await events.run()
      await cleanup.run()
    },
    stop: async () => {
      await cleanup.stop()
      await events.stop()
      await agreements.stop()
      await orders.stop()
      await payments.stop()
      await mail.stop()
    },
  }
}
