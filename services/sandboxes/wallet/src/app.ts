import { createService, type Service, type ServiceOptions } from '@checkin/server'
import { createDelivery } from './orders/deliver-webhooks.ts'
import { createMerchants } from './orders/merchants.ts'
import { openWalletStore } from './orders/store.ts'
import { adminRoutes } from './routes/admin-routes.ts'
import { apiRoutes } from './routes/api-routes.ts'
import { approvalRoutes } from './routes/approval-routes.ts'
import { createFaults } from './routes/faults.ts'
import type { WalletSandboxSettings } from './settings.ts'

/** The whole wallet provider: API, approval page, events, levers. Its state lives in the file of the settings. */
export function createApp(settings: WalletSandboxSettings, options: Pick<ServiceOptions, 'log'> = {}): Service {
  const service = createService({ name: 'sandbox-wallet', ...options })
  const store = openWalletStore(settings.file)
  let advancedMs = store.advanced()
  const now = (): number => Date.now() + advancedMs
  const advance = (ms: number): void => {
    advancedMs += ms
    store.setAdvanced(advancedMs)
  }
  let copies = 1
  const faults = createFaults()
  const delivery = createDelivery({ store, now, secretOf: (clientId) => merchants.named(clientId).merchant.webhookSecret, delayScale: settings.delayScale })
  const merchants = createMerchants(settings, { store, now, origin: () => settings.origin, copies: () => copies, wake: delivery.wake })

  void service.app.register(async (scope) => { apiRoutes(scope, { settings, merchants, faults }) })
  void service.app.register(async (scope) => { approvalRoutes(scope, { store, merchants, now }) })
  void service.app.register(async (scope) => {
    adminRoutes(scope, { settings, store, merchants, faults, setCopies: (wanted) => { copies = wanted }, now, advance, flush: delivery.flush })
  })
  service.onStop(() => { store.close() })
  service.onStop(() => { delivery.stop() })
  delivery.wake()
  return service
}
