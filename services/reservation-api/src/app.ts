import cookie from '@fastify/cookie'
import { askForTls, createService, isFromSite, requestHost, looksAtPrimary, ServiceError, type Database, type Looks, type Service, type ServiceOptions } from '@checkin/server'
import { onOutboundRefused } from '@checkin/server/outbound'
import { passServicePath } from '@checkin/api/ticket'
import type { AccountKind } from '@checkin/internal'
import { compareAgreement, requireNoAgreement } from './agreement/agreement-changes.ts'
import { dueOfHold, holdRenewed } from './agreement/deposit.ts'
import { deskMails } from './agreement/receipts/desk-mails.ts'
import type { AgreementServices } from './agreement/agreement-services.ts'
import { precheckoutHandlers } from './http/renter/precheckout-handlers.ts'
import { analyticsHandlers } from './http/renter/analytics-handlers.ts'
import { completePaid, completion, type CompleteReservation } from './checkin/complete-reservation.ts'
import { completionHandlers, updateHandlers } from './http/renter/completion-handlers.ts'
import { configOf, configurationHandlers, gatewayHandlers } from './http/renter/configuration-handlers.ts'
import type { Documents } from './documents/documents.ts'
import { draftHandlers } from './http/renter/draft-handlers.ts'
import type { Drafts } from './identity/drafts.ts'
import { createTickets, type Tickets } from './checkin/ticket/tickets.ts'
import { createPassDevices } from './checkin/ticket/wallet/pass-devices.ts'
import { createWalletAccounts } from './checkin/ticket/wallet/wallet-accounts.ts'
import { ticketCalendarRoute, ticketHandlers, ticketWalletRoutes } from './http/renter/ticket-handlers.ts'
import { createHandOvers, type HandOvers } from './drivers/hand-over/hand-over.ts'
import { handOverEvents } from './http/hand-over-events.ts'
import { handOverHandlers } from './http/renter/hand-over-handlers.ts'
import { createInvitations } from './drivers/invitation/invitation.ts'
import { createRenterInvitations } from './drivers/invitation/renter-invitation.ts'
import { createInvitedQuestions } from './drivers/invitation/invited-questions.ts'
import { invitationHandlers } from './http/renter/invitation-handlers.ts'
import { driverHandlers } from './http/renter/driver-handlers.ts'
import { extrasHandlers, upsellingHandlers } from './http/renter/offer-handlers.ts'
import { callersOf } from './http/callers.ts'
import { fleetRoutes } from './http/fleet-routes.ts'
import { codeSmsHandlers } from './http/renter/code-sms-handlers.ts'
import { identityHandlers } from './http/renter/identity-handlers.ts'
import type { IdentitySettings } from './identity/identity-settings.ts'
import { sessionEndRoute } from './http/session-end.ts'
import { siteTextRoutes } from './http/site-texts.ts'
import { reportProof } from './http/session-release.ts'
import { resolveSession } from './identity/session.ts'
import { idempotentRequestHandlers } from './http/renter/idempotent-request-handlers.ts'
import { listHandlers } from './http/renter/list-handlers.ts'
import { operatorCalls } from './http/internal/operator-calls.ts'
import { attentionRoutes } from './http/internal/attention-routes.ts'
import { operatorRoutes } from './http/internal/operator-routes.ts'
import { callbackRoutes } from './http/callback-routes.ts'
import { createGateways, type Gateways } from './payments/gateways.ts'
import { createPaymentEngine, type PaymentEngine } from './payments/payment-engine.ts'
import { openWhenFailed, paymentHandlers } from './http/renter/payment-handlers.ts'
import { paymentMetrics } from './payments/payment-metrics.ts'
import type { PaymentSettings } from './payments/payment-settings.ts'
import { moneyRoutes } from './http/internal/money-routes.ts'
import { settingsRoutes } from './http/internal/settings-routes.ts'
import { textRoutes } from './http/internal/text-routes.ts'
import { settlementRoutes } from './http/internal/settlement-routes.ts'
import { supportRoutes } from './http/internal/support-routes.ts'
import type { Payments } from './payments/payments.ts'
import { accountTrial } from './operators/account-trial.ts'
import { accountRoutes } from './http/internal/account-routes.ts'
import type { AccountSeal } from './tenants/accounts/account-seal.ts'
import { offeredPaymentMethods } from './tenants/accounts/offered-payment-methods.ts'
import { postalCodes, type PostalCodes } from './drivers/postal-codes.ts'
import { createProceeding } from './checkin/proceeding.ts'
import type { Proceeding } from './reservations/proceeding.ts'
import { reservationDirectory } from './checkin/stored-reservation-directory.ts'
import { storedReservation } from './reservations/reservation-store.ts'
import { reservationHandlers } from './http/renter/reservation-handlers.ts'
import type { SignatureProvider } from './agreement/signature/signature-provider.ts'
import { createSignatureAccounts } from './agreement/signature/signature-accounts.ts'
import { createSmsAccounts } from './mail/sms/sms-accounts.ts'
import { signTimeoutMs } from './agreement/signature/http-signature-provider.ts'
import { tenantDirectory } from './tenants/tenant-directory.ts'
import { fleetTokenRoutes } from './http/internal/fleet-token-routes.ts'
import { tenantRoutes } from './http/internal/tenant-routes.ts'
import type { Tenant } from './tenants/tenant-store.ts'
import { passRoutes } from './http/renter/pass-routes.ts'
import { pdfHandlers } from './http/renter/pdf-handlers.ts'
import { termsHandlers } from './http/renter/terms-handlers.ts'
import { stationRoutes } from './http/internal/station-routes.ts'
import { termsRoutes } from './http/internal/terms-routes.ts'
import { implement, type Handlers } from './http/handlers.ts'
import { renterReference, serviceReferences } from './http/openapi-routes.ts'
import { requireOwnPage } from './http/same-origin.ts'
import { resolveTenant, siteAt } from './http/tenant-hook.ts'
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
  /** Browsers come by https to names below the API's own too; they do by default. */
  readonly hstsSubdomains?: boolean
  readonly tenantCacheMs: number
  /** Calls with personal data or a secret in their address are refused (DEC-342); they are taken by default. */
  readonly refusesPersonalAddresses?: boolean
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
  readonly jobsDue: () => void
  readonly log?: NonNullable<ServiceOptions['log']>
  /** Instead of what the environment says, for tests. */
  readonly traces?: NonNullable<ServiceOptions['traces']>
  readonly admission?: NonNullable<ServiceOptions['admission']>
  /** Where operators' reads go that nobody acts upon at once; to `database` by default. */
  readonly looks?: (service: Service) => Looks<Tables>
}

