import { openDatabase } from '@checkin/server'
import { createApp } from './app.ts'
import { startAgreementWorker } from './features/agreement/agreement-worker.ts'
import { confirmationWriter } from './features/completion/confirmation-mail.ts'
import { createDocuments } from './features/documents/documents.ts'
import { documentSettings } from './features/documents/document-settings.ts'
import { createDrafts } from './features/drafts/drafts.ts'
import { tidyChecks } from './features/driver/check-limit.ts'
import { tidyIdentity } from './features/identity/housekeeping.ts'
import { identitySettings } from './features/identity/identity-settings.ts'
import { tidyKeyedCalls } from './features/keyed-calls/keyed-calls.ts'
import { mailSettings } from './features/mail/mail-settings.ts'
import { mailTenant } from './features/mail/mail-tenant.ts'
import { startMailWorker } from './features/mail/mail-worker.ts'
import { smtpMailer } from './features/mail/smtp.ts'
import { receiptWriter } from './features/receipts/receipt-mail.ts'
import { tidyKeys } from './features/payments/intent-store.ts'
import { paymentSettings, type PaymentSettings } from './features/payments/payment-settings.ts'
import { startPaymentWorker } from './features/payments/payment-worker.ts'
import { httpSignatureProvider } from './features/signature/http-signature-provider.ts'
import { signSettings } from './features/signature/sign-settings.ts'
import { signingWriters } from './features/signature/signing-mail.ts'
import { allTenants } from './features/tenants/tenant-store.ts'
import { apiSettings, migrationsFolder } from './settings.ts'
import type { Tables } from './tables.ts'

const tidyEveryMs = 10 * 60 * 1000
const agreementPollMs = 2000

export interface StartOptions {
  /** What becomes of the payment settings before they are used. Tests that must see the product fail give one; nothing else does. */
  readonly changePayments?: (settings: PaymentSettings) => PaymentSettings
}

/** Starts the whole service from the environment: database, HTTP and the workers. Throws SettingsError for what the operator has to mend. */
export async function startService({ changePayments = (settings) => settings }: StartOptions = {}): Promise<void> {
  const settings = apiSettings()
  const identity = identitySettings()
  const mail = mailSettings()
  const payments = changePayments(paymentSettings())
  const documentSecrets = documentSettings()
  const documents = createDocuments(documentSecrets)
  const database = openDatabase<Tables>({ url: settings.databaseUrl, schema: 'reservation', migrations: migrationsFolder, poolSize: settings.poolSize })
  await database.migrate()
  const drafts = createDrafts(database, documentSecrets.secret)

  let nudgeMail = (): void => undefined
  let nudgePayments = (): void => undefined
  const service = await createApp({
    database, identity, documents, drafts, adminToken: settings.adminToken, demo: settings.demo, postalCodesFolder: settings.postalCodesFolder,
    tenantCacheMs: settings.tenantCacheMs, payments, signatures: httpSignatureProvider(signSettings()), signatureWaitsMs: [300, 700, 1500], mailQueued: () => { nudgeMail() }, ordersDue: () => { nudgePayments() },
  })
  const { log } = service.app
  const worker = startMailWorker({
    database, mailer: smtpMailer(mail.smtp), secret: mail.secret, log, pollMs: mail.pollMs,
    writers: { confirmation: confirmationWriter({ database, papers: documents.papers }), receipt: receiptWriter({ database, papers: documents.papers }), ...signingWriters({ database, papers: documents.papers }) },
    tenants: async () => (await allTenants(database.kysely)).map((tenant) => mailTenant(tenant, identity.site)),
  })
  nudgeMail = worker.nudge
  const paying = startPaymentWorker({
    engine: service.payments, log, pollMs: payments.pollMs, reconcileMs: payments.reconcileMs,
    tenants: async () => (await allTenants(database.kysely)).map(({ id }) => id),
  })
  nudgePayments = paying.nudge
  const agreeing = startAgreementWorker({ services: service.agreements, log, pollMs: agreementPollMs, tenants: () => allTenants(database.kysely) })
  const tidying = setInterval(() => {
    void tidyAll().catch((error: unknown) => { log.error({ err: error }, 'tidying failed') })
  }, tidyEveryMs)
  const tidyAll = async (): Promise<void> => {
    for (const { id, settings: { documentRetentionDays } } of await allTenants(database.kysely)) {
      await tidyIdentity(database, id)
      await tidyChecks(database, id)
      await tidyKeys(database, id)
      await tidyKeyedCalls(database, id)
      await drafts.tidy(id)
      await documents.tidy(database, id, documentRetentionDays)
    }
  }

  service.onStop(() => database.close())
  service.onStop(() => { documents.stop() })
  service.onStop(() => worker.stop())
  service.onStop(() => paying.stop())
  service.onStop(() => agreeing.stop())
  service.onStop(() => { clearInterval(tidying) })
  await service.listen({ port: settings.port, host: settings.host })
}
