import * as access from './access.ts'
import * as attestations from './attestations.ts'
import * as bundles from './bundles.ts'
import * as changes from './changes.ts'
import * as consoleSessions from './console-sessions.ts'
import * as controlRoom from './control-room.ts'
import type { RegistryEndpoint } from './endpoint.ts'
import * as experiments from './experiments.ts'
import * as health from './health.ts'
import * as insight from './insight.ts'
import * as log from './log.ts'
import * as mailSubscriptions from './mail-subscriptions.ts'
import * as modules from './modules.ts'
import * as passkeys from './passkeys.ts'
import * as plans from './plans.ts'
import * as sets from './sets.ts'
import * as signedLinks from './signed-links.ts'
import * as status from './status.ts'
import * as tenants from './tenants.ts'
import * as versions from './versions.ts'

const isEndpoint = (value: unknown): value is RegistryEndpoint => typeof value === 'object' && value !== null && 'method' in value && 'path' in value

/** All calls of the registry, for its OpenAPI document and for tests. */
export const endpoints: readonly RegistryEndpoint[] = [modules, versions, status, sets, bundles, tenants, controlRoom, changes, plans, experiments, insight, signedLinks, health, access, consoleSessions, passkeys, log, attestations, mailSubscriptions]
  .flatMap((each) => Object.values(each) as unknown[]).filter(isEndpoint)