/** The service, and its payments and agreements for the workers that carry them on. */
export interface App extends Service {
  readonly payments: PaymentEngine
  readonly agreements: AgreementServices
}

/** The whole service without its ports: the renter's API below /api, the fleet API and what only other services may call. */
export async function createApp(options: AppOptions): Promise<App> {
  const { database, documents, identity } = options
  const service = createService({
    name: 'reservation-api', ready: database.ping, isVouchedFor: ({ headers }) => isFromSite(headers, identity.proxySecret, 'client-address'), callersOf,
    ...(options.log && { log: options.log }), ...(options.traces && { traces: options.traces }), ...(options.admission && { admission: options.admission }),
  })
  const { app } = service
  const looks = options.looks?.(service) ?? looksAtPrimary(database)
  if (!options.demo) askForTls(app, { withSubdomains: options.hstsSubdomains ?? true })
  service.onStop(onOutboundRefused((refused) => {
    app.log.warn(refused, 'a system of somebody else was not called')
    service.securityEvent('outbound.refused')
  }))
  const codes = postalCodes(options.postalCodesFolder)
  const proceeding = createProceeding({ postalCodes: codes })
  const completeReservation = completion({ mailSecret: identity.codeSecret })
  const source = { database, seal: options.accountSeal, isSingleCompany: options.isSingleCompany, log: app.log }
  const gateways = createGateways({
    source, database, environment: options.payments.providers, environmentClient: options.payments.cardClient ?? null, times: options.payments.times ?? { connectMs: 1000, answerMs: 5000 },
  })
  const fromEnvironment = options.isSingleCompany ? environmentKinds(options) : []
  const payments = createPaymentEngine({
    ...options.payments, gateways, database, site: identity.site, secret: identity.codeSecret, proceeding,
    complete: {
      balanceChanged: compareAgreement, dueOfHold, holdRenewed, ...deskMails({ mailSecret: identity.codeSecret }), paid: completePaid(completeReservation, { mailSecret: identity.codeSecret, proceeding }),
    },
    log: app.log, traced: service.tracer.job, settled: options.mailQueued,
    metrics: (sources) => paymentMetrics(service.metrics, sources),
  })
  const agreements: AgreementServices = {
    database, pdfs: documents.pdfs, payments: payments.payments, proceeding, secret: identity.codeSecret, site: identity.site,
    callbackBase: options.payments.callbackBase, mailQueued: options.mailQueued,
    signatures: createSignatureAccounts({ source, database, environment: options.signatures, timeoutMs: signTimeoutMs }),
  }
  const directory = tenantDirectory(database.kysely, { keepMs: options.tenantCacheMs, prepare: offeredPaymentMethods({ database, fromEnvironment }) })
  const ownPage = requireOwnPage(identity.site.scheme)
  const nameTenant = resolveTenant(directory)
  const findSession = resolveSession(database, identity)
  const handOvers = createHandOvers({ database, reader: documents.reader, secret: identity.codeSecret, settings: identity })
  const wallets = createWalletAccounts(source)
  const tickets = createTickets({ database, directory: reservationDirectory, settings: identity, wallets })

  await app.register(cookie)
  app.decorateRequest('session', null)
  app.decorateRequest('isPreview', false)
  await app.register((api, _options, done) => {
    api.addHook('onRequest', async (request, reply) => {
      await nameTenant(request)
      ownPage(request)
      request.session = await findSession(request, request.tenant.id)
      reportProof(request, reply)
    })
    // Set in this scope, so that an unknown call on an unknown host is refused for its host.
    api.setNotFoundHandler(() => { throw new ServiceError(404, 'NotFound', 'There is no such call') })
    openWhenFailed(api, '/api')
    handOverEvents(api, handOvers)
    ticketCalendarRoute(api, tickets, identity)
    ticketWalletRoutes(api, tickets, identity)
    implement(api, database, handlersOf(options, { completeReservation, payments: payments.payments, gateways, agreements, postalCodes: codes, proceeding, handOvers, tickets }), { refusesPersonalAddresses: options.refusesPersonalAddresses ?? false })
    if (options.demo) renterReference(api)
    done()
  }, { prefix: '/api' })

  // Devices call, no page: there is no origin to prove, and no session.
  await app.register((scope, _options, done) => {
    scope.addHook('onRequest', nameTenant)
    passRoutes(scope, createPassDevices({ database, accounts: wallets.apple, settings: identity }), identity)
    done()
  }, { prefix: `/api${passServicePath}` })

  sessionEndRoute(app, { database, settings: identity, tenantIdOf: async (request) => (await siteAt(directory, requestHost(request)))?.tenant.id ?? null })
  siteTextRoutes(app, {
    database, proxySecret: identity.proxySecret, configOf: (tenant) => configOf(tenant, gateways),
    tenantOf: async (request) => (await siteAt(directory, requestHost(request)))?.tenant ?? null,
  })
  const serve = operatorCalls(app, options.adminToken)
  tenantRoutes(serve, { database, directory, reader: documents.reader, demo: options.demo })
  settingsRoutes(serve, { database, reader: documents.reader, changed: directory.forget })
  textRoutes(serve, { database, site: identity.site })
  fleetTokenRoutes(serve, database)
  termsRoutes(serve, { database })
  stationRoutes(serve, { looks })
  accountRoutes(serve, { database, seal: options.accountSeal, demo: options.demo, fromEnvironment, tryAccount: accountTrial({ demo: options.demo }), changed: directory.forget })
  operatorRoutes(serve, { looks })
  attentionRoutes(serve, { database, hasEnvironmentMail: fromEnvironment.includes('mail') })
  moneyRoutes(serve, { database, payments: payments.payments })
  settlementRoutes(serve, { database, engine: payments })
  supportRoutes(serve, { database, directory: reservationDirectory, settings: identity, proceeding, mailQueued: options.mailQueued })
  fleetRoutes(app, { database, documents, drafts: options.drafts, site: identity.site, payments: payments.payments })
  callbackRoutes(app, { database, engine: payments, agreements, sms: createSmsAccounts(source), jobsDue: options.jobsDue })
  if (options.demo) serviceReferences(app)
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
  readonly postalCodes: PostalCodes
  readonly proceeding: Proceeding
  readonly handOvers: HandOvers
  readonly tickets: Tickets
}

