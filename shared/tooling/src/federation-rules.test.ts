import { describe, expect, it } from 'vitest'
import type { Configuration } from '@rspack/core'
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { checkFirstLoad, checkRemoteConfig, checkRemoteContents, checkShellConfig, largestRemoteBytes, refuse, sharedPackageOf } from './federation-rules.ts'
import { remoteConfig, remoteFederation, shellConfig } from './rspack-preset.ts'

const dir = new URL('../../../mfe-driver', import.meta.url).pathname
const preset = (): Configuration => remoteConfig(dir)({ version: '1.2.0' })
type FederationOptions = ReturnType<typeof remoteFederation>

/** The preset with its container's options changed. */
function withFederation(change: Partial<FederationOptions>): Configuration {
  const config = preset()
  const others = (config.plugins ?? []).filter((each) => !(each instanceof ModuleFederationPlugin))
  return { ...config, plugins: [...others, new ModuleFederationPlugin({ ...remoteFederation('mfe-driver', '1.2.0'), ...change })] }
}

const withOutput = (output: Configuration['output']): Configuration => ({ ...preset(), output: { ...preset().output, ...output } })

const shared = remoteFederation('mfe-driver', '1.2.0').shared as Record<string, object>
const withShared = (key: string, change: object): Configuration => withFederation({ shared: { ...shared, [key]: { ...shared[key], ...change } } })
const without = (key: string): Configuration => withFederation({ shared: Object.fromEntries(Object.entries(shared).filter(([each]) => each !== key)) })

const deliberate: readonly (readonly [rule: string, what: string, config: () => Configuration])[] = [
  ['version-in-name', 'a chunk array shared by all versions', () => withOutput({ uniqueName: 'mfe_driver' })],
  ['version-in-name', 'a container without its version', () => withFederation({ name: 'mfe_driver' })],
  ['no-remotes', 'remotes listed at build time', () => withFederation({ remotes: { other: 'other@/remoteEntry.js' } })],
  ['loaded-first', 'the default share strategy', () => withFederation({ shareStrategy: 'version-first' })],
  ['plain-versions', 'the text catalog:', () => withShared('react', { requiredVersion: 'catalog:' })],
  ['plain-versions', 'the text workspace:*', () => withShared('@checkin/flow', { requiredVersion: 'workspace:*' })],
  ['plain-versions', 'no version, which is then read from package.json', () => withShared('react', { requiredVersion: undefined })],
  ['whole-major', 'a range that is not a whole major', () => withShared('react', { requiredVersion: '~19.1.0' })],
  ['import-false', 'a share with a copy of its own', () => withShared('react', { import: 'react' })],
  ['singleton', 'a share that may exist twice', () => withShared('effector', { singleton: false })],
  ['no-dts', 'types made by the build', () => withFederation({ dts: true })],
  ['external-runtime', 'a runtime of its own', () => withFederation({ experiments: {} })],
  ['one-react', 'no shared jsx-runtime', () => without('react/jsx-runtime')],
  ['one-react', 'no shared react-dom', () => without('react-dom')],
  ['no-whole-antd', 'the whole of antd shared', () => withShared('antd', { import: false, singleton: true, requiredVersion: '6.0.0' })],
  ['no-whole-antd', 'antd shared by prefix', () => withShared('antd/', { import: false, singleton: true, requiredVersion: '6.0.0' })],
  ['public-path-auto', 'a fixed public path', () => withOutput({ publicPath: '/assets/' })],
  ['integrity', 'no integrity plugin', () => ({ ...preset(), plugins: (preset().plugins ?? []).filter((each) => each instanceof ModuleFederationPlugin) })],
  ['integrity', 'chunks loaded without crossorigin', () => withOutput({ crossOriginLoading: false })],
  ['trusted-types', 'no policy', () => withOutput({ trustedTypes: undefined as never })],
  ['trusted-types', 'the policy of another module', () => withOutput({ trustedTypes: { policyName: 'default' } })],
  ['no-eval', 'eval source maps', () => ({ ...preset(), devtool: 'eval-source-map' })],
  ['source-maps', 'no source maps (DEC-241)', () => ({ ...preset(), devtool: false })],
  ['source-maps', 'source maps that pages load', () => ({ ...preset(), devtool: 'source-map' })],
  ['one-entry', 'a runtime chunk', () => ({ ...preset(), optimization: { runtimeChunk: true } })],
  ['container', 'no container at all', () => ({ ...preset(), plugins: [] })],
]

