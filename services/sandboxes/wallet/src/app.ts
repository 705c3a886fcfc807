import { createService, type Service, type ServiceOptions } from '@checkin/server'
import { createDelivery } from './orders/deliver-webhooks.ts'
import { openWalletStore } from './orders/store.ts'
import { createWallet } from './orders/wallet.ts'
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
  const delivery = createDelivery({ store, now, secret: settings.webhookSecret, delayScale: settings.delayScale })
  const wallet = createWallet({ store, now, origin: () => settings.origin, copies: () => copies, wake: delivery.wake })

  void service.app.register(async (scope) => { apiRoutes(scope, { settings, store, wallet, faults }) })
  void service.app.register(async (scope) => { approvalRoutes(scope, { store, wallet, now }) })
  void service.app.register(async (scope) => {
    adminRoutes(scope, { settings, store, wallet, faults, setCopies: (wanted) => { copies = wanted }, now, advance, flush: delivery.flush })
  })
  service.onStop(() => { store.close() })
  service.onStop(() => { delivery.stop() })
  delivery.wake()
  return service
}
