import { createService, type Service, type ServiceOptions } from '@checkin/server'
import { createMerchants } from './agreements/merchants.ts'
import { createReports } from './agreements/reports.ts'
import { openStore } from './agreements/store.ts'
import { adminRoutes } from './routes/admin-routes.ts'
import { apiRoutes } from './routes/api-routes.ts'
import { signRoutes } from './routes/sign-routes.ts'
import type { SignatureSandboxSettings } from './settings.ts'

/** The whole signature provider: API, the page on which is signed, reports, levers. Its state lives in the file of the settings. */
export function createApp(settings: SignatureSandboxSettings, options: Pick<ServiceOptions, 'log'> = {}): Service {
  const service = createService({ name: 'sandbox-signature', ...options })
  const store = openStore(settings.file)
  let offset = 0
  const now = (): number => Date.now() + offset
  const merchants = createMerchants(settings)
  const reports = createReports({ store, now, secretOf: merchants.secretOf, delayScale: settings.delayScale })
  void service.app.register(async (scope) => { apiRoutes(scope, { settings, merchants, store, now }) })
  void service.app.register(async (scope) => { signRoutes(scope, { store, reports, now }) })
  void service.app.register(async (scope) => { adminRoutes(scope, { store, reports, advance: (ms) => { offset += ms } }) })
  service.onStop(() => { store.close() })
  service.onStop(reports.stop)
  return service
}
