import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { rspack } from '@rspack/core'
import type { Configuration, RuleSetRule } from '@rspack/core'
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { beside } from './beside.ts'
import { projectRoot } from './ownership.ts'
import { readPackageFile } from './package-file.ts'
import { packageOf, resolvedVersion, resolvedVersions } from './share-keys.ts'
import { minimizers, styleRules } from './rspack-styles.ts'
import { federationManifest } from './tool-files.ts'

/** What a build may be told; everything else follows from the package. */
export interface BuildOptions {
  /** Another version of the same sources, for tests of switching and falling back. Default: the package's. */
  readonly version?: string
  /** Folder for the files. Default: `dist/<version>` of the package. */
  readonly outDir?: string
  /** Entry of the shell, for hosts of tests. */
  readonly entry?: string
}

/** What an `rspack.config.ts` exports. */
export type ModuleBuild = (options?: BuildOptions) => Configuration

/** Container, policy and chunk-array name: with the version in it two versions may share a page without mixing their code. */
export const uniqueNameOf = (name: string, version: string): string => `${name}_${version}`.replace(/\W/g, '_')

/** A chunk that has not come after this many milliseconds counts as failed; the first load has the loader's shorter patience. */
const chunkDeadlineMs = 5000

/** How the files of the engine that reads documents are read. */
export const engineRules = (): RuleSetRule[] => [
  // Packed by whoever made it, and named so that nobody takes it for the compressed form of another file.
  { test: /\.traineddata\.gz$/, type: 'asset/resource', generator: { filename: '[name].[contenthash:8].bin' } },
  // The engine finds its files beside itself; here it is given them, and the folder of the build is nobody's business.
  { test: /[\\/]tesseract-wasm[\\/]dist[\\/]lib\.js$/, parser: { url: false }, loader: 'builtin:swc-loader', options: swcWithoutFolder },
]

/** How every kind of file is read; what is rendered on the server is read in the same way as what runs in the browser. */
export const moduleRules = (dir: string, name: string, version: string): RuleSetRule[] => [
  { test: /\.tsx?$/, loader: 'builtin:swc-loader', type: 'javascript/auto', options: swcOptions },
  { test: /\.m?js$/, resolve: { fullySpecified: false } },
  { test: /[\\/]react-router[\\/]dist[\\/]production[\\/].*\.js$/, enforce: 'pre', loader: beside('unused-router-loader', import.meta.url) },
  { test: /\.(woff2|svg|png|webp)$/, type: 'asset/resource' },
  ...engineRules(),
  ...styleRules(dir, name, version),
]

function baseConfig(dir: string, name: string, version: string, options: BuildOptions): Configuration {
  const uniqueName = uniqueNameOf(name, version)
  return {
    name: `${name}@${version}`,
    context: dir,
    mode: 'production',
    target: ['web', 'es2022'],
    devtool: 'hidden-source-map',
    output: {
      path: options.outDir ?? join(dir, 'dist', version),
      clean: true,
      publicPath: 'auto',
      uniqueName,
      filename: '[name].js',
      chunkFilename: '[name].[contenthash:8].js',
      cssFilename: '[name].[contenthash:8].css',
      cssChunkFilename: '[name].[contenthash:8].css',
      assetModuleFilename: '[name].[contenthash:8][ext]',
      chunkLoadTimeout: chunkDeadlineMs,
      crossOriginLoading: 'anonymous',
      trustedTypes: { policyName: uniqueName },
    },
    resolve: { extensions: ['.ts', '.tsx', '.js', '.json'] },
    module: { rules: moduleRules(dir, name, version) },
    plugins: [new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha384'], enabled: true })],
    performance: false,
    infrastructureLogging: { level: 'error' },
  }
}

const swcOptions = {
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', tsx: true },
    transform: { react: { runtime: 'automatic' }, verbatimModuleSyntax: true },
  },
}

/** What a script asks of its own address, it asks of the worker that runs it. */
const swcWithoutFolder = { jsc: { target: 'es2022', parser: { syntax: 'ecmascript' }, transform: { optimizer: { globals: { vars: { 'import.meta.url': 'self.location.href' } } } } } }

/** Majors must agree, whatever else changes: a module of another major fails to load and the last good version shows. */
const sameMajor = (version: string): string => `^${version.split('.')[0] ?? '0'}.0.0`

/** The range of versions of a shared key that a remote built here runs with. */
export const shareRange = (key: string): string => sameMajor(resolvedVersion(packageOf(key)))

/** What a container exposes: `src/remote.ts`, or `src/exposed.ts` where a module has its models evaluated in tasks of their own before (decision 0302). */
const exposedBy = (dir: string): string => (existsSync(join(dir, 'src/exposed.ts')) ? './src/exposed.ts' : './src/remote.ts')

