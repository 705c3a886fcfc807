import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rspack, type Configuration, type Stats, type StatsModule } from '@rspack/core'

/** Runs a build once. A warning is a failure too: an import that does not exist is one, and shows only in the browser. */
export const runCompiler = (config: Configuration): Promise<Stats> =>
  new Promise((done, fail) => {
    const compiler = rspack(config)
    compiler.run((error, stats) => {
      compiler.close(() => {
        if (error) return fail(error)
        if (!stats) return fail(new Error('The build ended without a result'))
        if (stats.hasErrors() || stats.hasWarnings()) return fail(new Error(stats.toString({ all: false, errors: true, warnings: true, colors: false })))
        done(stats)
      })
    })
  })

/** Builds into a folder of its own, which is gone once `read` has what it needs. */
export async function runInTemporaryFolder<Result>(configure: (folder: string) => Configuration, read: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'checkin-build-'))
  try {
    await runCompiler(configure(folder))
    return await read(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** One chunk of a build, with what is needed to say who asks for it and what is in it. */
export interface BuiltChunk {
  readonly name: string | undefined
  readonly files: readonly string[]
  /** Part of an entry, not loaded by `import()`. */
  readonly initial: boolean
  /** Texts of the `import()`s that lead to the chunk, each with the file that holds it. */
  readonly requests: readonly { readonly request: string; readonly from: string }[]
  /** Source files inside, concatenated ones included. */
  readonly sources: readonly string[]
  /** Share keys that the chunk takes from the shell. */
  readonly consumes: readonly string[]
}

const everything = { all: false, chunks: true, chunkModules: true, chunkOrigins: true, nestedModules: true, orphanModules: true, ids: true, chunkModulesSpace: Infinity, nestedModulesSpace: Infinity, cachedModules: true, dependentModules: true } as const

const flat = (modules: readonly StatsModule[]): readonly StatsModule[] => modules.flatMap((module) => [module, ...flat(module.modules ?? [])])

/** `react/jsx-runtime` of `consume shared module (default) react/jsx-runtime@^19.0.0 (strict)`. */
function consumedKey({ moduleType, identifier = '' }: StatsModule): readonly string[] {
  if (moduleType !== 'consume-shared-module') return []
  const key = /^consume shared module \([^)]*\) (.+)@[^@]*$/.exec(identifier.replace(/ \(strict\).*| \(singleton\).*/, ''))?.[1]
  if (key === undefined) throw new Error(`Cannot read the share key of "${identifier}"`)
  return [key]
}

const fileOf = (identifier: string): string => identifier.split('!').at(-1)?.split('|')[0] ?? identifier

/** The chunks of a finished build. */
export function chunksOf(stats: Stats): readonly BuiltChunk[] {
  const { chunks = [] } = stats.toJson(everything)
  return chunks.map((chunk) => {
    const modules = flat(chunk.modules ?? [])
    return {
      name: chunk.names?.[0],
      files: [...(chunk.files ?? [])].filter((file) => !file.endsWith('.map')).sort(),
      initial: chunk.initial,
      requests: (chunk.origins ?? []).map(({ request, moduleIdentifier }) => ({ request, from: fileOf(moduleIdentifier) })),
      sources: [...new Set(modules.flatMap(({ nameForCondition }) => nameForCondition ?? []))],
      consumes: [...new Set(modules.flatMap(consumedKey))].sort(),
    }
  })
}
