/** What the shell shares with remotes: modules that are loaded already, and lazy ones that load when somebody imports them. */
export interface Platform {
  readonly core: Readonly<Record<string, object>>
  readonly lazy: Readonly<Record<string, () => Promise<object>>>
}

/** The shell as remotes and the federation runtime know it. */
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

const given = (lib: object): Share => ({ lib: () => lib, get: () => Promise.resolve(() => lib) })

/** A failed chunk is asked for once more; the runtime of older containers would remember the failure for the whole page. */
const onDemand = (load: () => Promise<object>): Share => ({ get: () => load().catch(load).then((loaded) => () => loaded) })

/** What remotes are given. @throws where the build knows no version of a key. */
export function shareScope({ core, lazy }: Platform, versions: Shell['versions']): ShareScope {
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
