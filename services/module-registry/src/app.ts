import { serveOpenApi } from '@checkin/http/openapi'
import { logKeyFrom } from '@checkin/releases/log'
import { askForTls, createService, type Database, type Service, type ServiceOptions } from '@checkin/server'
import { smtpMailer } from '@checkin/server/mail'
import { usualSessionLimits } from './access/console-sessions.ts'
import { consoleSessionRoutes } from './access/console-sessions.routes.ts'
import { passkeyRoutes } from './access/passkeys/passkeys.routes.ts'
import { tokenRoutes } from './access/tokens.routes.ts'
import { tokenStore } from './access/tokens.ts'
import { attestationRoutes } from './attesting/attestations.routes.ts'
import { runnerKeyRoutes } from './attesting/runner-keys.ts'
import { auditRoutes } from './audit/audit.routes.ts'
import { backgroundWork, ticker } from './background.ts'
import { changeRoutes } from './changes/changes.routes.ts'
import { freezeRoutes } from './changes/freezes.ts'
import { planRoutes } from './changes/plans.routes.ts'
import { startMailEvents } from './events/mail-events.ts'
import { mailSubscriptionRoutes } from './events/mail-subscriptions.routes.ts'
import { startWebhook } from './events/webhook.ts'
import { experimentRoutes } from './experiments/experiments.routes.ts'
import { healthRoutes } from './health/health.routes.ts'
import { callersOf } from './http/callers.ts'
import { registryDocument, registryServe } from './http/serve.ts'
import { assetBucket, assetFolder } from './publishing/assets.ts'
import { logRoutes } from './log/log.routes.ts'
import { addDemoKeys } from './publishing/demo-keys.ts'
import { moduleRoutes } from './publishing/modules.routes.ts'
import { publisherKeyRoutes } from './publishing/publisher-keys.ts'
import { bundleRoutes } from './promotion/bundles.routes.ts'
import type { Registry } from './registry.ts'
import { publicStatusRoutes } from './releases/public-status.routes.ts'
import { setRoutes } from './releases/sets.routes.ts'
import { snapshotRoutes } from './releases/snapshot.ts'
import { versionAdviceRoutes } from './releases/version-advice.routes.ts'
import { versionRoutes } from './releases/versions.routes.ts'
import { demoSecondFactor, type RegistrySettings, usualFollowPlan, usualLifetimes } from './settings.ts'
import { numbering } from './storage/entries.ts'
import { atOnce, changeAll, changeSubject } from './storage/ledger.ts'
import type { Tables } from './storage/tables.ts'
import { controlRoomRoutes } from './tenants/control-room.routes.ts'
import { insightRoutes } from './tenants/insight.routes.ts'
import { signedLinkRoutes } from './tenants/signed-links.routes.ts'
import { tenantRoutes } from './tenants/tenants.routes.ts'

/** Settings, of which tests name few, and what only tests give. */
export interface RegistryOptions extends Pick<RegistrySettings, 'assetsDir' | 'signingKey' | 'demo'>, Partial<Omit<RegistrySettings, 'assetsDir' | 'signingKey' | 'demo'>> {
  readonly database: Database<Tables>
  readonly log?: ServiceOptions['log']
  /** Milliseconds between two runs of schedules and plans. */
  readonly tickMs?: number
  readonly clock?: () => Date
}

export interface RegistryService extends Service {
  /** Runs schedules, plans and followed ranges once, now. */
  readonly tick: () => Promise<void>
}

/** Changes of single subjects that one process makes at once: fewer than its connections, so that readers have some. */
const mostBeside = 4

/** The module registry over a migrated database. */
export async function registryService(options: RegistryOptions): Promise<RegistryService> {
  const { database, assetsDir, assetObjects = null, signingKey, demo, hstsSubdomains = true, demoKeysDir, operatorToken, personSecret, log, siteSecret, tickMs = 1000, keyGraceMs = 24 * 3_600_000, clock = () => new Date(), wideTenants = 10, followPlan = usualFollowPlan, bundleSources = null, webhook = null, mail: mailSettings = null, lifetimes = usualLifetimes, sessionLimits = usualSessionLimits, secondFactor = demoSecondFactor, logKey = logKeyFrom(signingKey) } = options
  const service = createService({ name: 'module-registry', ready: database.ping, callersOf, ...(log && { log }) })
  if (!demo) askForTls(service.app, { withSubdomains: hstsSubdomains })
  const tokens = tokenStore(database, { demo, operatorToken, personSecret, sessionLimits, secondFactor, clock })
  if (demo) await tokens.addDemoTokens()
  if (demo && demoKeysDir !== undefined) await addDemoKeys(database, demoKeysDir, keyGraceMs)
  const [alone, beside] = [atOnce(1), atOnce(mostBeside)]
  const numberEntries = numbering(database, clock)
  const mailer = mailSettings && smtpMailer(mailSettings.smtp, mailSettings.rules)
  const mail = mailSettings && mailer && { ...mailSettings, mailer }
  const registry: Registry = {
    database, tokens, mail, signingKey, logKey, clock, demo, keyGraceMs, lifetimes, personSecret, secondFactor, sessionLimits, wideTenants, followPlan, bundleSources, assets: assetObjects ? assetBucket(assetObjects) : await assetFolder(assetsDir), serve: registryServe(service.app, tokens),
    change: (work) => alone(() => changeAll(database, work, clock)),
    changeOf: async (subject, work) => {
      const result = await beside(() => changeSubject(database, subject, work, clock))
      // It is committed: whoever is next numbers what waits.
      await numberEntries().catch((error: unknown) => { service.app.log.error({ err: error }, 'entries of the audit wait for their numbers') })
      return result
    },
    numberEntries,
  }
  const routes = [moduleRoutes, publisherKeyRoutes, setRoutes, tenantRoutes, snapshotRoutes, auditRoutes, logRoutes, runnerKeyRoutes, attestationRoutes, tokenRoutes, consoleSessionRoutes, passkeyRoutes, changeRoutes, planRoutes, experimentRoutes, freezeRoutes, versionRoutes, versionAdviceRoutes, bundleRoutes, signedLinkRoutes, insightRoutes, controlRoomRoutes, mailSubscriptionRoutes]
  for (const serveRoutes of routes) serveRoutes(registry)
  publicStatusRoutes(registry, service.app)
  healthRoutes(registry, siteSecret, service.metrics)
  if (demo) serveOpenApi(service.app, '/registry/v1', registryDocument, { reference: true })

  const { run: tick, stop } = ticker(backgroundWork(registry), tickMs, service.app.log)
  service.onStop(stop)
  if (webhook !== null) service.onStop(startWebhook({ database, receiver: webhook, log: service.app.log, everyMs: tickMs }).stop)
  if (mail) {
    service.onStop(startMailEvents({ database, mail, log: service.app.log, everyMs: tickMs }).stop)
    service.onStop(() => { mail.mailer.close() })
  }
  return { ...service, tick }
}
