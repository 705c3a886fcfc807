import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { Configuration } from '@rspack/core'
import { ModuleManifest, type PublicContract } from '@checkin/releases'
import { outsideStyles } from '@checkin/releases/outside-styles'
import { flowSlots, routes } from '@checkin/routes'
import { checkFirstLoad, checkRemoteConfig, checkRemoteContents, checkShellConfig, refuse } from './federation-rules.ts'
import { givenContracts, readRemoteManifest } from './module-contracts.ts'
import { remoteFirstScreens, shellFirstScreens } from './prerender/first-screens.ts'
import { chunksOf, runCompiler, type BuiltChunk } from './compiler.ts'
import { containerRuntime, remoteConfig, shareRange, shellConfig, uniqueNameOf } from './rspack-preset.ts'
import type { BuildOptions, ModuleBuild } from './rspack-preset.ts'
import { projectRoot } from './ownership.ts'
import { readPackageFile } from './package-file.ts'
import { contractFile, remoteContract, shellContract } from './public-contract.ts'
import { resolvedVersions, shareKeys } from './share-keys.ts'
import { finishToolFiles } from './tool-files.ts'

const compress = promisify(brotliCompress)

/** A build: what it consists of, and the folder that holds exactly the files which the manifest names. */
export interface BuiltModule {
  readonly manifest: ModuleManifest
  readonly outDir: string
}

/** A module's build is its own rspack.config.ts, or the preset when it has none. */
export async function configOf(dir: string, options: BuildOptions): Promise<Configuration> {
  const file = join(dir, 'rspack.config.ts')
  if (!existsSync(file)) return (basename(dir) === 'shell' ? shellConfig(dir) : remoteConfig(dir))(options)
  const { default: build } = (await import(pathToFileURL(file).href)) as { default: ModuleBuild }
  return build(options)
}

/** Source maps go beside the files, never among them: they are not published. */
async function setMapsApart(outDir: string): Promise<void> {
  const maps = (await readdir(outDir, { recursive: true })).filter((file) => file.endsWith('.map'))
  const apart = `${outDir}.maps`
  await rm(apart, { recursive: true, force: true })
  await mkdir(apart, { recursive: true })
  await Promise.all(maps.map((file) => rename(join(outDir, file), join(apart, basename(file)))))
}

async function filesOf(outDir: string): Promise<ModuleManifest['files']> {
  const entries = await readdir(outDir, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(outDir.length + 1).replaceAll('\\', '/'))
  return Promise.all(
    paths.sort().map(async (path) => {
      const bytes = await readFile(join(outDir, path))
      return { path, integrity: `sha384-${createHash('sha384').update(bytes).digest('base64')}`, bytes: bytes.length }
    }),
  )
}

const unique = (values: readonly string[]): string[] => [...new Set(values)].sort()

/** Words of a part that comes late lie beside it, below `src`, and come with it: nobody fetches them ahead. */
const languageOf = (chunk: BuiltChunk): readonly string[] => chunk.sources.flatMap((file) => /^(?!.*[\\/]src[\\/].*[\\/]locales[\\/]).*[\\/]locales[\\/]([a-z]{2})\.json$/.exec(file)?.[1] ?? [])

/** Files of the words by language; words inside the entry have no chunk and are not listed. */
function wordsOf(chunks: readonly BuiltChunk[]): Record<string, string[]> {
  const words: Record<string, string[]> = {}
  for (const chunk of chunks.filter((each) => !each.initial)) {
    const languages = unique(languageOf(chunk))
    const [language] = languages
    if (language !== undefined && languages.length === 1) words[language] = unique([...(words[language] ?? []), ...chunk.files])
  }
  return words
}

/** Whether a chunk of the shell is part of its first load: its entry, and what the entry asks for at once, the parts of the start. */
const isFirst = ({ initial, requests }: BuiltChunk): boolean => initial || requests.some(({ from }) => from === join(projectRoot, 'shell/src/main.ts'))

/** Every share key of `platform.ts` and the chunks that bring it; keys of the first load have none. */
function providesOf(chunks: readonly BuiltChunk[], keys: readonly string[]): Record<string, string[]> {
  const filesFor = (key: string): string[] =>
    unique(chunks.filter((chunk) => !isFirst(chunk) && chunk.requests.some(({ request, from }) => request === key && basename(from) === 'platform.ts')).flatMap((chunk) => chunk.files))
  return Object.fromEntries(keys.map((key) => [key, filesFor(key)]))
}

/** Whether the container has the runtime that the preset gives it (decision 0293); a build with a configuration of its own may have another. */
const hasOwnRuntime = (chunks: readonly BuiltChunk[]): boolean => chunks.some(({ sources }) => sources.includes(containerRuntime))

const isStyle = (file: string): boolean => file.endsWith('.css')

const writeContract = (outDir: string, contract: PublicContract): Promise<void> => writeFile(join(outDir, contractFile), JSON.stringify(contract))

interface Finished {
  readonly dir: string
  readonly version: string
  readonly outDir: string
  readonly chunks: readonly BuiltChunk[]
  /** Pre-render first screens: not for the hosts of tests, which have an entry of their own. */
  readonly preRenders: boolean
}

