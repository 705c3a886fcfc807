import { join } from 'node:path'
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { rspack, type Configuration, type RuleSetRule } from '@rspack/core'
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh'
import { beside } from '../beside.ts'
import { readPackageFile } from '../package-file.ts'
import { remoteConfig, remoteFederation, shellConfig, uniqueNameOf } from '../rspack-preset.ts'

/** A module or the shell as development serves it. */
export interface Served {
  /** As in the release set: `mfe-payment`, `shell`. */
  readonly name: string
  /** Not a version of the registry: what is served has none. */
  readonly version: string
  /** Address of its files in the page, with a slash at its end. */
  readonly base: string
}

const servedAs = (name: string, version: string): Served => ({ name, version: `${version}-served`, base: `/assets/${name}/${version}-served/` })

/** What a module's folder is served as. */
export const servedRemote = (dir: string): Served => {
  const { name, version } = readPackageFile(dir)
  return servedAs(name, version)
}

/** What the shell is served as. */
export const servedShell = (dir: string): Served => servedAs('shell', readPackageFile(dir).version)

/** Name of the policy by which the overlay of errors may draw itself. */
export const overlayPolicy = 'rspack-dev-server#overlay'

const isIntegrity = (plugin: unknown): boolean => plugin instanceof rspack.SubresourceIntegrityPlugin || plugin instanceof ModuleFederationPlugin

/** Names without a hash: a style or a chunk that changes keeps its address. */
const plainNames = { filename: '[name].js', chunkFilename: '[name].js', cssFilename: '[name].css', cssChunkFilename: '[name].css', clean: false } as const

const script = /\.tsx?$/

const swc: RuleSetRule = {
  test: script, loader: 'builtin:swc-loader', type: 'javascript/auto',
  options: { jsc: { target: 'es2022', parser: { syntax: 'typescript', tsx: true }, transform: { react: { runtime: 'automatic', development: true, refresh: true }, verbatimModuleSyntax: true } } },
}

const isScriptRule = (rule: unknown): boolean => {
  const { test } = rule as RuleSetRule
  return test instanceof RegExp && test.source === script.source
}

/**
 * A module as its own `rspack.config.ts` builds it, for a page in development: readable, with source maps and React Refresh, and with
 * `mf-manifest.json` for Module Federation's developer tools. Takes everything shared from the shell, as in production.
 */
export function servedRemoteConfig(dir: string, own: Configuration = remoteConfig(dir)({ version: servedRemote(dir).version })): Configuration {
  const { name, version } = servedRemote(dir)
  const federation = remoteFederation(name, version)
  return {
    ...own,
    mode: 'development',
    devtool: 'cheap-module-source-map',
    stats: 'errors-warnings',
    infrastructureLogging: { level: 'error' },
    output: { ...own.output, ...plainNames, path: join(dir, 'dist', version) },
    optimization: { splitChunks: false, minimize: false },
    resolve: { ...own.resolve, alias: { ...own.resolve?.alias, 'served-remote': join(dir, 'src/remote.ts'), 'react/jsx-dev-runtime': beside('jsx-dev-runtime', import.meta.url) } },
    module: { ...own.module, rules: (own.module?.rules ?? []).map((rule) => (isScriptRule(rule) ? swc : rule)) },
    plugins: [
      ...(own.plugins ?? []).filter((plugin) => !isIntegrity(plugin)),
      new ModuleFederationPlugin({ ...federation, manifest: true, exposes: { './remote': { import: beside('served-remote', import.meta.url), name: 'remote' } } }),
      // What the shell shares can't be taken back and given anew within a page: where an update needs that, it loads anew.
      new ReactRefreshRspackPlugin({ reloadOnRuntimeErrors: true, exclude: [/[\\/]node_modules[\\/]/, /[\\/]tooling[\\/]src[\\/]dev[\\/]/] }),
    ],
  }
}

/** The shell with React as it is for development, which alone can refresh views: a page in development runs it in place of its own. */
export function servedShellConfig(dir: string, outDir: string): Configuration {
  const { version } = servedShell(dir)
  const own = shellConfig(dir)({ version, outDir })
  return {
    ...own,
    name: uniqueNameOf('shell', version),
    mode: 'development',
    devtool: 'cheap-module-source-map',
    entry: { main: [beside('refresh-hook', import.meta.url), join(dir, 'src/main.ts')] },
    output: { ...own.output, ...plainNames },
    optimization: { ...own.optimization, minimize: false },
    plugins: (own.plugins ?? []).filter((plugin) => !isIntegrity(plugin)),
  }
}
