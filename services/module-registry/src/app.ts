import { createService, type Database, type Service, type ServiceOptions } from '@checkin/server'
import { tokenStore } from './access/tokens.ts'
import { backgroundWork } from './background.ts'
import { endpoints } from './endpoints.ts'
import { changeRoutes } from './features/changes/changes.routes.ts'
import { freezeRoutes } from './features/freezes/freezes.routes.ts'
import { reportRoutes } from './features/health/reports.routes.ts'
import { insightRoutes } from './features/insight/insight.routes.ts'
import { passRoutes } from './features/passes/passes.routes.ts'
import { usualFollowPlan } from './features/plans/plan-spec.ts'
import { planRoutes } from './features/plans/plans.routes.ts'
import { rolloutRoutes } from './features/rollouts/rollouts.routes.ts'
import { auditRoutes } from './features/audit/audit.routes.ts'
import { levelRoutes } from './features/levels/levels.routes.ts'
import { assetFolder } from './features/modules/asset-folder.ts'
import { addDemoKeys } from './features/modules/demo-keys.ts'
import { moduleRoutes } from './features/modules/modules.routes.ts'
import { publisherKeyRoutes } from './features/modules/publisher-keys.routes.ts'
import { rehearsalRoutes } from './features/rehearsals/rehearsals.routes.ts'
import { setRoutes } from './features/sets/sets.routes.ts'
import { settingsRoutes } from './features/settings/settings.routes.ts'
import { snapshotRoutes } from './features/snapshot/snapshot.routes.ts'
import { tenantRoutes } from './features/tenants/tenants.routes.ts'
import { tokenRoutes } from './features/tokens/tokens.routes.ts'
import { traceRoutes } from './features/traces/traces.routes.ts'
import { openApiDocument } from './http/openapi.ts'
import { serveWith } from './http/serve.ts'
import type { FollowPlan, Registry } from './registry.ts'
import { withLedger } from './storage/ledger.ts'
import { oneAtATime } from './storage/one-at-a-time.ts'
import type { Tables } from './storage/tables.ts'
import { ticker } from './ticker.ts'

export interface RegistryOptions {
  readonly database: Database<Tables>
  /** Folder of the published files. */
  readonly assetsDir: string
  /** Ed25519 private key, PEM. */
  readonly signingKey: string
  readonly demo: boolean
  /** Where the demo keeps the keys of modules; they count from the start. */
  readonly demoKeysDir?: string | undefined
  /** A first operator's token where there is no other yet; from the environment. */
  readonly operatorToken?: string | undefined
  /** Shared with the console: who holds a token signed with it is whom the console says. */
  readonly personSecret?: string | undefined
  readonly log?: ServiceOptions['log']
  /** Shared with the site servers: who knows it may report what pages said. Without it no report is believed. */
  readonly siteSecret?: string | undefined
  /** Milliseconds between looks at schedules and plans. */
  readonly tickMs?: number
  /** Milliseconds in which a publisher's key that was replaced still counts; a day unless told. */
  readonly keyGraceMs?: number
  readonly clock?: () => Date
  /** From so many tenants on a change needs a second person; 10 unless told. */
  readonly wideTenants?: number
  readonly followPlan?: FollowPlan
}

export interface RegistryService extends Service {
  /** Looks at schedules, plans and followed ranges once, now. */
  readonly tick: () => Promise<void>
}

/** The module registry over a migrated database. */
export async function registryService(options: RegistryOptions): Promise<RegistryService> {
  const { database, assetsDir, signingKey, demo, demoKeysDir, operatorToken, personSecret, log, siteSecret, tickMs = 1000, keyGraceMs = 24 * 3_600_000, clock = () => new Date(), wideTenants = 10, followPlan = usualFollowPlan } = options
  const service = createService({ name: 'module-registry', ready: database.ping, ...(log && { log }) })
  const tokens = tokenStore(database, { demo, operatorToken, personSecret, clock })
  if (demo) await tokens.addDemoTokens()
  if (demo && demoKeysDir !== undefined) await addDemoKeys(database, demoKeysDir, keyGraceMs)
  const inTurn = oneAtATime()
  const registry: Registry = {
    database, tokens, signingKey, clock, demo, keyGraceMs, wideTenants, followPlan, assets: await assetFolder(assetsDir), serve: serveWith(service.app, tokens),
    change: (work) => inTurn(() => withLedger(database, work, clock)),
  }
  moduleRoutes(registry)
  publisherKeyRoutes(registry)
  setRoutes(registry)
  rehearsalRoutes(registry)
  tenantRoutes(registry)
  settingsRoutes(registry)
  snapshotRoutes(registry)
  auditRoutes(registry)
  tokenRoutes(registry)
  changeRoutes(registry)
  planRoutes(registry)
  freezeRoutes(registry)
  rolloutRoutes(registry)
  passRoutes(registry)
  insightRoutes(registry)
  reportRoutes(registry, siteSecret, service.metrics)
  traceRoutes(registry)
  levelRoutes(registry)
  const document = openApiDocument(endpoints)
  service.app.get('/registry/v1/openapi.json', () => document)

  const { tick, stop } = ticker(backgroundWork(registry), tickMs, service.app.log)
  service.onStop(() => { stop() })
  return { ...service, tick }
}
