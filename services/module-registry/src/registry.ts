import type { Database } from '@checkin/server'
import type { TokenStore } from './access/tokens.ts'
import type { AssetStore } from './features/modules/asset-folder.ts'
import type { serveWith } from './http/serve.ts'
import type { Tables } from './storage/tables.ts'

/** What every feature works with. */
export interface Registry {
  readonly database: Database<Tables>
  readonly assets: AssetStore
  readonly tokens: TokenStore
  readonly serve: ReturnType<typeof serveWith>
  /** The registry's own Ed25519 private key, PEM: signs sets and snapshots. */
  readonly signingKey: string
}
