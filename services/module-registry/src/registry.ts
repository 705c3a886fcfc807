import type { PlanSpec } from '@checkin/registry'
import type { Database } from '@checkin/server'
import type { TokenStore } from './access/tokens.ts'
import type { registryServe } from './http/serve.ts'
import type { AssetStore } from './publishing/assets.ts'
import type { Change } from './storage/ledger.ts'
import type { Tables } from './storage/tables.ts'

/** Percentages with the time that each is watched, and the samples that each must bring. */
export type FollowPlan = Pick<PlanSpec, 'steps' | 'gate'>

/** What every feature works with. */
export interface Registry {
  readonly database: Database<Tables>
  readonly assets: AssetStore
  readonly tokens: TokenStore
  /** Runs a change under the ledger's lock, at the registry's own clock. */
  readonly change: <Result>(work: (change: Change) => Promise<Result>) => Promise<Result>
  readonly clock: () => Date
  readonly serve: ReturnType<typeof registryServe>
  /** Whether the demo's tokens count. */
  readonly demo: boolean
  /** Milliseconds in which a replaced publisher's key still counts. */
  readonly keyGraceMs: number
  /** From so many tenants on a change needs a second person, however it names them. */
  readonly wideTenants: number
  /** How tenants that follow a label, a range or the default get what it means now. */
  readonly followPlan: FollowPlan
  /** The registry's own Ed25519 private key, PEM: signs sets and snapshots. */
  readonly signingKey: string
}

/** Log of background work. */
export interface Logger {
  readonly error: (details: object, message: string) => void
}
