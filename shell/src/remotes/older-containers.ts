import * as runtimeCore from '@module-federation/runtime/core'
import { init } from '@module-federation/runtime'
import type { RemoteModule } from '@checkin/remote'
import { entryDeadlineMs, type MakeScript } from './entry-script.ts'
import type { LoadVersion } from './load-version.ts'
import type { ShareScope, Shell } from './share-scope.ts'

/** Starts the runtime of Module Federation for modules that were built before their containers had their own (decision 0293): these find it in the page. */
export function startRuntime(makeScript: MakeScript, scope: ShareScope, shell: Shell): LoadVersion {
  Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: runtimeCore })
  const host = init({
    name: shell.name,
    version: shell.version,
    remotes: [],
    shareStrategy: 'loaded-first',
    plugins: [{ name: 'checkin-loader', createScript: ({ url }) => ({ script: makeScript(url), timeout: entryDeadlineMs }) }],
    shared: Object.fromEntries(Object.entries(scope).map(([key, versions]) => [key, Object.entries(versions).map(([version, share]) => ({ version, shareConfig: { singleton: true, requiredVersion: version }, ...share }))])),
  })
  return async ({ uniqueName, entry, name }) => {
    // Never with `force`: that takes shares away from modules that are running.
    host.registerRemotes([{ name: uniqueName, entry: new URL(entry, location.origin).href }])
    const exposed = await host.loadRemote<{ readonly remote: RemoteModule }>(`${uniqueName}/remote`)
    if (!exposed) throw new Error(`${name} exposes no remote`)
    return exposed.remote
  }
}
