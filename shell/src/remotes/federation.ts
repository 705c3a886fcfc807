import * as runtimeCore from '@module-federation/runtime/core'
import { init } from '@module-federation/runtime'
import type { PageData, PageModule } from '@checkin/releases'
import type { RemoteModule } from '@checkin/remote'
import { loaderPlugin } from './loader-plugin.ts'
import { claimPolicies } from './policy-names.ts'

/** What the shell shares with remotes: modules that are loaded already, and lazy ones that load when somebody imports them. */
export interface Platform {
  readonly core: Readonly<Record<string, object>>
  readonly lazy: Readonly<Record<string, () => Promise<object>>>
}

/** Loads one exact version of a module. Rejects when it cannot be reached, is not what was signed, or throws. */
export type LoadVersion = (version: PageModule) => Promise<RemoteModule>

interface Shell {
  readonly name: string
  readonly version: string
  /** Installed version of every share key. */
  readonly versions: Readonly<Record<string, string>>
}

/** A failed chunk is asked for once more; the runtime would remember the failure for the whole page. */
const twice = (load: () => Promise<object>): (() => Promise<() => object>) => () => load().catch(load).then((loaded) => () => loaded)

/** Starts the federation runtime of this page. The remotes' builds carry no runtime: they find this one. */
export function startFederation(page: PageData, platform: Platform, shell: Shell): LoadVersion {
  claimPolicies(page, shell)
  Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: runtimeCore })
  const shareOf = (key: string) => {
    const version = shell.versions[key]
    if (version === undefined) throw new Error(`The build knows no version of ${key}`)
    return { version, shareConfig: { singleton: true, requiredVersion: version } }
  }
  const host = init({
    name: shell.name,
    version: shell.version,
    remotes: [],
    shareStrategy: 'loaded-first',
    plugins: [loaderPlugin(page)],
    shared: {
      ...Object.fromEntries(Object.entries(platform.core).map(([key, lib]) => [key, { ...shareOf(key), lib: () => lib }])),
      ...Object.fromEntries(Object.entries(platform.lazy).map(([key, load]) => [key, { ...shareOf(key), get: twice(load) }])),
    },
  })
  return async ({ uniqueName, entry, name }) => {
    // Never with `force`: that takes shares away from modules that are running.
    host.registerRemotes([{ name: uniqueName, entry: new URL(entry, location.origin).href }])
    const exposed = await host.loadRemote<{ readonly remote: RemoteModule }>(`${uniqueName}/remote`)
    if (!exposed) throw new Error(`${name} exposes no remote`)
    return exposed.remote
  }
}
