import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectRoot } from '@checkin/tooling/ownership'
import { packageOf, resolvedVersions } from '@checkin/tooling/share-keys'
import { filesOf, stored, type Site, type Stored } from '../server.ts'
import { build, entryText, modules, sourceOf } from '../variants.ts'
import { addressOf, firstVersion, hasStyles, peerConfig, peerKeys, sharedKey, writeEntry, type Peer, type Workplace } from './peer.ts'

const shell = join(projectRoot, 'shell')
const packages = [...new Set(peerKeys.map(packageOf))]
const fileOf = (key: string): string => key.replace('@', '').replaceAll('/', '-')
const folderOf = (key: string): string => `shared/${fileOf(packageOf(key))}`

/** A shared package that is asked for stays outside of a build, whoever asks. */
const external = (own?: string) => (({ request }: { request?: string }, done: (error?: Error, result?: string) => void): void => {
  const key = sharedKey(request ?? '', own)
  if (key === undefined) done()
  else done(undefined, `module ${key}`)
})

const asModule = { module: true, chunkFormat: 'module', chunkLoading: 'import', library: { type: 'module' } } as const

const hasDefault: readonly string[] = ['react', 'react-dom', 'i18next', 'dayjs']
const exportsOf = (key: string): string => [`export * from '${key}'`, ...(hasDefault.includes(key) ? [`export { default } from '${key}'`] : [])].join('\n')

/** A shared package: one ES module for each key, and what keys have in common below them. */
async function buildPackage(place: Workplace, name: string): Promise<Site> {
  const address = `/shared/${fileOf(name)}`
  const outDir = join(place.folder, 'shared', fileOf(name))
  const keys = peerKeys.filter((key) => packageOf(key) === name)
  const entry = Object.fromEntries(await Promise.all(keys.map(async (key) => [fileOf(key), await writeEntry(place, `shared-${key}`, exportsOf(key))] as const)))
  const config = peerConfig(place, { dir: shell, name: 'host', outDir, address })
  await build({
    ...config, entry, output: { ...config.output, ...asModule, uniqueName: `shared_${name.replace(/\W/g, '_')}` }, externals: [external(name)],
    optimization: { ...config.optimization, ...(keys.length > 1 && { runtimeChunk: 'single' as const, splitChunks: { chunks: 'all' as const, minSize: 0 } }) },
  })
  return filesOf(outDir, address)
}

const versionOfKey = (key: string): string => resolvedVersions()[key] ?? '1.0.0'
/** What a build says of itself; a remote names what it shares too, and gets the host's, which is of the same version. */
const entryOf = (name: string, exposes: readonly string[]): Promise<Stored> => stored('remoteEntry.json', Buffer.from(JSON.stringify({
  name,
  shared: peerKeys.map((key) => ({ packageName: key, outFileName: `${folderOf(key)}/${fileOf(key)}.js`, requiredVersion: `^${versionOfKey(key)}`, singleton: true, strictVersion: false, version: versionOfKey(key) })),
  exposes: exposes.map((key) => ({ key, outFileName: 'main.js' })),
})), true)

/** A remote exposes the module as it is: its steps are components in the shell's tree. */
async function buildModule(place: Workplace, module: string, version: string): Promise<Site> {
  const outDir = join(place.folder, module, version)
  const entry = await writeEntry(place, `${module}-${version}`, `
export { remote } from ${sourceOf(`${module}/src/remote.ts`)}
${hasStyles(module) ? `document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: __webpack_public_path__ + 'main.css' }))` : ''}
`)
  const address = addressOf(module, version)
  const config = peerConfig(place, { dir: join(projectRoot, module), name: module, outDir, address, version })
  await build({ ...config, entry: { main: entry }, output: { ...config.output, ...asModule }, externals: [external()] })
  return new Map([...await filesOf(outDir, address), [`${address}/remoteEntry.json`, await entryOf(module, ['./remote'])]])
}

/** The host: its start asks for everybody's metadata, writes the import map and then loads the shell. */
async function buildHost(place: Workplace): Promise<Site> {
  const outDir = join(place.folder, 'shell')
  const bootstrap = await writeEntry(place, 'bootstrap', entryText("import { loadRemoteModule } from '@softarc/native-federation-runtime'", "const { remote } = await loadRemoteModule(name, './remote')"))
  const entry = await writeEntry(place, 'main', `
import { initFederation } from '@softarc/native-federation-runtime'
void initFederation('/federation.manifest.json').then(() => import(${JSON.stringify(bootstrap)}))
`)
  const config = peerConfig(place, { dir: shell, name: 'host', outDir, address: '/shell' })
  await build({ ...config, entry: { main: entry }, output: { ...config.output, ...asModule }, externals: [external()] })
  return filesOf(outDir, '/shell')
}

/** Native Federation as its core runtime has it: metadata of host and remotes, an import map made of them, es-module-shims in its own mode. */
export const nativeFederation: Peer = {
  title: 'Native Federation, es-module-shims',
  libraries: { '@softarc/native-federation-runtime': '3.5.5', 'es-module-shims': '2.8.4', tslib: '2.8.1' },
  buildModule,
  build: async (place) => {
    const sites = [await buildHost(place)]
    for (const name of packages) sites.push(await buildPackage(place, name))
    for (const module of modules) sites.push(await buildModule(place, module, firstVersion))
    return new Map([
      ...sites.flatMap((site) => [...site]),
      ['/remoteEntry.json', await entryOf('host', [])],
      ['/es-module-shims.js', await stored('es-module-shims.js', await readFile(join(place.installed, 'es-module-shims/dist/es-module-shims.js')))],
    ])
  },
  files: async (versions) => new Map([['/federation.manifest.json', await stored('federation.manifest.json', Buffer.from(JSON.stringify(
    Object.fromEntries(Object.entries(versions).map(([module, version]) => [module, `${addressOf(module, version)}/remoteEntry.json`])),
  )), true)]]),
  page: (_versions, site) => {
    const sheets = [...site.keys()].filter((address) => /^\/(shell|shared)\/.*\.css$/.test(address))
    return {
      head: `${sheets.map((address) => `<link rel="stylesheet" href="${address}">`).join('')}<script type="esms-options">{"shimMode":true}</script><script async src="/es-module-shims.js"></script>`,
      body: '<script type="module-shim" src="/shell/main.js"></script>',
    }
  },
}
