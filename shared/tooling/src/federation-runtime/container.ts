/**
 * What a remote's container runs on, in place of the bundler runtime of Module Federation (`@module-federation/webpack-bundler-runtime`), decision 0293:
 * the container's two functions, `init` and `get`, and the taking of what is shared. A build of ours shares singletons without a copy of its own, in a
 * range of one major, so nothing is left to choose: what the page has is taken, or the module does not load.
 */

/** One version of a shared package as the host gives it: there already, or on demand. */
interface Share {
  readonly lib?: () => object
  readonly get: () => Promise<() => object>
}

/** Package, version, share: the scope that every host of Module Federation gives. */
type ShareScope = Readonly<Record<string, Readonly<Record<string, Share>>>>

type Factory = (module: { exports: unknown }) => void

/** What the bundler has in the container's script. */
interface Bundled {
  readonly m: Record<string, Factory>
  readonly f: { consumes?: (chunk: string, promises: Promise<unknown>[]) => void }
  readonly consumesLoadingData?: {
    readonly chunkMapping: Readonly<Record<string, readonly string[]>>
    readonly moduleIdToConsumeDataMapping: Readonly<Record<string, { readonly shareKey: string; readonly requiredVersion: string }>>
  }
  /** A module that is evaluated in tasks of its own (top-level await) is there when the last of them is over. */
  readonly initializeExposesData: { readonly moduleMap: Readonly<Record<string, () => Promise<() => object | Promise<object>>>> }
  initContainer: (scope: ShareScope) => void
  getContainer: (exposed: string) => Promise<() => object>
}

declare const __webpack_require__: Bundled
const container = __webpack_require__
const { chunkMapping = {}, moduleIdToConsumeDataMapping = {} } = container.consumesLoadingData ?? {}

let scope: ShareScope = {}
/** Modules that are given already, or on their way. */
const taken = new Map<string, Promise<void>>()

const majorOf = (version: string): string | undefined => /\d+/.exec(version)?.[0]

/** @throws where the page has no version of the package in the range that the module runs with. */
function shareOf(module: string): Share {
  const { shareKey = '', requiredVersion = '' } = moduleIdToConsumeDataMapping[module] ?? {}
  for (const [version, share] of Object.entries(scope[shareKey] ?? {})) if (majorOf(version) === majorOf(requiredVersion)) return share
  throw new Error(`${shareKey} ${requiredVersion} is not here`)
}

const give = (module: string, share: () => object): void => {
  container.m[module] = (made) => { made.exports = share() }
}

/** What is there already needs no turn of its own. */
async function take(module: string): Promise<void> {
  const share = shareOf(module)
  give(module, share.lib ?? await share.get())
}

container.f.consumes = (chunk, promises) => {
  for (const module of chunkMapping[chunk] ?? []) {
    const taking = taken.get(module) ?? take(module)
    // Asked for anew by whoever comes next.
    taking.catch(() => taken.delete(module))
    taken.set(module, taking)
    promises.push(taking)
  }
}

container.initContainer = (given) => { scope = given }

container.getContainer = async (exposed) => {
  const load = Object.entries(container.initializeExposesData.moduleMap).find(([name]) => name === exposed)?.[1]
  if (!load) throw new Error(`${exposed} is not exposed`)
  const module = await (await load())()
  return () => module
}
