import type { ModuleManifest, ReleaseSet } from '@checkin/releases'

export interface Preload {
  readonly href: string
  readonly integrity: string
  readonly as: 'script' | 'style' | 'font'
}

export const addressOf = (manifest: ModuleManifest, path: string): string => `/assets/${manifest.name}/${manifest.version}/${path}`

/** What decides which files a page needs first. */
export interface FirstLoad {
  /** The module whose screen comes first; null where no screen's files are worth it. */
  readonly moduleName: string | null
  readonly language: string
  /** The page calls the API before anybody touches it, so it needs the contract for that at once (decision 0301). */
  readonly callsAtOnce: boolean
}

/**
 * The files that a first load asks for, and no others: the shell's, and those of the module that renders the screen
 * with the chunks of the shell that the module takes. A file named here and not used is downloaded for nothing.
 */
export function preloadsFor(set: ReleaseSet, { moduleName, language, callsAtOnce }: FirstLoad): readonly Preload[] {
  const module = moduleName === null ? undefined : set.modules[moduleName]
  const shellFiles = [...set.shell.initial, ...(set.shell.words[language] ?? []), ...[...(module?.firstConsumes ?? module?.consumes ?? []), ...(callsAtOnce ? ['@checkin/api'] : [])].flatMap((key) => set.shell.provides[key] ?? [])]
  const moduleFiles = module ? [module.entry, ...module.initial, ...module.styles, ...(module.words[language] ?? [])] : []
  const own = (manifest: ModuleManifest, paths: readonly string[]): Preload[] =>
    [...new Set(paths)].flatMap((path) => {
      const file = manifest.files.find((candidate) => candidate.path === path)
      return file ? [{ href: addressOf(manifest, path), integrity: file.integrity, as: path.endsWith('.css') ? ('style' as const) : ('script' as const) }] : []
    })
  const eager = new Set([set.shell.entry, ...set.shell.styles])
  return [...own(set.shell, shellFiles.filter((path) => !eager.has(path))), ...(module ? own(module, moduleFiles) : [])]
}

/** The same files as values of a `Link` header, asked for in the same way as by the page: anything else would load them twice. */
export const linksOf = (preloads: readonly Preload[]): string[] =>
  preloads.map(({ href, as, integrity }) => `<${href}>; rel=preload; as=${as}; integrity="${integrity}"; crossorigin`)
