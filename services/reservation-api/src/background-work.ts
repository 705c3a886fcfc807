import type { Database } from '@checkin/server'
import type { App } from './app.ts'
import { changedAgreements, forgottenHolds, startAgreementWorker, waitingAgreements } from './agreement/agreement-worker.ts'
import { newReceivers, startEventWorker, unnumberedEvents, waitingEvents } from './fleet/event-worker.ts'
import { confirmationWriter } from './checkin/confirmation-mail.ts'
import type { Documents } from './documents/documents.ts'
import { endPasses } from './checkin/ticket/wallet/pass-store.ts'
import { createWalletAccounts } from './checkin/ticket/wallet/wallet-accounts.ts'
import { changedWalletPasses, endedPasses, startWalletWorker, walletUpdates } from './checkin/ticket/wallet/wallet-worker.ts'
import { oldDrafts, type Drafts } from './identity/drafts.ts'
import { cleanUpChecks, oldChecks } from './drivers/check-limit.ts'
import { cleanUpDriverLinks, oldDriverLinks } from './drivers/links-cleanup.ts'
import { cleanUpIdentity, oldIdentityData } from './identity/cleanup.ts'
import type { AccountSource } from './tenants/accounts/tenant-accounts.ts'
import type { SiteScheme } from './tenants/site-address.ts'
import { cleanUpIdempotentRequests, oldRequests } from './identity/idempotent-requests.ts'
import { mailTenant } from './mail/mail-writer.ts'
import { invitationCodeWriter, invitationWriter } from './mail/invitation-mail.ts'
import { laterWriter } from './mail/later-mail.ts'
import { startMailWorker, waitingMails } from './mail/mail-worker.ts'
import { createSmsAccounts } from './mail/sms/sms-accounts.ts'
import type { MailAccounts } from './mail/mail-accounts.ts'
import { creditNoteWriter } from './agreement/receipts/credit-note.ts'
import { receiptWriter } from './agreement/receipts/receipt-mail.ts'
import { endPersonalData, oldPersonalData } from './fleet/personal-data-retention.ts'
import { cleanUpKeys, oldKeys } from './payments/intent-store.ts'
import { leftOrders, startOrderWorker } from './operators/order-worker.ts'
import { startPaymentWorker } from './payments/payment-worker.ts'
import { signingWriters } from './agreement/signature/signing-mail.ts'
import { startSealing } from './sealing/seal-rows.ts'
import { dueTenants, gatheringFinder, workFinder, type Work, type WorkFinder } from './tenants/due-work.ts'
import { startDraftWorker } from './tenants/draft-worker.ts'
import { watchTenants } from './tenants/tenant-watch.ts'
import { watchWaitingWork } from './tenants/waiting-work.ts'
import { startCleanup } from './cleanup.ts'
import type { Tables } from './tables.ts'

