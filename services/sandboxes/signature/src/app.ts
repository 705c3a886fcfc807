import { createHash } from 'node:crypto'
import { openMerchants, openSandbox, type Sandbox } from '@checkin/sandbox-kit'
import type { Service, ServiceOptions } from '@checkin/server'
import { deliverReport, retryDelays, type Report } from './agreements/agreement.ts'
import { openAgreements, prepareTables, type SignatureValues } from './agreements/store.ts'
import { adminRoutes } from './routes/admin-routes.ts'
import { apiRoutes } from './routes/api-routes.ts'
import { signRoutes } from './routes/sign-routes.ts'
import type { SignatureSandboxSettings } from './settings.ts'

export { signatureSandboxSettings, type SignatureSandboxSettings } from './settings.ts'

/** The whole signature provider: API, the page on which is signed, reports, controls. Its state lives in the file of the settings. */
export function createApp(settings: SignatureSandboxSettings, options: Pick<ServiceOptions, 'log'> = {}): Service {
  const perform = async ({ agreementId }: Report): Promise<boolean> => {
    const agreement = agreements.get(agreementId)
    return !agreement || deliverReport(agreement, now(), merchants.owner(agreement).account.secret)
  }
  const sandbox: Sandbox<Report, SignatureValues> = openSandbox({ ...options, name: 'sandbox-signature', settings, perform, retryDelays, setUp: prepareTables })
  const { store, now } = sandbox
  const agreements = openAgreements(store.database)
  const merchants = openMerchants({
    // Documents name a merchant by a digest, because its key opens them.
    settings, nameOf: ({ apiKey }) => createHash('sha256').update(apiKey).digest('hex').slice(0, 12), authorizationOf: ({ apiKey }) => `Bearer ${apiKey}`,
    open: ({ own }) => own(agreements),
  })
  const parts = { settings, sandbox, agreements, merchants }
  for (const routes of [apiRoutes, signRoutes]) sandbox.routes((scope) => { routes(scope, parts) })
  sandbox.admin((scope) => { adminRoutes(scope, parts) })
  return sandbox.service
}