function handlersOf({ database, identity, documents, drafts, mailQueued, signatureWaitsMs }: AppOptions, parts: Parts): Handlers {
  const { completeReservation, payments, gateways, agreements, proceeding } = parts
  const saving = { database, documents, postalCodes: parts.postalCodes, proceeding, requireNoAgreement }
  const inviting = { ...saving, settings: identity, mailQueued }
  const invitations = createInvitations(inviting)
  const readiness = (tenant: Tenant, id: string) => database.withTenant(tenant.id, async (transaction) =>
    proceeding.readiness(transaction, tenant, await storedReservation(transaction, tenant.id, id)))
  return {
    ...configurationHandlers(gateways),
    ...listHandlers,
    ...reservationHandlers(database, documents, proceeding, identity.codeSecret),
    ...extrasHandlers(database),
    ...upsellingHandlers(database),
    ...completionHandlers({ database, documents, proceeding, settings: identity }),
    ...updateHandlers({ database, completeReservation, proceeding, mailQueued }),
    ...driverHandlers(saving),
    ...invitationHandlers({ invitations, renterInvitations: createRenterInvitations(inviting), questions: createInvitedQuestions({ database, postalCodes: parts.postalCodes, invitations }), handOvers: parts.handOvers }, identity),
    ...handOverHandlers(parts.handOvers, identity),
    ...ticketHandlers(parts.tickets, { proxySecret: identity.proxySecret, mailQueued }),
    ...paymentHandlers(database, payments, proceeding),
    ...gatewayHandlers(gateways),
    ...precheckoutHandlers({ services: agreements, settings: identity, signatureWaitsMs }),
    ...pdfHandlers(database, documents),
    ...draftHandlers(drafts),
    ...idempotentRequestHandlers(database),
    ...analyticsHandlers(database),
    ...identityHandlers({ database, directory: reservationDirectory, settings: identity, readiness, mailQueued }),
    ...codeSmsHandlers({ database, directory: reservationDirectory, settings: identity, mailQueued }),
    ...termsHandlers({ database, directory: reservationDirectory }),
  }
}
