import { listenTls, looksAtReplica, openDatabase, probeTls, processSettings, watchDatabase, type Database, type Looks, type Service } from '@checkin/server'
import { watchStore } from '@checkin/server/object-store'
import { outboundSettings } from '@checkin/server/outbound'
import { createApp } from './app.ts'
import { startBackgroundWork, type BackgroundWork } from './background-work.ts'
import { createDocuments, documentSettings } from './documents/documents.ts'
import { createImageReader } from './documents/images/image-reader.ts'
import { clamd } from './documents/scanning/clamd.ts'
import { scannedPictures } from './documents/scanning/scanned-pictures.ts'
import { scannerSettings } from './documents/scanning/scanner-settings.ts'
import { createDrafts } from './identity/drafts.ts'
import { identitySettings } from './identity/identity-settings.ts'
import { createMailAccounts } from './mail/mail-accounts.ts'
import { mailSettings } from './mail/mail-settings.ts'
import { accountSeal } from './tenants/accounts/account-seal.ts'
import { paymentSettings, type PaymentSettings } from './payments/payment-settings.ts'
import { httpSignatureProvider, signSettings } from './agreement/signature/http-signature-provider.ts'
import { keyServiceOf, keySettings } from './keys/key-settings.ts'
import { withDataKeys } from './keys/sealed-values.ts'
import { dataKeys } from './keys/tenant-keys.ts'
import { apiSettings, migrationsFolder } from './settings.ts'
import type { Tables } from './tables.ts'

const cleanUpEveryMs = 10 * 60 * 1000
/** Payments and the providers' reports are turned away last (REL-11). */
const isAboutMoney = (path: string): boolean => /^\/(provider\/|api\/payment)/.test(path)
const agreementPollMs = 2000
const eventPollMs = 2000

export interface StartOptions {
  /** What this process is for: calls, the work beside them, or both, which is what one machine runs. */
  readonly does?: 'calls' | 'work' | 'both'
  /** What becomes of the payment settings before they are used. Tests that must see the product fail give one; nothing else does. */
  readonly changePayments?: (settings: PaymentSettings) => PaymentSettings
}

/** What operators look at comes from a replica, where there is one (decision 0285). */
const replicaLooks = (primary: Database<Tables>, url: string) => ({ app, metrics, onStop }: Service): Looks<Tables> => {
  const looks = looksAtReplica({
    primary, replica: { url, schema: 'reservation' }, metrics,
    onChange: (state, error) => { if (state === 'used') app.log.info('the replica is used'); else app.log.warn({ err: error, state }, 'the replica is not used: the primary answers') },
  })
  onStop(looks.close)
  return looks
}

/** Starts the whole service from the environment: database, HTTP and the workers. Throws SettingsError for what the operator has to mend. */
export async function startService({ does = 'both', changePayments = (settings) => settings }: StartOptions = {}): Promise<void> {
  const settings = apiSettings()
  outboundSettings()
  const identity = identitySettings()
  const mail = mailSettings()
  const payments = changePayments(paymentSettings())
  const sign = signSettings()
  const documentSecrets = documentSettings()
  const keyService = keyServiceOf(keySettings())
  const scanner = scannerSettings()
  const pictures = createImageReader()
  const documents = createDocuments({ ...documentSecrets, keys: keyService }, scanner ? scannedPictures(pictures, clamd(scanner.address), {
    isRequired: scanner.isRequired, notify: (scanned) => { service.app.log.warn({ scanned }, scanned.kind === 'infected' ? 'a picture has malware in it and was refused' : 'the antivirus engine did not scan a picture') },
  }) : pictures)
  const keys = dataKeys(keyService)
  const database = withDataKeys(openDatabase<Tables>({ url: settings.databaseUrl, schema: 'reservation', migrations: migrationsFolder, poolSize: settings.poolSize }), keys)
  await database.migrate()
  const seal = accountSeal(documentSecrets.secret)
  const drafts = createDrafts(database, documentSecrets.secret)

  const { replicaUrl } = settings
  let background: BackgroundWork | null = null
  const service = await createApp({
    database, identity, documents, drafts, adminToken: settings.adminToken, demo: settings.demo, postalCodesFolder: settings.postalCodesFolder,
    hstsSubdomains: settings.hstsSubdomains, tenantCacheMs: settings.tenantCacheMs, payments, signatures: sign && httpSignatureProvider(sign), accountSeal: seal, isSingleCompany: settings.isSingleCompany, refusesPersonalAddresses: settings.refusesPersonalAddresses, signatureWaitsMs: [300, 700, 1500],
    admission: { refusedLast: isAboutMoney }, ...(replicaUrl !== null && does !== 'work' && { looks: replicaLooks(database, replicaUrl) }),
    mailQueued: () => { background?.wakeMail() }, jobsDue: () => { background?.wakePayments() },
  })
  const accounts = { database, seal, isSingleCompany: settings.isSingleCompany, log: service.app.log }
  service.onStop(() => database.close())
  service.onStop(() => { documents.stop() })
  service.onStop(watchDatabase(database, service.metrics).stop)
  if (documentSecrets.objects) service.onStop(watchStore(documentSecrets.objects, service.metrics).stop)
  if (does === 'calls') {
    await service.listen({ port: settings.port, host: settings.host })
    return
  }
  const work = startBackgroundWork({
    database, service, documents, drafts, site: identity.site, mailSecret: mail.secret, accounts,
    mailAccounts: createMailAccounts({ source: accounts, environment: mail.smtp, demo: settings.demo }),
    everyMs: { mail: mail.pollMs, payments: payments.pollMs, reconcile: payments.reconcileMs, agreements: agreementPollMs, events: eventPollMs, cleanup: cleanUpEveryMs },
  })
  background = work

  service.onStop(() => work.stop())
  if (does === 'work') await service.listenForProbes(workerProbe())
  else await service.listen({ port: settings.port, host: settings.host })
}

/** Where the probes of a process that takes calls are. */
export const apiProbe = () => {
  const { host, port } = apiSettings()
  return { host, port, tls: listenTls()?.current() ?? null }
}

/** Where the probes of a process that only works are. */
export const workerProbe = () => ({ host: processSettings().probeHost, port: apiSettings().workerPort, tls: probeTls() })
