import { createService, type Database, type Service, type ServiceOptions } from '@checkin/server'
import { tokenStore } from './access/tokens.ts'
import { endpoints } from './endpoints.ts'
import { auditRoutes } from './features/audit/audit.routes.ts'
import { assetFolder } from './features/modules/asset-folder.ts'
import { moduleRoutes } from './features/modules/modules.routes.ts'
import { setRoutes } from './features/sets/sets.routes.ts'
import { snapshotRoutes } from './features/snapshot/snapshot.routes.ts'
import { tenantRoutes } from './features/tenants/tenants.routes.ts'
import { tokenRoutes } from './features/tokens/tokens.routes.ts'
import { openApiDocument } from './http/openapi.ts'
import { serveWith } from './http/serve.ts'
import type { Registry } from './registry.ts'
import type { Tables } from './storage/tables.ts'

export interface RegistryOptions {
  readonly database: Database<Tables>
  /** Folder of the published files. */
  readonly assetsDir: string
  /** Ed25519 private key, PEM. */
  readonly signingKey: string
  readonly demo: boolean
  /** A first operator's token where there is no other yet; from the environment. */
  readonly operatorToken?: string | undefined
  readonly log?: ServiceOptions['log']
}

/** The module registry over a migrated database. */
export async function registryService({ database, assetsDir, signingKey, demo, operatorToken, log }: RegistryOptions): Promise<Service> {
  const service = createService({ name: 'module-registry', ready: database.ping, ...(log && { log }) })
  const tokens = tokenStore(database, { demo, operatorToken })
  if (demo) await tokens.addDemoTokens()
  const registry: Registry = { database, assets: await assetFolder(assetsDir), tokens, serve: serveWith(service.app, tokens), signingKey }
  moduleRoutes(registry)
  setRoutes(registry)
  tenantRoutes(registry)
  snapshotRoutes(registry)
  auditRoutes(registry)
  tokenRoutes(registry)
  const document = openApiDocument(endpoints)
  service.app.get('/registry/v1/openapi.json', () => document)
  return service
}