/** The options of a remote's container; exported for the gates that check them. */
export function remoteFederation(name: string, version: string, exposed = './src/remote.ts'): ConstructorParameters<typeof ModuleFederationPlugin>[0] {
  const versions = Object.entries(resolvedVersions())
  return {
    name: uniqueNameOf(name, version),
    filename: 'remoteEntry.js',
    exposes: { './remote': { import: exposed, name: 'remote' } },
    shared: Object.fromEntries(
      versions.map(([key, installed]) => [key, { singleton: true, import: false as const, requiredVersion: sameMajor(installed), strictVersion: true }]),
    ),
    shareStrategy: 'loaded-first',
    dts: false,
    // For developer tools, which ask for it; no page loads it.
    manifest: { fileName: federationManifest },
    experiments: { externalRuntime: true, optimization: { disableSnapshot: true, disableRemote: true, target: 'web' } },
  }
}

/** File of what a container runs on (decision 0293). */
export const containerRuntime = beside('federation-runtime/container', import.meta.url)

/** The federation plugin gives a container the bundler's runtime as a module of this name; ours does what such a container needs. */
const runtimeRule: RuleSetRule = { test: /@module-federation[\\/]runtime[\\/]rspack\.js$/, loader: beside('container-runtime-loader', import.meta.url) }

/** A federated module: exposes `src/remote.ts`, takes everything shared from the shell, and carries what its container runs on. */
export const remoteConfig = (dir: string): ModuleBuild => (options = {}) => {
  const own = readPackageFile(dir)
  const version = options.version ?? own.version
  const config = baseConfig(dir, own.name, version, options)
  return {
    ...config,
    entry: {},
    module: { rules: [...(config.module?.rules ?? []), runtimeRule] },
    optimization: { splitChunks: false, minimizer: minimizers() },
    plugins: [...(config.plugins ?? []), new ModuleFederationPlugin(remoteFederation(own.name, version, exposedBy(dir)))],
  }
}

const antdParts = /[\\/]node_modules[\\/](antd|@ant-design|@rc-component|rc-[a-z-]+)[\\/]/
/** What the start of a page evaluates first, while the rest comes (decision 0295). */
const reactParts = /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/
/** Controls that the first module never has: one file, with the first screen that has one of them. */
const laterKitParts = /[\\/]shared[\\/]ui[\\/]src[\\/](?:card-slider|ledger|radio-list|stepper|upload)[\\/]/
/** The kit's light controls come with the page's start: apart they would be a request each. Selects, the dialog of dates, dates that are typed, and the scenes of later
 * screens come when they are needed: the first screen has none of them. */
const kitParts = /[\\/]shared[\\/]ui[\\/]src[\\/](?!styles|date-field[\\/](?!index|calendar|use-date-dialog)|select|known-date|chrome[\\/]later)/

/**
 * Has Chromium compile the whole of the first scripts in the background while they come, instead of piece by piece while the page starts (decision 0295). After
 * the minimizer, which takes comments away, and before source maps are made.
 */
const compiledAhead = new rspack.BannerPlugin({ banner: '//# allFunctionsCalledOnLoad', raw: true, include: /^(main|start-[^/]*)\.js$/, stage: rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 50 })

/**
 * The host. It asks no share scope: it only provides, from `src/platform.ts`, so its own imports are plain modules,
 * its parts need no hop of their own to what is shared, and what it gives to remotes is the very object that it uses itself.
 */
export const shellConfig = (dir = join(projectRoot, 'shell')): ModuleBuild => (options = {}) => {
  const version = options.version ?? readPackageFile(dir).version
  const config = baseConfig(dir, 'shell', version, options)
  const shared = { chunks: 'async' as const, enforce: true }
  return {
    ...config,
    module: { ...config.module, rules: [...(config.module?.rules ?? []), { test: /[\\/]shell[\\/]src[\\/]flow[\\/]transitions\.ts$/, enforce: 'pre', loader: beside('uncited-table-loader', import.meta.url) }] },
    entry: { main: options.entry ?? './src/main.ts' },
    optimization: {
      minimizer: minimizers(),
      splitChunks: {
        chunks: 'async',
        minSize: 0,
        cacheGroups: {
          default: false,
          defaultVendors: false,
          startReact: { ...shared, name: 'start-react', test: reactParts },
          uiCore: { ...shared, name: 'ui-core', test: antdParts, minChunks: 2 },
          startPage: { ...shared, name: 'start-page', test: kitParts },
          laterKit: { ...shared, name: 'later-kit', test: laterKitParts, priority: 1 },
        },
      },
    },
    plugins: [
      ...(config.plugins ?? []),
      compiledAhead,
      new rspack.DefinePlugin({
        CHECKIN_SHELL: JSON.stringify({ name: uniqueNameOf('shell', version), version }),
        CHECKIN_SHARE_VERSIONS: JSON.stringify(resolvedVersions()),
        ENV_TARGET: '"web"',
      }),
    ],
  }
}

