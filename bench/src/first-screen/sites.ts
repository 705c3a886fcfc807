import { join } from 'node:path'
import { assetsInFolder } from '@checkin/site/assets/asset-reader'
import { dictionaryCompression, type Dictionaries } from '@checkin/site/assets/dictionaries'
import { progress } from '../report.ts'
import { buildNext, buildShipped, defaultsPage, firstScreen, peerPage, shippedPage, spaPage, type Shipped } from './pages.ts'
import { nativeFederation } from './peers/native-federation.ts'
import { fetchLibraries, firstVersion, type Peer } from './peers/peer.ts'
import { piral } from './peers/piral.ts'
import { qiankun } from './peers/qiankun.ts'
import { singleSpa } from './peers/single-spa.ts'
import { filesOf, stored, type Site } from './server.ts'
import { buildDefaults, buildSpa, modules } from './variants.ts'

/** What a variant serves, and what it serves once the first screen's module was published in another version. */
export interface Served {
  readonly now: Site
  readonly next: Site
  /** As the product's site server has them. */
  readonly dictionaries?: Dictionaries
}

/** Where everything is built. */
interface Ground {
  readonly folder: string
  readonly shipped: Shipped
  /** The product's set once the first screen's module is another. */
  readonly republished: Shipped
  readonly originOf: (variant: string) => string
}

interface Variant {
  readonly title: string
  readonly build: (ground: Ground) => Promise<Served>
}

const nextVersion = '2.0.0'
const [firstModule] = modules

const withPage = async (site: Site, html: string): Promise<Site> => new Map([...site, ['/', await stored('index.html', Buffer.from(html), true)]])

async function singlePage({ folder, shipped, republished }: Ground, isDrawn: boolean): Promise<Served> {
  const site = await filesOf(join(folder, 'spa'), '/spa')
  const screen = isDrawn ? await firstScreen(shipped) : null
  // A change of the first module changes the first script alone: the others are the same files.
  return { now: await withPage(site, await spaPage(shipped, folder, screen)), next: await withPage(site, await spaPage(republished, folder, screen, '?next')) }
}

const keptAddresses = (file: string): boolean => ['main.js', 'remoteEntry.js', 'mf-manifest.json'].includes(file)

async function defaults({ folder, shipped, republished, originOf }: Ground): Promise<Served> {
  const sites = async (): Promise<Site> => new Map((await Promise.all(['host', ...modules].map((name) => filesOf(join(folder, 'defaults', name), `/${name}`, keptAddresses)))).flatMap((site) => [...site]))
  await buildDefaults(folder, originOf('defaults'))
  const now = await withPage(await sites(), await defaultsPage(shipped, folder))
  await buildDefaults(folder, originOf('defaults'), nextVersion)
  return { now, next: await withPage(new Map([...now, ...await sites()]), await defaultsPage(republished, folder)) }
}

async function asShipped({ shipped, republished }: Ground): Promise<Served> {
  const site = await filesOf(shipped.assetsDir, '/assets')
  return {
    now: await withPage(site, await shippedPage(shipped)), next: await withPage(site, await shippedPage(republished)),
    dictionaries: dictionaryCompression({ assets: assetsInFolder(shipped.assetsDir), isServed: () => true }),
  }
}

/** A peer in a folder of its own, with the product's page data. */
const hosted = (name: string, peer: Peer): Variant => ({
  title: peer.title,
  build: async ({ folder, shipped, republished }) => {
    const place = { folder: join(folder, name), installed: await fetchLibraries(join(folder, name), peer.libraries) }
    const site = await peer.build(place)
    const versions = Object.fromEntries(modules.map((module) => [module, firstVersion]))
    const newer = { ...versions, [firstModule]: nextVersion }
    const all: Site = new Map([...site, ...await peer.buildModule(place, firstModule, nextVersion)])
    return {
      now: await withPage(new Map([...site, ...await (peer.files?.(versions) ?? [])]), peerPage(shipped, peer.page(versions, site))),
      next: await withPage(new Map([...all, ...await (peer.files?.(newer) ?? [])]), peerPage(republished, peer.page(newer, all))),
    }
  },
})

/** What is compared; each is the same sources in another build. */
export const variants: Readonly<Record<string, Variant>> = {
  spa: { title: 'single-page build', build: (ground) => singlePage(ground, false) },
  'spa-drawn': { title: 'the same, first screen in the HTML', build: (ground) => singlePage(ground, true) },
  defaults: { title: 'federation with its defaults', build: defaults },
  'single-spa': hosted('single-spa', singleSpa),
  'native-federation': hosted('native-federation', nativeFederation),
  qiankun: hosted('qiankun', qiankun),
  piral: hosted('piral', piral),
  shipped: { title: 'as shipped', build: asShipped },
}

/** Builds the variants that are asked for, by their names. */
export async function buildAll(folder: string, names: readonly string[], originOf: (variant: string) => string): Promise<Map<string, Served>> {
  const shipped = await progress('building the product as shipped', () => buildShipped(folder))
  const ground = { folder, shipped, republished: await buildNext(shipped, nextVersion), originOf }
  if (names.some((name) => name.startsWith('spa'))) await progress('building the same as one page', () => buildSpa(folder))
  const served = new Map<string, Served>()
  for (const name of names) {
    const variant = variants[name]
    if (!variant) throw new Error(`There is no variant "${name}": ${Object.keys(variants).join(', ')}`)
    served.set(name, await progress(variant.title, () => variant.build(ground)))
  }
  return served
}
