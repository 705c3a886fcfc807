import type { Database } from '@checkin/server'
import type { TokenStore } from './access/tokens.ts'
import type { RolloutMail } from './events/mail-events.ts'
import type { registryServe } from './http/serve.ts'
import type { AssetStore } from './publishing/assets.ts'
import type { RegistrySettings } from './settings.ts'
import type { Change } from './storage/ledger.ts'
import type { Tables } from './storage/tables.ts'

/** What every feature works with. */
export interface Registry extends Pick<RegistrySettings, 'bundleSources' | 'demo' | 'followPlan' | 'keyGraceMs' | 'lifetimes' | 'logKey' | 'personSecret' | 'secondFactor' | 'sessionLimits' | 'signingKey' | 'wideTenants'> {
  readonly database: Database<Tables>
  readonly assets: AssetStore
  readonly tokens: TokenStore
  /** Runs a change under the ledger's lock, at the registry's own clock. */
  readonly change: <Result>(work: (change: Change) => Promise<Result>) => Promise<Result>
  readonly clock: () => Date
  /** How mails on rollout events leave; null where none do. */
  readonly mail: RolloutMail | null
  readonly serve: ReturnType<typeof registryServe>
}

/** Log of background work. */
export interface Logger {
  readonly error: (details: object, message: string) => void
}
