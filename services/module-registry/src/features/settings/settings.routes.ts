import { ServiceError } from '@checkin/server'
import { ReleaseSet } from '@checkin/releases'
import type { Registry } from '../../registry.ts'
import { signedSet, tenantPointers } from '../snapshot/snapshot.ts'
import { getSettings } from './settings.contract.ts'

/** What may be set about a tenant's modules: the versions themselves say it, in the set that is served. */
export function settingsRoutes({ serve, database: { kysely } }: Registry): void {
  serve(getSettings, async ({ params: { host } }) => {
    const [pointer] = await tenantPointers(kysely, host)
    if (!pointer) throw new ServiceError(404, 'UnknownTenant', `${host} has no release`)
    const set = ReleaseSet.parse(JSON.parse((await signedSet(kysely, pointer.setId)).payload))
    return {
      host, revision: pointer.revision,
      modules: Object.entries(set.modules).filter(([, { settings }]) => settings !== undefined).map(([module, { version, settings = {} }]) => ({
        module, version, settings: Object.entries(settings).map(([name, spec]) => ({ name, spec, value: set.settings?.[module]?.[name] ?? null })),
      })),
    }
  })
}
