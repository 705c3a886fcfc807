import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { rspack, type Configuration } from '@rspack/core'
import { projectRoot } from '@checkin/tooling/ownership'
import { readPackageFile } from '@checkin/tooling/package-file'
import { moduleRules } from '@checkin/tooling/rspack-preset'
import { minimizers } from '@checkin/tooling/rspack-styles'
import { shareKeys } from '@checkin/tooling/share-keys'

/** Modules of the product, by folder. The first one owns the first screen. */
export const modules = ['mfe-verification', 'mfe-driver', 'mfe-offers', 'mfe-payment', 'mfe-precheckout'] as const

const shell = join(projectRoot, 'shell')
/** A file of the project as a text of a program names it. */
export const sourceOf = (path: string): string => JSON.stringify(join(projectRoot, path))
const versionOf = (name: string): string => readPackageFile(join(projectRoot, name)).version

/** Builds once; warnings of a variant that the product does not ship are its own affair. */
export const build = (config: Configuration): Promise<void> =>
  new Promise((done, fail) => {
    const compiler = rspack(config)
    compiler.run((error, stats) => {
      compiler.close(() => {
        if (error || !stats || stats.hasErrors()) fail(error ?? new Error(stats?.toString({ all: false, errors: true, colors: false })))
        else done()
      })
    })
  })

/** The shell's own start with another way to get at modules: everything else is the product's code, line by line. `begin` is for who starts it by lifecycles. */
export const entryText = (imports: string, loadVersion: string, begin = 'void start(page, loader)'): string => `
import ${sourceOf('shell/src/no-eval.ts')}
import ${sourceOf('shared/ui/src/styles/styles.css')}
import { addWords } from '@checkin/i18n'
import { start } from ${sourceOf('shell/src/app.tsx')}
import { createRemoteLoader } from ${sourceOf('shell/src/remotes/load-remote.ts')}
import { readPageData } from ${sourceOf('shell/src/remotes/page-data.ts')}
import { reportUnhandled, sendReport } from ${sourceOf('shell/src/remotes/report.ts')}
${imports}
const page = readPageData()
reportUnhandled(page, sendReport)
const loader = createRemoteLoader({ modules: page.modules, report: sendReport, loadVersion: async ({ name }) => {
  ${loadVersion}
  await addWords(name, remote.words)
  return remote
} })
globalThis.loadModule = (name) => loader.load(name)
${begin}
`

/** What all builds have in common, and the shipped ones too; `host` is the shell. */
export const common = (dir: string, name: string, outDir: string, version = versionOf(name === 'host' ? 'shell' : name)): Configuration => ({
  context: dir,
  mode: 'production',
  target: ['web', 'es2022'],
  output: { path: outDir, clean: true, publicPath: 'auto', uniqueName: name.replace(/\W/g, '_'), filename: '[name].js', chunkFilename: '[name].[contenthash:8].js', cssFilename: '[name].css', assetModuleFilename: '[name].[contenthash:8][ext]' },
  resolve: { extensions: ['.ts', '.tsx', '.js', '.json'], modules: [join(shell, 'node_modules'), 'node_modules'] },
  module: { rules: moduleRules(dir, name === 'host' ? 'shell' : name, version) },
  // The names say which chunk holds which words, so that the page can ask for them at once.
  optimization: { chunkIds: 'named', minimizer: minimizers() },
  performance: false,
  infrastructureLogging: { level: 'error' },
})

/** (a) The same sources as one single-page build: the first screen's module in the first script, the others by `import()`. */
export async function buildSpa(folder: string): Promise<void> {
  const entry = join(folder, 'spa-entry', 'main.ts')
  await mkdir(join(folder, 'spa-entry'), { recursive: true })
  const [first, ...rest] = modules
  await writeFile(entry, entryText(
    `import { remote as first } from ${sourceOf(`${first}/src/remote.ts`)}
const others = { ${rest.map((name) => `${JSON.stringify(name)}: () => import(${sourceOf(`${name}/src/remote.ts`)})`).join(', ')} }`,
    `const remote = name === ${JSON.stringify(first)} ? first : (await others[name]()).remote`,
  ))
  await build({ ...common(shell, 'host', join(folder, 'spa')), entry: { main: entry } })
}

const share = (key: string) => [key, { singleton: true, requiredVersion: false as const }] as const
const isOurs = (key: string): boolean => key.startsWith('@checkin/')
/** Every package as a singleton, as the plugin's documentation has it. */
const hostShares = Object.fromEntries(shareKeys().map(share))
/** Packages of our own are state: a second copy of them would be a second page, so here only the host brings them. */
const remoteShares = Object.fromEntries(shareKeys().map((key) => [key, { ...share(key)[1], ...(isOurs(key) && { import: false as const }) }]))

/** (b) The same sources with the defaults of Module Federation: remotes by their manifests, packages shared whole, an async start. */
export async function buildDefaults(folder: string, origin: string, firstVersion = versionOf(modules[0])): Promise<void> {
  const entries = join(folder, 'defaults-entry')
  await mkdir(entries, { recursive: true })
  await writeFile(join(entries, 'main.ts'), "import('./bootstrap.ts')\n")
  await writeFile(join(entries, 'bootstrap.ts'), entryText(
    `import { platform } from ${sourceOf('shell/src/platform.ts')}
import * as calls from '@checkin/api/client'
// What the host shares is what it imports, and its platform takes effects of calls from elsewhere (decision 0302).
Object.assign(globalThis, { provided: platform, calls })
const remotes = { ${modules.map((name) => `${JSON.stringify(name)}: () => import('${name}/remote')`).join(', ')} }`,
    'const { remote } = await remotes[name]()',
  ))
  const name = (module: string): string => module.replace(/\W/g, '_')
  for (const module of modules) {
    const dir = join(projectRoot, module)
    await build({
      ...common(dir, module, join(folder, 'defaults', module), module === modules[0] ? firstVersion : undefined), entry: {},
      plugins: [new ModuleFederationPlugin({ name: name(module), filename: 'remoteEntry.js', exposes: { './remote': './src/remote.ts' }, shared: remoteShares, dts: false })],
    })
  }
  await build({
    ...common(shell, 'host', join(folder, 'defaults', 'host')), entry: { main: join(entries, 'main.ts') },
    plugins: [new ModuleFederationPlugin({
      name: 'host', shared: hostShares, dts: false,
      remotes: Object.fromEntries(modules.map((module) => [module, `${name(module)}@${origin}/${module}/mf-manifest.json`])),
    })],
  })
}
