import type { PageData, PageModule } from '@checkin/releases'
import type { RemoteModule } from '@checkin/remote'
import { entryScripts, runScript, type MakeScript } from './entry-script.ts'
import { claimPolicies } from './policy-names.ts'
import { LoadError } from './report.ts'

/** What the shell shares with remotes: modules that are loaded already, and lazy ones that load when somebody imports them. */
export interface Platform {
  readonly core: Readonly<Record<string, object>>
  readonly lazy: Readonly<Record<string, () => Promise<object>>>
}

/** Loads one exact version of a module. Rejects when it cannot be reached, is not what was signed, or throws. */
export type LoadVersion = (version: PageModule) => Promise<RemoteModule>

export interface Shell {
  readonly name: string
  readonly version: string
  /** Installed version of every share key. */
  readonly versions: Readonly<Record<string, string>>
}

/** A share as containers of Module Federation take it: `lib` where it is there already. */
interface Share {
  readonly lib?: () => object
  readonly get: () => Promise<() => object>
}

/** Share key, version, share. */
export type ShareScope = Readonly<Record<string, Readonly<Record<string, Share>>>>

/** What a container's script leaves in the page: the interface that all hosts of Module Federation use. */
interface Container {
  readonly init: (scope: ShareScope) => unknown
  readonly get: (exposed: string) => Promise<() => object>
}

const given = (lib: object): Share => ({ lib: () => lib, get: () => Promise.resolve(() => lib) })

/** A failed chunk is asked for once more; the runtime of older containers would remember the failure for the whole page. */
const onDemand = (load: () => Promise<object>): Share => ({ get: () => load().catch(load).then((loaded) => () => loaded) })

function shareScope({ core, lazy }: Platform, versions: Shell['versions']): ShareScope {
  const shareOf = (key: string, share: Share): [string, Readonly<Record<string, Share>>] => {
    const version = versions[key]
    if (version === undefined) throw new Error(`The build knows no version of ${key}`)
    return [key, { [version]: share }]
  }
  return Object.fromEntries([
    ...Object.entries(core).map(([key, lib]) => shareOf(key, given(lib))),
    ...Object.entries(lazy).map(([key, load]) => shareOf(key, onDemand(load))),
  ])
}

/** The container of a version; its script runs once in a page. */
async function containerOf({ uniqueName, entry }: PageModule, makeScript: MakeScript): Promise<Container> {
  const left = (): Container | undefined => Reflect.get(globalThis, uniqueName) as Container | undefined
  const before = left()
  if (before) return before
  await runScript(makeScript(new URL(entry, location.origin).href))
  const container = left()
  if (!container) throw new LoadError('threw')
  return container
}

/**
 * Loads remotes by the two functions of their containers, `init` and `get`. A container of a build from before decision 0293 looks for a runtime in the
 * page, which comes with the first of them.
 */
export function startContainers(page: PageData, platform: Platform, shell: Shell): LoadVersion {
  claimPolicies(page, shell)
  const makeScript = entryScripts(page)
  const scope = shareScope(platform, shell.versions)
  let runtime: LoadVersion | undefined
  const loadOlder: LoadVersion = async (version) => {
    const { startRuntime } = await import('./older-containers.ts')
    runtime ??= startRuntime(makeScript, scope, shell)
    return runtime(version)
  }
  return async (version) => {
    if (!version.runtimeFree) return loadOlder(version)
    const container = await containerOf(version, makeScript)
    container.init(scope)
    const exposed = await container.get('./remote')
    return (exposed() as { readonly remote: RemoteModule }).remote
  }
}
