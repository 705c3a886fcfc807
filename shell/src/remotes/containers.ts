import type { PageData, PageModule } from '@checkin/releases'
import type { RemoteModule } from '@checkin/remote'
import { entryScripts, runScript, type MakeScript } from './entry-script.ts'
import type { LoadVersion } from './load-version.ts'
import { claimPolicies } from './policy-names.ts'
import { LoadError } from './report.ts'
import { shareScope, type Platform, type Shell, type ShareScope } from './share-scope.ts'

/** What a container's script leaves in the page: the interface that all hosts of Module Federation use. */
interface Container {
  readonly init: (scope: ShareScope) => unknown
  readonly get: (exposed: string) => Promise<() => object>
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
