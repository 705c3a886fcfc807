import type { Service, ServiceOptions } from '@checkin/server'
import { basicAuthorization, openMerchants, openSandbox, type Merchants, type Sandbox } from '@checkin/sandbox-kit'
import { createFaults } from './orders/faults.ts'
import type { Order } from './orders/order.ts'
import { createWallet, type Wallet } from './orders/wallet.ts'
import { deliver, importEarlierWebhooks, retryDelays, type Webhook } from './orders/webhooks.ts'
import { adminRoutes } from './routes/admin-routes.ts'
import { apiRoutes } from './routes/api-routes.ts'
import { approvalRoutes } from './routes/approval.ts'
import type { Account, WalletSandboxSettings } from './settings.ts'

export { walletSandboxSettings, type WalletSandboxSettings } from './settings.ts'

/** The whole wallet provider: API, approval page, events, controls. Its state lives in the file of the settings. */
export function createApp(settings: WalletSandboxSettings, options: Pick<ServiceOptions, 'log'> = {}): Service {
  const perform = (webhook: Webhook): Promise<boolean> => deliver(webhook.url, webhook.body, merchants.owner(webhook).account.webhookSecret)
  const sandbox: Sandbox<Webhook, object> = openSandbox({ ...options, name: 'sandbox-wallet', settings, perform, retryDelays, setUp: importEarlierWebhooks })
  const { store: { documents, atomically }, now, jobs } = sandbox
  const orders = documents<Order>({ table: 'orders', id: ['id', ({ id }) => id], request: ['request_id', ({ requestId }) => requestId] })
  const faults = createFaults()
  const merchants: Merchants<Account, Wallet> = openMerchants({
    settings, nameOf: ({ clientId }) => clientId, authorizationOf: ({ clientId, clientSecret }) => basicAuthorization(clientId, clientSecret),
    open: ({ name, own }) => createWallet({
      orders: own(orders), now, atomically, origin: settings.origin,
      notify: (url, body) => { for (let copy = 0; copy < faults.copies(); copy += 1) jobs.add(now(), { url, body, merchant: name }) },
    }),
  })
  const parts = { settings, sandbox, orders, merchants, faults }
  for (const routes of [apiRoutes, approvalRoutes]) sandbox.routes((scope) => { routes(scope, parts) })
  sandbox.admin((scope) => { adminRoutes(scope, parts) })
  return sandbox.service
}
