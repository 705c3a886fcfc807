import { bundledCopies } from '@checkin/releases/bundled-copies'
import { rspack } from '@rspack/core'
import type { Configuration } from '@rspack/core'
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { uniqueNameOf } from './rspack-preset.ts'
import { packageOf, sharedPackages } from './share-keys.ts'

/** A rule of docs/architecture.md that a build breaks. Each was measured to fail, often silently, when it is broken. */
export interface Violation {
  readonly rule: string
  readonly message: string
}

interface Shared {
  readonly import?: unknown
  readonly requiredVersion?: unknown
  readonly singleton?: unknown
}

interface Federation {
  readonly name?: string
  readonly remotes?: unknown
  readonly shareStrategy?: string
  readonly dts?: unknown
  readonly shared?: Readonly<Record<string, Shared>>
  readonly experiments?: { readonly externalRuntime?: boolean }
}

const privateOptions = (plugin: unknown): unknown => Reflect.get(plugin as object, '_options') ?? Reflect.get(plugin as object, 'options')

const federationOf = (config: Configuration): Federation | undefined => {
  const plugin = config.plugins?.find((each) => each instanceof ModuleFederationPlugin)
  return plugin && (privateOptions(plugin) as Federation)
}

const empty = (value: unknown): boolean => value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)

const violations = (checks: readonly (readonly [broken: boolean, rule: string, message: string])[]): readonly Violation[] =>
  checks.filter(([broken]) => broken).map(([, rule, message]) => ({ rule, message }))

/** What every build must have, the shell's too. */
function outputRules(config: Configuration, uniqueName: string): readonly Violation[] {
  const output = config.output ?? {}
  const integrity = config.plugins?.find((each) => each instanceof rspack.SubresourceIntegrityPlugin)
  const hashes = integrity && (privateOptions(integrity) as { readonly hashFuncNames?: readonly string[] }).hashFuncNames
  const policy = typeof output.trustedTypes === 'object' ? output.trustedTypes.policyName : output.trustedTypes
  return violations([
    [output.uniqueName !== uniqueName, 'version-in-name', `output.uniqueName must be ${uniqueName}: two versions with one name run each other's code`],
    [output.publicPath !== 'auto', 'public-path-auto', 'output.publicPath must be auto: a version lives in a folder of its own'],
    [!hashes?.includes('sha384'), 'integrity', 'SubresourceIntegrityPlugin with sha384 is missing: chunks would run unchecked'],
    [output.crossOriginLoading !== 'anonymous', 'integrity', 'output.crossOriginLoading must be anonymous, as the preloads are'],
    [policy !== uniqueName, 'trusted-types', `output.trustedTypes.policyName must be ${uniqueName}`],
    [/eval/.test(String(config.devtool)), 'no-eval', 'devtool may not use eval: the page forbids it'],
    [config.devtool !== 'hidden-source-map' && !/eval/.test(String(config.devtool)), 'source-maps', 'devtool must be hidden-source-map: support reads where a version failed by its maps, and no page may load them'],
    [Boolean(config.optimization?.runtimeChunk), 'one-entry', 'optimization.runtimeChunk breaks containers'],
  ])
}

function federationRules(federation: Federation, uniqueName: string): readonly Violation[] {
  const shared = Object.entries(federation.shared ?? {})
  const keys = shared.map(([key]) => key)
  const textual = shared.filter(([, { requiredVersion }]) => typeof requiredVersion !== 'string' || /^(catalog|workspace|link|file):/.test(requiredVersion))
  return violations([
    [federation.name !== uniqueName, 'version-in-name', `the container must be called ${uniqueName}`],
    [!empty(federation.remotes), 'no-remotes', 'remotes are chosen by the release set, never at build time: one dead remote would stop every page'],
    [federation.shareStrategy !== 'loaded-first', 'loaded-first', 'shareStrategy must be loaded-first'],
    [federation.dts !== false, 'no-dts', 'dts must be false: types come from the workspace'],
    [federation.experiments?.externalRuntime !== true, 'external-runtime', 'experiments.externalRuntime must be true: a container without a runtime of ours finds the one that the shell has for it (decision 0293)'],
    [shared.some(([, each]) => each.import !== false), 'import-false', 'every share of a remote needs import: false, else it bundles a copy'],
    [shared.some(([, each]) => each.singleton !== true), 'singleton', 'every share must be a singleton'],
    [shared.some(([, { requiredVersion }]) => !/^\^\d+\.0\.0$/.test(String(requiredVersion))), 'whole-major', 'requiredVersion must be a whole major, ^19.0.0: containers compare nothing else (decision 0293)'],
    [textual.length > 0, 'plain-versions', `requiredVersion must be an installed version, not ${textual.map(([key, each]) => `${key}: ${String(each.requiredVersion)}`).join(', ')}`],
    [!['react', 'react/jsx-runtime', 'react-dom'].every((key) => keys.includes(key)), 'one-react', 'react, react/jsx-runtime and react-dom must all be shared, else a second React is loaded'],
    [keys.some((key) => /^(antd|@ant-design\/[a-z-]+)\/?$/.test(key)), 'no-whole-antd', 'antd is never shared as a whole: @checkin/ui gives it in slices'],
  ])
}

