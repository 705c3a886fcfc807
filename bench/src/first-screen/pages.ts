import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { aConfig } from '@checkin/api/testing'
import type { ModuleManifest, ReleaseSet } from '@checkin/releases'
import { assetsInFolder } from '@checkin/site/assets/asset-reader'
import { brandStyle } from '@checkin/site/pages/tenant-style'
import { fillTenant, prerenderedScreen, type PrerenderedPage } from '@checkin/site/pages/prerendered'
import { jsonForHtml, pageData } from '@checkin/site/pages/page-data'
import { renderPage } from '@checkin/site/pages/page'
import { buildModule } from '@checkin/tooling/build-module'
import { projectRoot } from '@checkin/tooling/ownership'
import type { PeerPage } from './peers/peer.ts'
import { modules } from './variants.ts'

const tenant = { host: 'costaverde.localhost', config: aConfig(), terms: [] }
const style = brandStyle(tenant)

export interface Shipped {
  readonly set: ReleaseSet
  readonly assetsDir: string
}

/** (c) The product as it is shipped: each module by its own build, chosen by a release set. */
export async function buildShipped(folder: string): Promise<Shipped> {
  const assetsDir = join(folder, 'assets')
  const manifests: Record<string, ModuleManifest> = {}
  for (const name of ['shell', ...modules]) {
    const { manifest } = await buildModule(join(projectRoot, name), { version: '1.0.0', outDir: join(assetsDir, name, '1.0.0') })
    manifests[name] = manifest
  }
  const { shell, ...remotes } = manifests
  if (!shell) throw new Error('The shell was not built')
  return { assetsDir, set: { id: 1, createdAt: '2026-01-01T00:00:00Z', shell, modules: remotes } }
}

export const firstScreen = ({ set, assetsDir }: Shipped): Promise<PrerenderedPage | null> => prerenderedScreen({ assets: assetsInFolder(assetsDir), set, language: 'en', modules: tenant.config.modules, screen: 'verify-reservation' })

/** The product with the first screen's module published anew. */
export async function buildNext({ set, assetsDir }: Shipped, version: string): Promise<Shipped> {
  const [first] = modules
  const { manifest } = await buildModule(join(projectRoot, first), { version, outDir: join(assetsDir, first, version) })
  return { assetsDir, set: { ...set, id: set.id + 1, modules: { ...set.modules, [first]: manifest } } }
}

/** The page that the site server makes. */
export const shippedPage = async (shipped: Shipped): Promise<string> =>
  renderPage({ tenant, language: 'en', set: shipped.set, lastGood: null, kind: 'plain', firstLoad: { moduleName: 'mfe-verification', language: 'en', callsAtOnce: false }, prerendered: await firstScreen(shipped), version: 'bench', brandStyle: style, preview: null })

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** A page around a build of another kind: the same data and the same styles of the tenant. */
function pageWith({ set }: Shipped, { head, body }: PeerPage, content = '<div id="app"></div>', brand = `<style>${style}</style>`): string {
  const data = pageData({ tenant: { host: tenant.host, name: tenant.config.firmName, timeZone: tenant.config.timeZone }, language: 'en', config: tenant.config, terms: [], set, lastGood: null })
  return `<!doctype html><html lang="en" dir="ltr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover"><title>Check-in</title><link rel="icon" href="data:,">
${brand}${head}</head>
<body>${content}<script type="application/json" id="page-data">${jsonForHtml(data)}</script>${body}</body></html>`
}

/** The page of a peer, whose host makes everything that is shown. */
export const peerPage = (shipped: Shipped, page: PeerPage): string => pageWith(shipped, { head: page.head, body: page.body })

/** A page around a build that one script starts: with the drawn screen, if it has one. */
function pageAround(shipped: Shipped, files: { readonly script: string; readonly style: string; readonly ahead: readonly string[] }, screen: PrerenderedPage | null): string {
  const sheet = `<link rel="stylesheet" href="${files.style}">`
  const fill = (html: string): string => fillTenant(html, tenant.config, escaped)
  const scripts = `${files.ahead.map((address) => `<link rel="preload" as="script" href="${address}">`).join('')}<script src="${files.script}" defer></script>`
  if (!screen) return pageWith(shipped, { head: scripts, body: '' }, undefined, `${sheet}<style>${style}</style>`)
  return pageWith(shipped, { head: scripts, body: sheet },
    `<div id="app" data-drawn="${screen.name}">${fill(screen.html)}</div><template id="wide">${fill(screen.wide)}</template><script id="hold">${screen.captureScript}</script>`,
    `<link rel="expect" href="#hold" blocking="render"><style>${screen.css}</style><link rel="preload" as="style" href="${files.style}"><style>${style}</style>`)
}

/** The single page asks for its messages at once, as its team would have it. `mark` is of a build whose first script is another. */
export async function spaPage(shipped: Shipped, folder: string, screen: PrerenderedPage | null, mark = ''): Promise<string> {
  const messages = (await readdir(join(folder, 'spa'))).filter((file) => /(i18n|mfe-verification)_locales_en_json/.test(file))
  if (messages.length !== 2) throw new Error(`the single page has ${messages.length} chunks of English messages for its first screen, not 2`)
  return pageAround(shipped, { script: `/spa/main.js${mark}`, style: '/spa/main.css', ahead: messages.map((file) => `/spa/${file}`) }, screen)
}

/** The page of the build with federation's defaults; its stylesheet has the chunk's name. */
export async function defaultsPage(shipped: Shipped, folder: string): Promise<string> {
  const files = await readdir(join(folder, 'defaults', 'host'))
  const sheet = files.filter((file) => file.endsWith('.css')).map((file) => `/host/${file}`)
  return pageAround(shipped, { script: '/host/main.js', style: sheet[0] ?? '', ahead: [] }, null)
}
