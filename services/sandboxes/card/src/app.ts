import { createService, type Service, type ServiceOptions } from '@checkin/server'
import { chooseSeeds } from './gateway/seed-cards.ts'
import { deliverCallback } from './gateway/deliver-callback.ts'
import { createJobs } from './gateway/jobs.ts'
import { createMerchants } from './gateway/merchants.ts'
import { ordinary } from './gateway/scenarios.ts'
import { openCardStore, type JobWork } from './gateway/store.ts'
import { Refusal } from './gateway/transaction.ts'
import { adminRoutes } from './routes/admin-routes.ts'
import { apiRoutes } from './routes/api-routes.ts'
import { challengeRoutes } from './routes/challenge-routes.ts'
import { fieldRoutes } from './routes/field-routes.ts'
import type { CardSandboxSettings } from './settings.ts'

/** The whole card provider: API, fields, 3-D Secure, callbacks, levers. Its state lives in the file of the settings. */
export function createApp(settings: CardSandboxSettings, options: Pick<ServiceOptions, 'log'> = {}): Service {
  const service = createService({ name: 'sandbox-card', ...options })
  const store = openCardStore(settings.file)

  let offset = store.kept('clock') ?? 0
  const now = (): number => Date.now() + offset
  const advance = (ms: number): void => {
    offset += ms
    store.keep('clock', offset)
  }

  const perform = async (work: JobWork): Promise<boolean> => {
    const { merchant, gateway } = merchants.named(work.merchant)
    switch (work.kind) {
      case 'callback': return deliverCallback(work.url, work.body, merchant.secret)
      case 'settle': gateway.settle(work.uuid, work.code); return true
      case 'order': try {
        gateway.charge(work.type, work.order, ordinary)
        return true
      } catch (error) {
        // The shop asked again meanwhile: the second of the two is refused, as at the API.
        if (error instanceof Refusal) return true
        throw error
      }
    }
  }
  const jobs = createJobs({ store, now, perform, delayScale: settings.delayScale })
  const merchants = createMerchants(settings, { store, now, wake: jobs.wake })
  const kept = merchants.named(settings.apiKey).store
  for (const card of chooseSeeds(kept, settings.savedCards)) kept.putCard(card)

  void service.app.register(async (scope) => { apiRoutes(scope, { settings, merchants, now, flush: jobs.flush }) })
  void service.app.register(async (scope) => { fieldRoutes(scope, { settings, store, merchants, now }) })
  void service.app.register(async (scope) => { challengeRoutes(scope, { settings, store, merchants }) })
  void service.app.register(async (scope) => { adminRoutes(scope, { settings, store, merchants, now, advance, flush: jobs.flush }) })
  service.onStop(() => { store.close() })
  service.onStop(() => { jobs.stop() })
  jobs.wake()
  return service
}
