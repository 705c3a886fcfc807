import { cpSync, existsSync, globSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, relative, sep } from 'node:path'
import * as z from 'zod'
import type { ShippedPackage } from './artefacts.ts'

const PackageJson = z.object({
  name: z.string(), version: z.string(), license: z.string().optional(),
  dependencies: z.record(z.string(), z.string()).default({}), optionalDependencies: z.record(z.string(), z.string()).default({}),
})

/** A package of the registry as it lies on this machine. */
export interface InstalledPackage {
  readonly name: string
  readonly version: string
  /** As an SPDX expression where its author wrote one. */
  readonly license: string | null
  /** Its real folder. */
  readonly folder: string
}

export function installedPackage(folder: string): InstalledPackage {
  const { name, version, license } = PackageJson.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
  return { name, version, license: license ?? null, folder }
}

/** The folder of a package as `from` finds it; null where it is not installed, as optional ones of other platforms. */
function folderOf(name: string, from: string): string | null {
  for (const place of createRequire(join(from, 'package.json')).resolve.paths(name) ?? []) {
    if (existsSync(join(place, name, 'package.json'))) return realpathSync(join(place, name))
  }
  return null
}

/** Copies packages with all that they need into `node_modules` below `target`. Answers what it copied; throws where two need different versions of one. */
export function copyPackages(shipped: readonly ShippedPackage[], from: string, target: string): readonly InstalledPackage[] {
  const copied = new Map<string, InstalledPackage>()
  const copy = (name: string, askedBy: string, isOptional: boolean, only?: readonly string[]): void => {
    const folder = folderOf(name, askedBy)
    if (folder === null) {
      if (isOptional) return
      throw new Error(`${name} is not installed`)
    }
    const found = installedPackage(folder)
    const former = copied.get(name)
    if (former && former.version !== found.version) throw new Error(`${name} is needed as ${former.version} and as ${found.version}`)
    if (former) return
    copied.set(name, found)
    const wanted = only && new Set([...only, 'package.json', ...readdirSync(folder).filter((file) => /^licen[cs]e/i.test(file))])
    cpSync(folder, join(target, 'node_modules', name), {
      recursive: true, dereference: true,
      filter: (file) => {
        const [first = '', ...rest] = relative(folder, file).split(sep)
        return first === '' || (first !== 'node_modules' && !rest.includes('node_modules') && (wanted?.has(first) ?? true))
      },
    })
    const { dependencies, optionalDependencies } = PackageJson.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
    for (const each of Object.keys(dependencies)) if (only === undefined) copy(each, folder, each in optionalDependencies)
    for (const each of Object.keys(optionalDependencies)) if (only === undefined) copy(each, folder, true)
  }
  for (const { name, only } of shipped) copy(name, from, false, only)
  return [...copied.values()]
}

/** Source files that built pages name in their source maps, as the project sees them. */
export function inputsOfPages(folder: string): readonly string[] {
  const maps = globSync('**/*.map', { cwd: folder }).map((file) => SourceMap.parse(JSON.parse(readFileSync(join(folder, file), 'utf8'))))
  return maps.flatMap(({ sources }) => sources.flatMap((source) => /(node_modules\/\.pnpm\/.*)$/.exec(source)?.[1] ?? []))
}

const SourceMap = z.object({ sources: z.array(z.string()) })

/** The packages that bundled files come from; files of the project itself are no package. */
export function packagesOf(inputs: readonly string[], root: string): readonly InstalledPackage[] {
  const folders = new Set(inputs.flatMap((input) => {
    const inside = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input.replaceAll('\\', '/'))?.[1]
    return inside === undefined ? [] : [realpathSync(join(root, inside))]
  }))
  return [...folders].map(installedPackage)
}

