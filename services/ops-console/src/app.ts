import cookie from '@fastify/cookie'
import { askForTls, clientBehind, createService, requestHost, securityTxtRoute, type Service, ServiceError, type ServiceOptions } from '@checkin/server'
import { policyReportRoute } from '@checkin/server/policy-reports'
import { pageRoutes } from './pages/page-routes.ts'
import { unsubscribeRoutes } from './pages/unsubscribe-routes.ts'
import { consoleSessions } from './session/console-sessions.ts'
import { requireConsolePage, sessionRoutes } from './session/session-routes.ts'
import { openId } from './session/open-id.ts'
import { openIdRoutes } from './session/open-id-routes.ts'
import { vouchingFor } from './session/vouching.ts'
import type { ConsoleSettings } from './settings.ts'
import { registryRoutes } from './upstream/registry-routes.ts'
import { reservationRoutes } from './upstream/reservation-routes.ts'

/** Base addresses of the services that the console shows. */
export interface Upstreams {
  readonly registry: string
  readonly reservations: string
}

/** The console's server: pages, the operator's session, and the two services behind it. It holds no data of its own, so any number may run. */
export async function consoleService(settings: Omit<ConsoleSettings, 'upstreams'>, upstreams: Upstreams, log: ServiceOptions['log'] = {}): Promise<Service> {
  const service = createService({ name: 'ops-console', publicPort: true, log, bodyLimit: 1024 * 1024 })
  const { app } = service
  const secure = !settings.demo
  if (secure) askForTls(app, { withSubdomains: settings.hstsSubdomains })
  const provider = settings.openId && openId(settings.openId)
  const vouching = provider && vouchingFor({ openId: provider, secret: settings.secret, ...settings.openId })
  const sessions = consoleSessions({ registry: upstreams.registry, secure, vouching, roleLost: () => { service.securityEvent('console.role.lost') } })
  await app.register(cookie)
  app.addHook('onRequest', (request, _reply, done) => {
    if (!settings.names.includes(requestHost(request))) throw new ServiceError(421, 'UnknownHost', 'This is the console, by another name')
    done()
  })
  await app.register((api, _options, done) => {
    api.addHook('onRequest', async (request) => { requireConsolePage(request, settings.demo ? 'http' : 'https') })
    sessionRoutes(api, { sessions, openId: provider !== null })
    registryRoutes(api, upstreams.registry, sessions)
    reservationRoutes(api, { address: upstreams.reservations, adminToken: settings.adminToken, sessions })
    done()
  }, { prefix: '/api' })
  if (provider && vouching) openIdRoutes(app, { openId: provider, sessions, vouching, secret: settings.secret, secure })
  securityTxtRoute(app, { text: settings.securityTxt ?? null, scheme: secure ? 'https' : 'http', isOwn: (host) => settings.names.includes(host) })
  policyReportRoute(app, {
    metrics: service.metrics, securityEvent: service.securityEvent, event: 'console.policy.refused', scheme: secure ? 'https' : 'http',
    isOwn: (host) => settings.names.includes(host), address: (request) => clientBehind(request, settings.trustProxy),
  })
  unsubscribeRoutes(app, upstreams.registry)
  pageRoutes(app, settings.pages)
  return service
}
