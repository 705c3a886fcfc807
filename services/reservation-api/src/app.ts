import cookie from '@fastify/cookie'
import { createService, requestHost, ServiceError, type Database, type Service, type ServiceOptions } from '@checkin/server'
import { analyticsHandlers } from './features/analytics/analytics-handlers.ts'
import { configurationHandlers } from './features/configuration/configuration-handlers.ts'
import type { Documents } from './features/documents/documents.ts'
import { driverHandlers } from './features/driver/driver-handlers.ts'
import { extrasHandlers } from './features/extras/extras-handlers.ts'
import { fleetRoutes } from './features/fleet/fleet-routes.ts'
import { identityHandlers } from './features/identity/identity-handlers.ts'
import type { IdentitySettings } from './features/identity/identity-settings.ts'
import { sessionEndRoute } from './features/identity/session-end.ts'
import { resolveSession } from './features/identity/session.ts'
import { listHandlers } from './features/lists/list-handlers.ts'
import { operatorRoutes } from './features/operators/operator-routes.ts'
import { postalCodes } from './features/postal-codes/postal-codes.ts'
import { reservationDirectory } from './features/reservations/reservation-directory.ts'
import { reservationHandlers } from './features/reservations/reservation-handlers.ts'
import { tenantDirectory } from './features/tenants/tenant-directory.ts'
import { tenantRoutes } from './features/tenants/tenant-routes.ts'
import { termsHandlers } from './features/terms/terms-handlers.ts'
import { updateHandlers } from './features/updates/update-handlers.ts'
import { upsellingHandlers } from './features/upselling/upselling-handlers.ts'
import type { Handlers } from './server/handlers.ts'
import { implement } from './server/implement.ts'
import { openApiRoute } from './server/openapi-route.ts'
import { requireOwnPage } from './server/same-origin.ts'
import { resolveTenant } from './server/tenant-hook.ts'
import type { Tables } from './tables.ts'

export interface AppOptions {
  readonly database: Database<Tables>
  readonly identity: IdentitySettings
  readonly documents: Documents
  /** Folder of postal codes by country, in addition to those that come with the service. */
  readonly postalCodesFolder: string | null
  readonly adminToken: string
  /** Publishes `/api/openapi.json` and takes known tokens. */
  readonly demo: boolean
  readonly tenantCacheMs: number
  /** Called after a mail was committed. */
  readonly mailQueued: () => void
  readonly log?: NonNullable<ServiceOptions['log']>
}

/** The whole service without its ports: the renter's API below /api, the fleet API and what only other services may call. */
export async function createApp(options: AppOptions): Promise<Service> {
  const { database, documents, identity } = options
  const service = createService({ name: 'reservation-api', ready: database.ping, ...(options.log && { log: options.log }) })
  const { app } = service
  const directory = tenantDirectory(database.kysely, { keepMs: options.tenantCacheMs })
  const ownPage = requireOwnPage(identity.site.scheme)
  const nameTenant = resolveTenant(directory)
  const findSession = resolveSession(database, identity)

  await app.register(cookie)
  app.decorateRequest('session', null)
  await app.register((api, _options, done) => {
    api.addHook('onRequest', async (request) => {
      await nameTenant(request)
      ownPage(request)
      request.session = await findSession(request, request.tenant.id)
    })
    // Set in this scope, so that an unknown call on an unknown host is refused for its host.
    api.setNotFoundHandler(() => { throw new ServiceError(404, 'NotFound', 'There is no such call') })
    implement(api, handlersOf(options))
    if (options.demo) openApiRoute(api)
    done()
  }, { prefix: '/api' })

  sessionEndRoute(app, { database, settings: identity, tenantIdOf: async (request) => (await directory.byHost(requestHost(request)))?.id ?? null })
  tenantRoutes(app, { database, directory, adminToken: options.adminToken, demo: options.demo })
  operatorRoutes(app, { database, adminToken: options.adminToken })
  fleetRoutes(app, { database, documents, site: identity.site })
  return service
}

function handlersOf({ database, identity, documents, postalCodesFolder, mailQueued }: AppOptions): Handlers {
  return {
    ...configurationHandlers,
    ...listHandlers,
    ...reservationHandlers(database, documents),
    ...extrasHandlers(database),
    ...upsellingHandlers(database),
    ...updateHandlers(database),
    ...driverHandlers({ database, documents, postalCodes: postalCodes(postalCodesFolder) }),
    ...analyticsHandlers(database),
    ...identityHandlers({ database, directory: reservationDirectory, settings: identity, mailQueued }),
    ...termsHandlers({ database, directory: reservationDirectory }),
  }
}
