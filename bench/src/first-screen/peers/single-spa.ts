import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectRoot } from '@checkin/tooling/ownership'
import { packageOf } from '@checkin/tooling/share-keys'
import { filesOf, stored, type Site } from '../server.ts'
import { build, entryText, modules } from '../variants.ts'
import { addressOf, firstVersion, hasStyles, sharedKey, mountedSteps, mountingModule, peerConfig, peerKeys, writeEntry, type Peer, type Workplace } from './peer.ts'

const shell = join(projectRoot, 'shell')
const packages = [...new Set(peerKeys.map(packageOf))]
const fileOf = (name: string): string => name.replace('@', '').replaceAll('/', '-')

/** Everything that the import map names stays outside of a build. */
const external = (own?: string) => (({ request }: { request?: string }, done: (error?: Error, result?: string) => void): void => {
  const key = request === 'single-spa' ? request : sharedKey(request ?? '', own)
  if (key === undefined) done()
  else done(undefined, `system ${key}`)
})

const asSystem = { library: { type: 'system' } }

/** Keys whose names are partly their package's own. */
const taken: Readonly<Record<string, string>> = { 'react/jsx-runtime': '{ jsx, jsxs }', 'react-dom/client': '{ createRoot, hydrateRoot }' }

const hasDefault: readonly string[] = ['react', 'react-dom', 'i18next', 'dayjs']

/** A package whose keys give the same names to different things: a module for each key, and one below them that holds all. */
const parted = '@checkin/flow'
const partOf = (key: string): string => key.replaceAll('/', '-').replace('@', '')
const fileOfKey = (key: string): string => `/shared/${fileOf(packageOf(key))}/${packageOf(key) === parted ? partOf(key) : 'main'}.js`

/** A shared package as one System module: all that its keys export, because keys of one package have their inside in common. */
async function buildPackage(place: Workplace, name: string): Promise<Site> {
  const outDir = join(place.folder, 'shared', fileOf(name))
  const keys = peerKeys.filter((key) => packageOf(key) === name)
  const text = name === parted
    ? keys.map((key, index) => `export * as part${index} from '${key}'`)
    : [...keys.map((key) => `export ${taken[key] ?? '*'} from '${key}'`), ...(hasDefault.includes(name) ? [`export { default } from '${name}'`] : [])]
  const entry = await writeEntry(place, `shared-${name}`, text.join('\n'))
  const config = peerConfig(place, { dir: shell, name: 'host', outDir, address: `/shared/${fileOf(name)}` })
  await build({ ...config, entry: { main: entry }, output: { ...config.output, ...asSystem, uniqueName: `shared_${name.replace(/\W/g, '_')}` }, externals: [external(name)] })
  const files = await filesOf(outDir, `/shared/${fileOf(name)}`)
  if (name !== parted) return files
  const parts = keys.map(async (key, index) => [fileOfKey(key), await stored('part.js', Buffer.from(`System.register(['./main.js'],(e)=>({setters:[(all)=>{all.part${index}&&e(all.part${index})}],execute(){}}))`))] as const)
  return new Map([...files, ...await Promise.all(parts)])
}

/** A module as an in-browser module with single-spa's lifecycles; its styles are there before it mounts, as single-spa-css has it. */
async function buildModule(place: Workplace, module: string, version: string): Promise<Site> {
  const outDir = join(place.folder, module, version)
  const entry = await writeEntry(place, `${module}-${version}`, mountingModule(module, `
import React from 'react'
import * as ReactDOMClient from 'react-dom/client'
import singleSpaReact from 'single-spa-react'
export { remote }
const lifecycles = singleSpaReact({ React, ReactDOMClient, rootComponent: Step, errorBoundary: () => null })
${hasStyles(module) ? `const styled = new Promise((done) => {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: __webpack_public_path__ + 'main.css', onload: done, onerror: done })
  document.head.append(link)
})` : 'const styled = Promise.resolve()'}
export const bootstrap = [() => styled, lifecycles.bootstrap]
export const { mount, unmount } = lifecycles
`))
  const address = addressOf(module, version)
  const config = peerConfig(place, { dir: join(projectRoot, module), name: module, outDir, address, version })
  await build({ ...config, entry: { main: entry }, output: { ...config.output, ...asSystem }, externals: [external()] })
  return filesOf(outDir, address)
}

