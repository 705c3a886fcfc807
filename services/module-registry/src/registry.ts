import type { Database } from '@checkin/server'
import type { TokenStore } from './access/tokens.ts'
import type { RolloutMail } from './events/mail-events.ts'
import type { registryServe } from './http/serve.ts'
import type { AssetStore } from './publishing/assets.ts'
import type { RegistrySettings } from './settings.ts'
import type { Change, Subject } from './storage/ledger.ts'
import type { Tables } from './storage/tables.ts'

/** What every feature works with. */
export interface Registry extends Pick<RegistrySettings, 'bundleSources' | 'demo' | 'followPlan' | 'keyGraceMs' | 'lifetimes' | 'logKey' | 'personSecret' | 'secondFactor' | 'sessionLimits' | 'signingKey' | 'wideTenants'> {
  readonly database: Database<Tables>
  readonly assets: AssetStore
  readonly tokens: TokenStore
  /** Runs a change of anything, while nobody else changes anything, at the registry's own clock. */
  readonly change: <Result>(work: (change: Change) => Promise<Result>) => Promise<Result>
  /** Runs a change of one subject alone, beside changes of others. */
  readonly changeOf: <Result>(subject: Subject, work: (change: Change) => Promise<Result>) => Promise<Result>
  /** Numbers entries of the audit that wait for it. */
  readonly numberEntries: () => Promise<void>
  readonly clock: () => Date
  /** How mails on rollout events leave; null where none do. */
  readonly mail: RolloutMail | null
  readonly serve: ReturnType<typeof registryServe>
}

/** Log of background work. */
export interface Logger {
  readonly error: (details: object, message: string) => void
}
