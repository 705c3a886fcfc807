import { join } from 'node:path'
import { projectRoot } from '@checkin/tooling/ownership'
import { filesOf, stored, type Site } from '../server.ts'
import { build, entryText, modules, sourceOf } from '../variants.ts'
import { addressOf, firstVersion, hasStyles, peerConfig, sharedKey, sharedNamespaces, writeEntry, type Peer, type Workplace } from './peer.ts'

const shell = join(projectRoot, 'shell')

const externals = [({ request }: { request?: string }, done: (error?: Error, result?: string) => void): void => {
  const key = sharedKey(request ?? '')
  if (key === undefined) done()
  else done(undefined, `system ${key}`)
}]

/** A pilet: its steps are components that the app shell renders in its own tree, so there is nothing to mount. */
async function buildModule(place: Workplace, module: string, version: string): Promise<Site> {
  const outDir = join(place.folder, module, version)
  const entry = await writeEntry(place, `${module}-${version}`, `
import { remote } from ${sourceOf(`${module}/src/remote.ts`)}
export const setup = (api) => {
  ${hasStyles(module) ? `document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: __webpack_public_path__ + 'main.css' }))` : ''}
  api.registerModule(remote)
}
`)
  const address = addressOf(module, version)
  const config = peerConfig(place, { dir: join(projectRoot, module), name: module, outDir, address, version })
  await build({ ...config, entry: { main: entry }, output: { ...config.output, library: { type: 'system' } }, externals })
  return filesOf(outDir, address)
}

/** The app shell brings what it shares in its own script. All pilets of the feed load at once, and each is set up as soon as it is there. */
async function buildShell(place: Workplace): Promise<Site> {
  const outDir = join(place.folder, 'shell')
  const entry = await writeEntry(place, 'shell', entryText(`
${sharedNamespaces}
import { blazingStrategy, startLoadingPilets } from 'piral-base'
const registered = Object.fromEntries([${modules.map((name) => `'${name}'`).join(', ')}].map((name) => [name, Promise.withResolvers()]))
startLoadingPilets({
  createApi: (meta) => ({ meta, on: () => undefined, off: () => undefined, registerModule: (remote) => { registered[meta.name].resolve(remote) } }),
  fetchPilets: () => fetch('/feed.json').then((answer) => answer.json()).then(({ items }) => items),
  dependencies: sharedByKey,
  strategy: blazingStrategy,
})`, 'const remote = await registered[name].promise'))
  const config = peerConfig(place, { dir: shell, name: 'host', outDir, address: '/shell' })
  await build({ ...config, entry: { main: entry } })
  return filesOf(outDir, '/shell')
}

/** Piral: an app shell that shares what it has, and a feed that names the pilets; without Piral's own frame and router, because the product's shell is both. */
export const piral: Peer = {
  title: 'Piral, a feed of pilets',
  libraries: { 'piral-base': '1.10.3' },
  buildModule,
  build: async (place) => {
    const sites = [await buildShell(place)]
    for (const module of modules) sites.push(await buildModule(place, module, firstVersion))
    return new Map(sites.flatMap((site) => [...site]))
  },
  files: async (versions) => new Map([['/feed.json', await stored('feed.json', Buffer.from(JSON.stringify({
    items: Object.entries(versions).map(([name, version]) => ({ name, version, spec: 'v2', link: `${addressOf(name, version)}/main.js`, dependencies: {}, config: {} })),
  })), true)]]),
  page: () => ({ head: '<link rel="stylesheet" href="/shell/main.css"><script src="/shell/main.js" defer></script>', body: '' }),
}
