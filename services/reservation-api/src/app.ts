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
import { createGateways, type Gateways } from './features/payments/gateways.ts'
import { createPaymentEngine, type PaymentEngine } from './features/payments/payment-engine.ts'
import { paymentHandlers } from './features/payments/payment-handlers.ts'
import { paymentMetrics } from './features/payments/payment-metrics.ts'
import type { PaymentSettings } from './features/payments/payment-settings.ts'
import { settlementRoutes } from './features/payments/settlement-routes.ts'
import type { Payments } from './features/payments/payments.ts'
import { accountRoutes } from './features/provider-accounts/account-routes.ts'
import type { AccountKind } from './features/provider-accounts/account-kinds.ts'
import type { AccountSeal } from './features/provider-accounts/account-seal.ts'
import { offeredWays } from './features/provider-accounts/offered-ways.ts'
import { postalCodes } from './features/postal-codes/postal-codes.ts'
import { reservationDirectory } from './features/reservations/reservation-directory.ts'
import { reservationHandlers } from './features/reservations/reservation-handlers.ts'
import { signCallbackRoute } from './features/signature/sign-callback-route.ts'
import type { SignatureProvider } from './features/signature/signature-provider.ts'
import { createSignatureAccounts } from './features/signature/signature-accounts.ts'
import { signTimeoutMs } from './features/signature/sign-settings.ts'
import { tenantDirectory } from './features/tenants/tenant-directory.ts'
import { tenantRoutes } from './features/tenants/tenant-routes.ts'
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
  /** The environment's account for signatures; null where it has none. */
  readonly signatures: SignatureProvider | null
  /** Seals companies' own accounts. */
  readonly accountSeal: AccountSeal
  /** One company only: a tenant without an account of its own uses the environment's. */
  readonly isSingleCompany: boolean
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
  const completeReservation = completion({ mailSecret: identity.codeSecret })
  const source = { database, seal: options.accountSeal, isSingleCompany: options.isSingleCompany, log: app.log }
  const gateways = createGateways({
    source, database, environment: options.payments.providers, environmentClient: options.payments.cardClient ?? null, times: options.payments.times ?? { connectMs: 1000, answerMs: 5000 },
  })
  const fromEnvironment = options.isSingleCompany ? environmentKinds(options) : []
  const payments = createPaymentEngine({
    ...options.payments, gateways, database, site: identity.site, secret: identity.codeSecret, complete: completePaid(completeReservation, { mailSecret: identity.codeSecret }), log: app.log, settled: options.mailQueued,
    metrics: (sources) => paymentMetrics(service.metrics, sources),
  })
  const agreements: AgreementServices = {
    database, papers: documents.papers, payments: payments.payments, secret: identity.codeSecret, site: identity.site,
    callbackBase: options.payments.callbackBase, mailQueued: options.mailQueued,
    signatures: createSignatureAccounts({ source, database, environment: options.signatures, timeoutMs: signTimeoutMs }),
  }
  const directory = tenantDirectory(database.kysely, { keepMs: options.tenantCacheMs, prepare: offeredWays({ database, fromEnvironment }) })
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
    implement(api, database, handlersOf(options, { completeReservation, payments: payments.payments, gateways, agreements }))
    if (options.demo) openApiRoute(api)
    done()
  }, { prefix: '/api' })

  sessionEndRoute(app, { database, settings: identity, tenantIdOf: async (request) => (await directory.byHost(requestHost(request)))?.id ?? null })
  tenantRoutes(app, { database, directory, adminToken: options.adminToken, demo: options.demo })
  termsRoutes(app, { database, adminToken: options.adminToken })
  accountRoutes(app, { database, seal: options.accountSeal, adminToken: options.adminToken, demo: options.demo, fromEnvironment, changed: directory.forget })
  operatorRoutes(app, { database, adminToken: options.adminToken, hasEnvironmentMail: fromEnvironment.includes('mail') })
  fleetRoutes(app, { database, documents, site: identity.site })
  callbackRoutes(app, { database, engine: payments, nudge: options.ordersDue })
  settlementRoutes(app, { database, engine: payments, adminToken: options.adminToken })
  signCallbackRoute(app, agreements)
  return { ...service, payments, agreements }
}

/** Kinds that the environment has an account for; a mail server is always named. */
const environmentKinds = ({ payments, signatures }: AppOptions): readonly AccountKind[] =>
  [...payments.providers['card'] ? ['card' as const] : [], ...payments.providers['wallet'] ? ['wallet' as const] : [], ...signatures ? ['sign' as const] : [], 'mail']

/** What pages, workers and providers work with, made once. */
interface Parts {
  readonly completeReservation: CompleteReservation
  readonly payments: Payments
  readonly gateways: Gateways
  readonly agreements: AgreementServices
}

function handlersOf({ database, identity, documents, drafts, postalCodesFolder, mailQueued, signatureWaitsMs }: AppOptions, { completeReservation, payments, gateways, agreements }: Parts): Handlers {
  return {
    ...configurationHandlers(gateways),
    ...listHandlers,
    ...reservationHandlers(database, documents),
    ...extrasHandlers(database),
    ...upsellingHandlers(database),
    ...completionHandlers({ database, documents, settings: identity }),
    ...updateHandlers({ database, completeReservation, mailQueued }),
    ...driverHandlers({ database, documents, postalCodes: postalCodes(postalCodesFolder) }),
    ...paymentHandlers(database, payments),
    ...gatewayHandlers(gateways),
    ...precheckoutHandlers({ services: agreements, settings: identity, signatureWaitsMs }),
    ...draftHandlers(drafts),
    ...keyedCallHandlers(database),
    ...analyticsHandlers(database),
    ...identityHandlers({ database, directory: reservationDirectory, settings: identity, mailQueued }),
    ...termsHandlers({ database, directory: reservationDirectory }),
  }
}
