import type { Database } from '@checkin/server'
import type { App } from './app.ts'
import { startAgreementWorker } from './features/agreement/agreement-worker.ts'
import { confirmationWriter } from './features/completion/confirmation-mail.ts'
import type { Documents } from './features/documents/documents.ts'
import type { Drafts } from './features/drafts/drafts.ts'
import { tidyChecks } from './features/driver/check-limit.ts'
import { tidyIdentity } from './features/identity/housekeeping.ts'
import type { SiteScheme } from './features/identity/identity-settings.ts'
import { tidyKeyedCalls } from './features/keyed-calls/keyed-calls.ts'
import { mailTenant } from './features/mail/mail-tenant.ts'
import { startMailWorker } from './features/mail/mail-worker.ts'
import type { MailAccounts } from './features/mail/mail-accounts.ts'
import { receiptWriter } from './features/receipts/receipt-mail.ts'
import { tidyKeys } from './features/payments/intent-store.ts'
import { startPaymentWorker } from './features/payments/payment-worker.ts'
import { signingWriters } from './features/signature/signing-mail.ts'
import { tenantRoll } from './features/tenants/tenant-roll.ts'
import { startHousekeeping } from './housekeeping.ts'
import type { Tables } from './tables.ts'

export interface BackgroundOptions {
  readonly database: Database<Tables>
  readonly service: Pick<App, 'app' | 'metrics' | 'payments' | 'agreements'>
  readonly documents: Documents
  readonly drafts: Drafts
  readonly site: SiteScheme
  /** By which server each tenant's mail leaves. */
  readonly mailAccounts: MailAccounts
  /** Opens the mails that wait. */
  readonly mailSecret: string
  /** Milliseconds between two looks for work that is due, by kind of work. */
  readonly everyMs: { readonly mail: number; readonly payments: number; readonly reconcile: number; readonly agreements: number; readonly tidying: number }
}

/** What a process does for all tenants beside answering calls. */
export interface BackgroundWork {
  /** A mail was just committed: look at once. */
  readonly nudgeMail: () => void
  /** There is news of a payment: look at once. */
  readonly nudgePayments: () => void
  /** Does everything that is due now, once. */
  readonly runAll: () => Promise<void>
  /** Stops after what is under way. */
  readonly stop: () => Promise<void>
}

/** Starts mail, payments, agreements and retention of all tenants. As many processes as wanted may do this over one database. */
export function startBackgroundWork({ database, service, documents, drafts, site, mailAccounts, mailSecret, everyMs }: BackgroundOptions): BackgroundWork {
  const { log } = service.app
  const tenants = tenantRoll(database.kysely, { log, metrics: service.metrics })
  const mail = startMailWorker({
    database, accounts: mailAccounts, secret: mailSecret, log, pollMs: everyMs.mail,
    writers: { confirmation: confirmationWriter({ database, papers: documents.papers }), receipt: receiptWriter({ database, papers: documents.papers }), ...signingWriters({ database, papers: documents.papers }) },
    tenants: async () => (await tenants()).map((tenant) => mailTenant(tenant, site)),
  })
  const payments = startPaymentWorker({
    engine: service.payments, log, pollMs: everyMs.payments, reconcileMs: everyMs.reconcile, tenants,
  })
  const agreements = startAgreementWorker({ services: service.agreements, log, pollMs: everyMs.agreements, tenants })
  const housekeeping = startHousekeeping({
    tenants, log, metrics: service.metrics, everyMs: everyMs.tidying,
    jobs: {
      identity: ({ id }) => tidyIdentity(database, id),
      'driver-checks': ({ id }) => tidyChecks(database, id),
      'payment-keys': ({ id }) => tidyKeys(database, id),
      'keyed-calls': ({ id }) => tidyKeyedCalls(database, id),
      drafts: ({ id }) => drafts.tidy(id),
      documents: ({ id, settings }) => documents.tidy(database, id, settings.documentRetentionDays),
    },
  })
  return {
    nudgeMail: mail.nudge,
    nudgePayments: payments.nudge,
    runAll: async () => {
      await mail.sendDue()
      await payments.runDue()
      await payments.reconcile()
      await agreements.goOn()
      await housekeeping.tidy()
    },
    stop: async () => {
      await housekeeping.stop()
      await agreements.stop()
      await payments.stop()
      await mail.stop()
    },
  }
}