/** The shell is an application of its own: the root config has no framework. */
async function buildShell(place: Workplace): Promise<Site> {
  const outDir = join(place.folder, 'shell')
  const entry = await writeEntry(place, 'shell', entryText(`${mountedSteps}
import { mountRootParcel } from 'single-spa'`, `
  const { remote: plain, bootstrap, mount, unmount } = await System.import(name)
  const remote = mounted(plain, (domElement, props) => {
    const parcel = mountRootParcel({ name, bootstrap, mount, unmount }, { domElement, ...props })
    return () => { void parcel.unmount() }
  })`, `export const bootstrap = async () => undefined
export const mount = async () => { await start(page, loader) }
export const unmount = async () => undefined`))
  const config = peerConfig(place, { dir: shell, name: 'host', outDir, address: '/shell' })
  await build({ ...config, entry: { main: entry }, output: { ...config.output, ...asSystem }, externals: [external()] })
  return filesOf(outDir, '/shell')
}

const rootConfig = `System.register(['single-spa'], () => {
  let registerApplication, start
  return {
    setters: [(singleSpa) => { ({ registerApplication, start } = singleSpa) }],
    execute: () => {
      registerApplication({ name: '@checkin/shell', app: () => System.import('@checkin/shell'), activeWhen: () => true })
      start({ urlRerouteOnly: true })
    },
  }
})
`

/** single-spa as its recommended setup has it: in-browser modules by an import map, SystemJS, shared packages as modules of the map, a root config without a framework. */
export const singleSpa: Peer = {
  title: 'single-spa, SystemJS import maps',
  libraries: { 'single-spa': '6.0.3', 'single-spa-react': '6.0.2', systemjs: '6.15.1' },
  buildModule,
  build: async (place) => {
    const sites = [await buildShell(place)]
    for (const name of packages) sites.push(await buildPackage(place, name))
    for (const module of modules) sites.push(await buildModule(place, module, firstVersion))
    const file = async (path: string) => stored(path, await readFile(join(place.installed, path)))
    return new Map([
      ...sites.flatMap((site) => [...site]),
      ['/single-spa.js', await file('single-spa/lib/es2015/system/single-spa.min.js')],
      ['/system.js', await file('systemjs/dist/system.min.js')],
      ['/root-config.js', await stored('root-config.js', Buffer.from(rootConfig))],
    ])
  },
  page: (versions, site) => {
    const imports = {
      '@checkin/root-config': '/root-config.js', '@checkin/shell': '/shell/main.js', 'single-spa': '/single-spa.js',
      ...Object.fromEntries(peerKeys.map((key) => [key, fileOfKey(key)])),
      ...Object.fromEntries(Object.entries(versions).map(([module, version]) => [module, `${addressOf(module, version)}/main.js`])),
    }
    const sheets = ['/shell', ...packages.map((name) => `/shared/${fileOf(name)}`)].map((address) => `${address}/main.css`).filter((address) => site.has(address))
    // What is common is asked for ahead, as the recommended setup proposes.
    const ahead = ['/single-spa.js', ...['react', 'react-dom'].map((name) => `/shared/${name}/main.js`)]
    return {
      head: `${sheets.map((address) => `<link rel="stylesheet" href="${address}">`).join('')}<script type="systemjs-importmap">${JSON.stringify({ imports })}</script>${ahead.map((address) => `<link rel="preload" href="${address}" as="script">`).join('')}<script src="/system.js"></script>`,
      body: "<script>System.import('@checkin/root-config')</script>",
    }
  },
}
