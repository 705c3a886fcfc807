import { join } from 'node:path'
import { projectRoot } from '@checkin/tooling/ownership'
import { filesOf, stored, type Site } from '../server.ts'
import { build, entryText, modules } from '../variants.ts'
import { addressOf, firstVersion, hasStyles, mountedSteps, mountingModule, peerConfig, sharedKey, sharedNamespaces, writeEntry, type Peer, type Workplace } from './peer.ts'

const shell = join(projectRoot, 'shell')

/** What the main application has is taken from its global: the way that qiankun's questions and answers give for common libraries. */
const externals = [({ request }: { request?: string }, done: (error?: Error, result?: string) => void): void => {
  const key = sharedKey(request ?? '')
  if (key === undefined) done()
  else done(undefined, `var shared[${JSON.stringify(key)}]`)
}]

/** A micro app with its own page, as UMD. It is mounted once and shows the step that it is updated with. */
async function buildModule(place: Workplace, module: string, version: string): Promise<Site> {
  const outDir = join(place.folder, module, version)
  const entry = await writeEntry(place, `${module}-${version}`, mountingModule(module, `
import { createRoot } from 'react-dom/client'
let root
export const bootstrap = async () => undefined
export const mount = async ({ container, give }) => {
  root = createRoot(container.querySelector('#root'))
  give(remote)
}
export const update = async ({ step, scope }) => { root.render(step ? <Step step={step} scope={scope} /> : null) }
export const unmount = async () => { root.unmount() }
`))
  const address = addressOf(module, version)
  const config = peerConfig(place, { dir: join(projectRoot, module), name: module, outDir, address, version })
  const name = `${module}_${version}`.replace(/\W/g, '_')
  await build({ ...config, entry: { main: entry }, output: { ...config.output, library: { name, type: 'umd' }, globalObject: 'window', chunkLoadingGlobal: `chunks_${name}` }, externals })
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${module}</title>${hasStyles(module) ? `<link rel="stylesheet" href="${address}/main.css">` : ''}</head><body><div id="root"></div><script src="${address}/main.js" entry></script></body></html>`
  return new Map([...await filesOf(outDir, address), [`${address}/index.html`, await stored('index.html', Buffer.from(html))]])
}

async function buildShell(place: Workplace): Promise<Site> {
  const outDir = join(place.folder, 'shell')
  const entry = await writeEntry(place, 'shell', entryText(`${mountedSteps}
${sharedNamespaces}
import { loadMicroApp } from 'qiankun'
window.shared = sharedByKey`, `
  const container = Object.assign(document.createElement('div'), { hidden: true })
  document.body.append(container)
  let plain
  const app = loadMicroApp({ name, entry: '/' + name + '/' + page.modules[name].version + '/index.html', container, props: { give: (remote) => { plain = remote } } })
  await app.mountPromise
  const remote = mounted(plain, (place, props) => {
    container.hidden = false
    place.append(container)
    void app.update(props)
    return () => {
      void app.update({ step: null })
      container.hidden = true
      document.body.append(container)
    }
  })`))
  const config = peerConfig(place, { dir: shell, name: 'host', outDir, address: '/shell' })
  await build({ ...config, entry: { main: entry } })
  return filesOf(outDir, '/shell')
}

/** qiankun: micro apps by their pages, in its sandbox, with common libraries as externals of the main application's. */
export const qiankun: Peer = {
  title: 'qiankun, micro apps by HTML entry',
  libraries: { qiankun: '2.10.16' },
  buildModule,
  build: async (place) => {
    const sites = [await buildShell(place)]
    for (const module of modules) sites.push(await buildModule(place, module, firstVersion))
    return new Map(sites.flatMap((site) => [...site]))
  },
  page: () => ({ head: '<link rel="stylesheet" href="/shell/main.css"><script src="/shell/main.js" defer></script>', body: '' }),
}
