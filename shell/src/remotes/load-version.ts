import type { PageModule } from '@checkin/releases'
import type { RemoteModule } from '@checkin/remote'

/** Loads one exact version of a module. Rejects when it cannot be reached, is not what was signed, or throws. */
export type LoadVersion = (version: PageModule) => Promise<RemoteModule>
