import cookie from '@fastify/cookie'
import { createService, requestHost, ServiceError, type Database, type Service, type ServiceOptions } from '@checkin/server'
import type { AgreementServices } from './features/agreement/agreement-services.ts'
import { precheckoutHandlers } from './features/agreement/precheckout-handlers.ts'
import { analyticsHandlers } from './features/analytics/analytics-handlers.ts'
import { completePaid, completion, type CompleteReservation } from './features/completion/complete-reservation.ts'
import { completionHandlers } from './features/completion/completion-handlers.ts'
import { configurationHandlers } from './features/configuration/configuration-handlers.ts'
import type { Documents } from './features/documents/documents.ts'
import { draftHandlers } from './features/drafts/draft-handlers.ts'
import type { Drafts } from './features/drafts/drafts.ts'
import { driverHandlers } from './features/driver/driver-handlers.ts'
import { extrasHandlers } from './features/extras/extras-handlers.ts'
import { fleetRoutes } from './features/fleet/fleet-routes.ts'
import { identityHandlers } from './features/identity/identity-handlers.ts'
import type { IdentitySettings } from './features/identity/identity-settings.ts'
import { sessionEndRoute } from './features/identity/session-end.ts'
import { resolveSession } from './features/identity/session.ts'
import { keyedCallHandlers } from './features/keyed-calls/keyed-call-handlers.ts'
import { listHandlers } from './features/lists/list-handlers.ts'
import { operatorRoutes } from './features/operators/operator-routes.ts'
import { callbackRoutes } from './features/payments/callback-routes.ts'
import { gatewayHandlers } from './features/payments/gateway-handlers.ts'
import { createPaymentEngine, type PaymentEngine } from './features/payments/payment-engine.ts'
import { paymentHandlers } from './features/payments/payment-handlers.ts'
import { paymentMetrics } from './features/payments/payment-metrics.ts'
import type { PaymentSettings } from './features/payments/payment-settings.ts'
import { settlementRoutes } from './features/payments/settlement-routes.ts'
import type { Payments } from './features/payments/payments.ts'
import { postalCodes, type PostalCodes } from './features/postal-codes/postal-codes.ts'
import { createProceeding, type Proceeding } from './features/proceeding/proceeding.ts'
import { reservationDirectory } from './features/reservations/reservation-directory.ts'
import { loadReservation } from './features/reservations/reservation-store.ts'
import { reservationHandlers } from './features/reservations/reservation-handlers.ts'
import { signCallbackRoute } from './features/signature/sign-callback-route.ts'
import type { SignatureProvider } from './features/signature/signature-provider.ts'
import { tenantDirectory } from './features/tenants/tenant-directory.ts'
import { tenantRoutes } from './features/tenants/tenant-routes.ts'
import type { Tenant } from './features/tenants/tenant-store.ts'
import { termsHandlers } from './features/terms/terms-handlers.ts'
import { termsRoutes } from './features/terms/terms-routes.ts'
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
  readonly drafts: Drafts
  /** Folder of postal codes by country, in addition to those that come with the service. */
  readonly postalCodesFolder: string | null
  readonly adminToken: string
  /** Publishes `/api/openapi.json` and takes known tokens. */
  readonly demo: boolean
  readonly tenantCacheMs: number
  readonly payments: PaymentSettings
  readonly signatures: SignatureProvider
  /** Milliseconds between questions to a signature provider that is slower than the renter's way back. */
  readonly signatureWaitsMs: readonly number[]
  /** Called after a mail was committed. */
  readonly mailQueued: () => void
  /** Called after an order to a payment provider became due. */
  readonly ordersDue: () => void
  readonly log?: NonNullable<ServiceOptions['log']>
}

/** The service, and its payments and agreements for the workers that carry them on. */
export interface App extends Service {
  readonly payments: PaymentEngine
  readonly agreements: AgreementServices
}

/** The whole service without its ports: the renter's API below /api, the fleet API and what only other services may call. */
export async function createApp(options: AppOptions): Promise<App> {
  const { database, documents, identity } = options
  const service = createService({ name: 'reservation-api', ready: database.ping, ...(options.log && { log: options.log }) })
  const { app } = service
  const codes = postalCodes(options.postalCodesFolder)
  const proceeding = createProceeding({ postalCodes: codes })
  const completeReservation = completion({ mailSecret: identity.codeSecret })
  const payments = createPaymentEngine({
    ...options.payments, database, site: identity.site, secret: identity.codeSecret, complete: completePaid(completeReservation, proceeding), proceeding, log: app.log, settled: options.mailQueued,
    metrics: (sources) => paymentMetrics(service.metrics, sources),
  })
  const agreements: AgreementServices = {
    database, papers: documents.papers, payments: payments.payments, signatures: options.signatures, proceeding, secret: identity.codeSecret, site: identity.site,
    callbackBase: options.payments.callbackBase, mailQueued: options.mailQueued,
  }
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
    implement(api, database, handlersOf(options, { completeReservation, payments: payments.payments, agreements, postalCodes: codes, proceeding }))
    if (options.demo) openApiRoute(api)
    done()
  }, { prefix: '/api' })

  sessionEndRoute(app, { database, settings: identity, tenantIdOf: async (request) => (await directory.byHost(requestHost(request)))?.id ?? null })
  tenantRoutes(app, { database, directory, adminToken: options.adminToken, demo: options.demo })
  termsRoutes(app, { database, adminToken: options.adminToken })
  operatorRoutes(app, { database, adminToken: options.adminToken })
  fleetRoutes(app, { database, documents, site: identity.site })
  callbackRoutes(app, { database, engine: payments, nudge: options.ordersDue })
  settlementRoutes(app, { database, engine: payments, adminToken: options.adminToken })
  signCallbackRoute(app, agreements)
  return { ...service, payments, agreements }
}

/** What pages, workers and providers work with, made once. */
interface Parts {
  readonly completeReservation: CompleteReservation
  readonly payments: Payments
  readonly agreements: AgreementServices
  readonly postalCodes: PostalCodes
  readonly proceeding: Proceeding
}

function handlersOf({ database, identity, documents, drafts, mailQueued, signatureWaitsMs, payments: settings }: AppOptions, parts: Parts): Handlers {
  const { completeReservation, payments, agreements, proceeding } = parts
  const standing = (tenant: Tenant, id: string) => database.withTenant(tenant.id, async (transaction) => {
    const stored = await loadReservation(transaction, tenant.id, { id })
    if (!stored) throw new Error('the reservation of a session is there')
    return proceeding.standing(transaction, tenant, stored)
  })
  return {
    ...configurationHandlers,
    ...listHandlers,
    ...reservationHandlers(database, documents, proceeding),
    ...extrasHandlers(database),
    ...upsellingHandlers(database),
    ...completionHandlers({ database, documents, proceeding, settings: identity }),
    ...updateHandlers({ database, completeReservation, proceeding, mailQueued }),
    ...driverHandlers({ database, documents, postalCodes: parts.postalCodes, proceeding }),
    ...paymentHandlers(database, payments),
    ...gatewayHandlers(settings),
    ...precheckoutHandlers({ services: agreements, settings: identity, signatureWaitsMs }),
    ...draftHandlers(drafts),
    ...keyedCallHandlers(database),
    ...analyticsHandlers(database),
    ...identityHandlers({ database, directory: reservationDirectory, settings: identity, standing, mailQueued }),
    ...termsHandlers({ database, directory: reservationDirectory }),
  }
}