async function shellManifest({ dir, version, outDir, chunks, preRenders }: Finished): Promise<ModuleManifest> {
  const first = chunks.filter(isFirst).flatMap((chunk) => chunk.files)
  const styles = unique(first.filter(isStyle))
  const contracts = await givenContracts(dir)
  await writeContract(outDir, shellContract(contracts))
  const firstScreens = preRenders ? await shellFirstScreens({ dir, name: 'shell', version, outDir, styles }) : undefined
  return ModuleManifest.parse({
    name: 'shell',
    version,
    uniqueName: uniqueNameOf('shell', version),
    entry: 'main.js',
    initial: unique(first.filter((file) => !isStyle(file) && file !== 'main.js')),
    styles,
    words: wordsOf(chunks),
    provides: providesOf(chunks, shareKeys()),
    shareVersions: resolvedVersions(),
    consumes: [],
    contracts,
    publicContract: contractFile,
    steps: [],
    flow: { slots: flowSlots, screens: routes },
    ...(firstScreens && { firstScreens }),
    files: await filesOf(outDir),
  })
}

async function remoteManifest({ dir, version, outDir, chunks }: Finished): Promise<ModuleManifest> {
  const declared = await readRemoteManifest(dir)
  const first = chunks.filter((chunk) => chunk.name === 'remote')
  const styles = unique(first.flatMap((chunk) => chunk.files).filter(isStyle))
  const firstScreens = await remoteFirstScreens({ dir, name: declared.name, version, outDir, styles }, declared.firstScreens ?? [])
  const words = wordsOf(chunks)
  const consumes = unique(chunks.flatMap((chunk) => chunk.consumes))
  const sources = unique(chunks.flatMap((chunk) => chunk.sources).filter((file) => file.startsWith(join(dir, 'src')) && /\.tsx?$/.test(file)))
  await writeContract(outDir, remoteContract({ version, declared, languages: Object.keys(words).sort(), sources }))
  return ModuleManifest.parse({
    name: declared.name,
    version,
    uniqueName: uniqueNameOf(declared.name, version),
    entry: 'remoteEntry.js',
    initial: unique(first.flatMap((chunk) => chunk.files).filter((file) => !isStyle(file))),
    styles,
    words,
    provides: {},
    ...(hasOwnRuntime(chunks) && { runtimeFree: true }),
    consumes,
    shareRanges: Object.fromEntries(consumes.map((key) => [key, shareRange(key)])),
    firstConsumes: unique(first.flatMap((chunk) => chunk.consumes)),
    contracts: declared.needs,
    publicContract: contractFile,
    steps: declared.steps,
    ...(declared.screens && { screens: declared.screens }),
    ...(declared.settings && { settings: declared.settings }),
    ...(firstScreens && { firstScreens }),
    files: await filesOf(outDir),
  })
}

/** Brotli bytes of a module's own scripts and styles, words apart. */
async function ownWeight({ manifest, outDir }: BuiltModule): Promise<number> {
  const words = new Set(Object.values(manifest.words).flat())
  const counted = manifest.files.filter(({ path }) => /\.(js|css)$/.test(path) && !words.has(path))
  const sizes = await Promise.all(counted.map(async ({ path }) => (await compress(await readFile(join(outDir, path)))).length))
  return sizes.reduce((sum, size) => sum + size, 0)
}

const textsOf = ({ manifest, outDir }: BuiltModule, ending: '.js' | '.css'): Promise<string[]> =>
  Promise.all(manifest.files.filter(({ path }) => path.endsWith(ending)).map(({ path }) => readFile(join(outDir, path), 'utf8')))

const outsideOf = async (built: BuiltModule): Promise<string[]> =>
  (await textsOf(built, '.css')).flatMap((css) => outsideStyles(css, built.manifest.name, built.manifest.version))

/**
 * Builds the shell or a remote for production and says what the build consists of.
 * Refuses a configuration or a result that breaks a federation rule; a warning of the compiler is a failure too.
 */
export async function buildModule(folder: string, options: BuildOptions = {}): Promise<BuiltModule> {
  const dir = resolve(folder)
  const own = readPackageFile(dir)
  const version = options.version ?? own.version
  const outDir = resolve(options.outDir ?? join(dir, 'dist', version))
  const isShell = own.name === '@checkin/shell'
  const config = await configOf(dir, { ...options, version, outDir })
  refuse(own.name, isShell ? checkShellConfig(config, version) : checkRemoteConfig(config, own.name, version))
  const chunks = chunksOf(await runCompiler(config))
  await setMapsApart(outDir)
  if (!isShell) await finishToolFiles(outDir)
  const manifest = await (isShell ? shellManifest : remoteManifest)({ dir, version, outDir, chunks, preRenders: options.entry === undefined })
  const built = { manifest, outDir }
  const firstLoad = chunks.filter((chunk) => (isShell ? isFirst(chunk) : manifest.firstScreens && chunk.name === 'remote'))
  if (options.entry === undefined) refuse(own.name, checkFirstLoad(firstLoad.flatMap((chunk) => chunk.sources)))
  if (!isShell) refuse(own.name, checkRemoteContents({ sources: chunks.flatMap((chunk) => chunk.sources), compressedBytes: await ownWeight(built), scripts: await textsOf(built, '.js'), outside: await outsideOf(built) }))
  return built
}