/** The broken rules of a remote's configuration. */
export function checkRemoteConfig(config: Configuration, name: string, version: string): readonly Violation[] {
  const uniqueName = uniqueNameOf(name, version)
  const federation = federationOf(config)
  const container = federation ? federationRules(federation, uniqueName) : [{ rule: 'container', message: 'ModuleFederationPlugin is missing' }]
  return [...outputRules(config, uniqueName), ...container]
}

/** The broken rules of the shell's configuration. */
export function checkShellConfig(config: Configuration, version: string): readonly Violation[] {
  const federation = federationOf(config)
  return [
    ...outputRules(config, uniqueNameOf('shell', version)),
    ...violations([[federation !== undefined && !empty(federation.remotes), 'no-remotes', 'remotes are chosen by the release set, never at build time']]),
  ]
}

/** Parts of a shared package that the shell does not provide and a module may therefore bring itself. */
const ownParts = [/[\\/]dayjs[\\/](esm[\\/])?(plugin|locale)[\\/]/, /[\\/]contracts[\\/]renter[\\/]src[\\/]contract[\\/]((code-sms|hand-over|invitation|sms-state|ticket)\.contract|terms-path)\.ts$/]

/** The shared package that a source file belongs to, if any. */
export function sharedPackageOf(file: string): string | undefined {
  if (ownParts.some((part) => part.test(file))) return undefined
  const path = file.replaceAll('\\', '/')
  const installed = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]
  const workspace = /\/shared\/(?:contracts\/)?([a-z0-9-]+)\/(?:src|locales)\//.exec(path)?.[1]
  const found = installed ?? (workspace === undefined ? undefined : `@checkin/${workspace === 'renter' ? 'api' : workspace}`)
  return found === undefined ? undefined : sharedPackages.find((name) => name === packageOf(found))
}

/** Most that a remote's own scripts and styles may weigh, in bytes after brotli; words and shared files do not count. */
export const largestRemoteBytes = 60_000

export interface RemoteContents {
  /** Source files that ended up in the remote's chunks. */
  readonly sources: readonly string[]
  /** Brotli bytes of its scripts and styles, words apart. */
  readonly compressedBytes: number
  /** What its scripts contain, one text for each. */
  readonly scripts?: readonly string[]
  /** What its stylesheets would change outside of its own screens. */
  readonly outside?: readonly string[]
}

/** The broken rules of what a remote's build made. */
export function checkRemoteContents({ sources, compressedBytes, scripts = [], outside = [] }: RemoteContents): readonly Violation[] {
  // By its path, and by what the scripts contain: a file that was copied into the module has no path that says so (ROL-11).
  const copies = new Set([...sources.flatMap((file) => sharedPackageOf(file) ?? []), ...scripts.flatMap(bundledCopies)])
  return violations([
    [copies.size > 0, 'no-copies', `the module bundles what the shell provides: ${[...copies].join(', ')}; import only the shared paths`],
    [outside.length > 0, 'own-styles', `styles reach outside of the module's screens: ${outside.join(', ')}`],
    [compressedBytes > largestRemoteBytes, 'size', `the module weighs ${compressedBytes} bytes compressed, more than ${largestRemoteBytes}`],
  ])
}

/** Packages that the first screen of any address runs. Another one in the first load is downloaded by every renter before anything works. */
export const packagesOfFirstLoad: readonly string[] = [
  'react', 'react-dom', 'scheduler', 'use-sync-external-store', 'react-router',
  'effector', 'effector-react', 'patronum', 'i18next', 'react-i18next', 'dayjs', 'zod',
]

const packageIn = (file: string): string | undefined => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file.replaceAll('\\', '/'))?.[1]

/** Builds of packages with warnings and checks for developers: `react-router/dist/development`, `cjs/react.development.js`. */
const forDevelopers = /[\\/]node_modules[\\/].*[\\/.]development[\\/.]/

/** Packages among the sources of a first load that the first screen has no use for. */
export function checkFirstLoad(sources: readonly string[]): readonly Violation[] {
  const strangers = new Set(sources.flatMap((file) => packageIn(file) ?? []).filter((name) => !packagesOfFirstLoad.includes(name)))
  const checks = sources.filter((file) => forDevelopers.test(file))
  return [
    ...(strangers.size === 0 ? [] : [{ rule: 'first-load', message: `the first load has ${[...strangers].sort().join(', ')}: import() it where it is used` }]),
    ...(checks.length === 0 ? [] : [{ rule: 'first-load', message: `the first load has ${checks.join(', ')}: take the package's build for production` }]),
  ]
}

/** One readable error of all violations, for a build that must stop. */
export function refuse(name: string, found: readonly Violation[]): void {
  if (found.length > 0) throw new Error(`${name} may not be built:\n${found.map(({ rule, message }) => `  ${rule}: ${message}`).join('\n')}`)
}