export interface BackgroundOptions {
  readonly database: Database<Tables>
  readonly service: Pick<App, 'app' | 'metrics' | 'securityEvent' | 'tracer' | 'payments' | 'agreements'>
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

/** Milliseconds between two looks that go through more than what is due: for changed agreements, changed passes and new receivers of events, and for forgotten holds, events without a number and tenants whose settings cannot be read. */
const [nowAndThenMs, seldomMs] = [10_000, 60_000]
/** The same between two looks at how long work waits. */
const waitingMs = 30_000
const daySeconds = 24 * 3600

/** Pictures of rentals that ended longer ago than their tenant keeps them, and bytes that lie on the disk without a key. */
const oldPictures: readonly Work[] = [
  { kind: 'pictures', isDue: ({ settings }, since) => since.getTime() < Date.now() - settings.documentRetentionDays * daySeconds * 1000 },
  { kind: 'remains' },
]

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

/** Starts mail, payments, operators' orders, agreements, webhooks, passes, scheduled settings and retention of all tenants. As many processes as wanted may do this over one database. */
export function startBackgroundWork({ database, service, documents, drafts, site, mailAccounts, accounts, mailSecret, everyMs }: BackgroundOptions): BackgroundWork {
  const { log } = service.app
  const find = workFinder(database.kysely)
  const through = (finder: WorkFinder) => (...work: readonly Work[]) => dueTenants(database.kysely, finder, ...work)
  /** `soon` is for what is looked for many times a minute. */
  const [soon, due] = [through(gatheringFinder(find)), through(find)]
  const watch = watchTenants(database.kysely, { log, metrics: service.metrics, everyMs: Math.max(everyMs.agreements, seldomMs) })
  const waiting = watchWaitingWork(database.kysely, { log, metrics: service.metrics, everyMs: { soon: Math.max(everyMs.agreements, waitingMs), seldom: everyMs.cleanup } })
  const mailTenants = soon(waitingMails)
  const mail = startMailWorker({
    database, accounts: mailAccounts, sms: { accounts: createSmsAccounts(accounts), callbackBase: service.agreements.callbackBase }, secret: mailSecret, log, pollMs: everyMs.mail, gaveUp: (work) => { service.securityEvent('work.gave-up', work) }, traced: service.tracer.job,
    writers: { 'later-link': laterWriter, invitation: invitationWriter, 'invitation-code': invitationCodeWriter, confirmation: confirmationWriter({ database, pdfs: documents.pdfs }), receipt: receiptWriter({ database, pdfs: documents.pdfs }), 'credit-note': creditNoteWriter({ database, pdfs: documents.pdfs }), ...signingWriters({ database, pdfs: documents.pdfs }) },
    tenants: async () => (await mailTenants()).map((tenant) => mailTenant(tenant, site)),
  })
  const payments = startPaymentWorker({
    engine: service.payments, log, pollMs: everyMs.payments, reconcileMs: everyMs.reconcile,
    tenants: { jobs: soon(...service.payments.work.jobs), comparison: due(...service.payments.work.comparison) },
  })
  const orders = startOrderWorker({ database, payments: service.payments.payments, tenants: soon(leftOrders), log, pollMs: everyMs.payments })
  const agreements = startAgreementWorker({
    services: service.agreements, log, pollMs: everyMs.agreements, changedMs: Math.max(everyMs.agreements, nowAndThenMs), holdsMs: Math.max(everyMs.agreements, seldomMs),
    tenants: { agreements: soon(waitingAgreements), changed: due(changedAgreements), holds: due(forgottenHolds) },
  })
  const events = startEventWorker({ database, source: accounts, log, pollMs: everyMs.events, beginMs: Math.max(everyMs.events, nowAndThenMs), numberMs: Math.max(everyMs.events, seldomMs), tenants: { waiting: soon(waitingEvents), beginning: due(newReceivers), unnumbered: due(unnumberedEvents) } })
  const ofWallets = through(workFinder(database.kysely, 'tenants_with_wallet_work'))
  const passes = startWalletWorker({
    database, accounts: createWalletAccounts(accounts), secret: mailSecret, log, tenants: { updates: ofWallets(walletUpdates), changed: ofWallets(changedWalletPasses) },
    everyMs: { updates: everyMs.events, changed: Math.max(everyMs.events, nowAndThenMs) },
  })
  const settings = startDraftWorker({ database, log, everyMs: everyMs.agreements })
  const sealing = startSealing({ database, log, everyMs: Math.max(everyMs.agreements, nowAndThenMs), rotated: () => { service.securityEvent('key.rotated') } })
  const cleanup = startCleanup({
    log, metrics: service.metrics, everyMs: everyMs.cleanup,
    jobs: {
      identity: { tenants: due(...oldIdentityData), cleanUp: ({ id }) => cleanUpIdentity(database, id) },
      'driver-checks': { tenants: due(oldChecks), cleanUp: ({ id }) => cleanUpChecks(database, id) },
      'driver-links': { tenants: due(...oldDriverLinks), cleanUp: ({ id }) => cleanUpDriverLinks(database, id) },
      'payment-keys': { tenants: due(oldKeys), cleanUp: ({ id }) => cleanUpKeys(database, id) },
      'keyed-calls': { tenants: due(oldRequests), cleanUp: ({ id }) => cleanUpIdempotentRequests(database, id) },
      passes: { tenants: ofWallets(endedPasses), cleanUp: ({ id }) => database.withTenant(id, (transaction) => endPasses(transaction, id)) },
      drafts: { tenants: due(oldDrafts), cleanUp: ({ id }) => drafts.cleanUp(id) },
      documents: { tenants: due(...oldPictures), cleanUp: ({ id, settings }) => documents.cleanUp(database, id, settings.documentRetentionDays) },
      'personal-data': { tenants: due(...oldPersonalData), cleanUp: ({ id, settings }) => endPersonalData(database, documents, id, settings) },
    },
  })
  return {
    wakeMail: mail.wake,
    wakePayments: payments.wake,
    runAll: async () => {
      await watch.run()
      await waiting.run()
      await mail.run()
      await payments.run()
      await payments.reconcile()
      await orders.run()
      await agreements.run()
      await events.run()
      await passes.run()
      await settings.run()
      await sealing.run()
      await cleanup.run()
    },
    stop: async () => {
      await cleanup.stop()
      await sealing.stop()
      await settings.stop()
      await passes.stop()
      await events.stop()
      await agreements.stop()
      await orders.stop()
      await payments.stop()
      await mail.stop()
      await waiting.stop()
      await watch.stop()
    },
  }
}
