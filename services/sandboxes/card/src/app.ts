import type { Service, ServiceOptions } from '@checkin/server'
import { openSandbox } from '@checkin/sandbox-kit'
import { deliverCallback, retryDelays } from './gateway/callbacks.ts'
import type { Work } from './gateway/gateway.ts'
import { ordinary, type CardValues } from './gateway/scenarios.ts'
import { openLedgers } from './gateway/ledger.ts'
import { Refusal } from './gateway/transaction.ts'
import { adminRoutes } from './routes/admin-routes.ts'
import { apiRoutes } from './routes/api-routes.ts'
import { challengeRoutes } from './routes/challenge.ts'
import { fieldRoutes } from './routes/fields.ts'
import { walletSheetRoutes } from './routes/wallet-sheet.ts'
import type { CardSandboxSettings } from './settings.ts'

export { cardSandboxSettings, type CardSandboxSettings, type SeededCard } from './settings.ts'

/** The whole card provider: API, fields, 3-D Secure, callbacks, controls. Its state lives in the file of the settings. */
export function createApp(settings: CardSandboxSettings, options: Pick<ServiceOptions, 'log'> = {}): Service {
  const perform = async (work: Work): Promise<boolean> => {
    const { account, part: { gateway } } = ledgers.merchants.owner(work)
    if (work.kind === 'callback') return deliverCallback(work.url, work.body, account.secret)
    if (work.kind === 'settle') gateway.settle(work.uuid, work.code)
    else try {
      if (work.kind === 'order') gateway.charge(work.type, work.order, ordinary)
      else gateway.followUp(work.type, work.order, ordinary)
    } catch (error) {
      // The shop asked again meanwhile: the second of the two is refused, as at the API.
      if (!(error instanceof Refusal)) throw error
    }
    return true
  }
  const sandbox = openSandbox<Work, CardValues>({ ...options, name: 'sandbox-card', settings, perform, retryDelays })
  const ledgers = openLedgers(settings, sandbox)

  const parts = { settings, sandbox, ledgers }
  for (const routes of [apiRoutes, fieldRoutes, walletSheetRoutes, challengeRoutes]) sandbox.routes((scope) => { routes(scope, parts) })
  sandbox.admin((scope) => { adminRoutes(scope, parts) })
  return sandbox.service
}