describe('the rules of federation, as gates of every build', () => {
  it('find nothing to object to in what the presets make', () => {
    expect(checkRemoteConfig(preset(), 'mfe-driver', '1.2.0')).toEqual([])
    expect(checkShellConfig(shellConfig()({ version: '1.2.0' }), '1.2.0')).toEqual([])
  })

  it.each(deliberate)('%s: refuse %s', (rule, _what, config) => {
    expect(checkRemoteConfig(config(), 'mfe-driver', '1.2.0').map((each) => each.rule)).toContain(rule)
  })

  it('refuse a shell that lists remotes at build time', () => {
    const config = shellConfig()({ version: '1.2.0' })
    const plugins = [...(config.plugins ?? []), new ModuleFederationPlugin({ name: 'shell', remotes: { driver: 'driver@/remoteEntry.js' } })]
    expect(checkShellConfig({ ...config, plugins }, '1.2.0').map((each) => each.rule)).toContain('no-remotes')
  })

  it('refuse a module that bundles what the shell provides', () => {
    const sources = ['/repo/mfe-driver/src/remote.ts', '/repo/node_modules/.pnpm/react@19.3.1/node_modules/react/index.js']
    expect(checkRemoteContents({ sources, compressedBytes: 1 }).map((each) => each.rule)).toEqual(['no-copies'])
  })

  it('refuse a module of more than 60 kB', () => {
    expect(checkRemoteContents({ sources: [], compressedBytes: largestRemoteBytes + 1 }).map((each) => each.rule)).toEqual(['size'])
    expect(checkRemoteContents({ sources: [], compressedBytes: largestRemoteBytes })).toEqual([])
  })

  it('say all broken rules in one error', () => {
    expect(() => refuse('mfe-driver', checkRemoteConfig(withOutput({ uniqueName: 'x', publicPath: '/' }), 'mfe-driver', '1.2.0'))).toThrow(/version-in-name[\s\S]*public-path-auto/)
    expect(() => refuse('mfe-driver', [])).not.toThrow()
  })
})

describe('which package a source file belongs to', () => {
  it.each([
    ['/repo/node_modules/.pnpm/react-dom@19.3.1_react@19.3.1/node_modules/react-dom/client.js', 'react-dom'],
    ['C:\\repo\\node_modules\\effector\\effector.mjs', 'effector'],
    ['/repo/shared/ui/src/button/index.tsx', '@checkin/ui'],
    ['/repo/shared/contracts/flow/src/index.ts', '@checkin/flow'],
    ['/repo/shared/i18n/locales/en.json', '@checkin/i18n'],
    ['/repo/node_modules/dayjs/dayjs.min.js', 'dayjs'],
    ['/repo/node_modules/dayjs/plugin/utc.js', undefined],
    ['/repo/node_modules/.pnpm/zod@4.6.7/node_modules/zod/v4/mini/index.js', undefined],
    ['/repo/mfe-driver/src/remote.ts', undefined],
    ['/repo/shared/card-payment/src/index.ts', undefined],
  ])('%s: %s', (file, expected) => {
    expect(sharedPackageOf(file)).toBe(expected)
  })
})

const installed = (name: string): string => `/project/node_modules/.pnpm/${name.replace('/', '+')}@1.0.0/node_modules/${name}/dist/index.js`

describe('the budget of the first load', () => {
  it('holds for what the first screen runs', () => {
    expect(checkFirstLoad(['/project/shell/src/main.ts', installed('react-dom')])).toEqual([])
  })

  it.each(['libphonenumber-js', 'signature_pad', '@ant-design/cssinjs', 'antd', '@module-federation/runtime-core'])('is broken by %s', (name) => {
    expect(checkFirstLoad([installed('react'), installed(name)]).map(({ message }) => message)).toEqual([expect.stringContaining(name)])
  })

  it.each([
    ['react-router', 'development/lib/hooks.js'],
    ['react', '../cjs/react.development.js'],
  ])('is broken by the build of %s for developers (ECO-14)', (name, file) => {
    const source = installed(name).replace('index.js', file)
    expect(checkFirstLoad([source]).map(({ message }) => message)).toEqual([expect.stringContaining(source)])
    expect(checkFirstLoad([source.replace('development', 'production')])).toEqual([])
  })

  it('reads paths of other systems', () => {
    expect(checkFirstLoad([installed('antd').replaceAll('/', '\\')])).toHaveLength(1)
  })
})
