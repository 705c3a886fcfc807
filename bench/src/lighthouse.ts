import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findChromium } from '@checkin/tools/chromium'
import { fetchLibraries } from './first-screen/peers/peer.ts'
import { makeLink, newBooking, tenantHost } from './product.ts'
import { chromiumFlags, keep, percentile } from './report.ts'

/** Fetched when it is asked for and not before: with all it needs it is a third of everything else that this repository installs. */
const libraries = { lighthouse: '13.5.0', 'puppeteer-core': '^25.9.0' } as const
const categories = ['performance', 'accessibility', 'best-practices'] as const

interface Report {
  readonly environment: { readonly benchmarkIndex: number }
  readonly categories: Readonly<Record<string, { readonly score: number | null; readonly auditRefs: readonly { readonly id: string; readonly weight: number }[] }>>
  readonly audits: Readonly<Record<string, { readonly score: number | null; readonly title: string; readonly numericValue?: number }>>
}

interface Tab {
  readonly goto: (address: string, options: { readonly waitUntil: 'networkidle0' }) => Promise<unknown>
  readonly createCDPSession: () => Promise<{ readonly send: (method: 'Network.clearBrowserCache') => Promise<unknown> }>
}

interface Puppeteer {
  readonly launch: (options: object) => Promise<{ readonly newPage: () => Promise<Tab>; readonly close: () => Promise<void> }>
}

type Lighthouse = (address: string, flags: object, config: undefined, tab: Tab) => Promise<{ readonly lhr: Report } | undefined>

/** Audits of one category that cost points, by title. */
const misses = ({ categories: all, audits }: Report, name: string): readonly string[] => (all[name]?.auditRefs ?? [])
  .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1).map(({ id }) => audits[id]?.title ?? id)

const points = ({ categories: all }: Report, name: string): number => Math.round((all[name]?.score ?? 0) * 100)

/** The index of a phone in the middle of the market, a Pixel 5, by which Chrome's DevTools calibrate "mid-tier mobile" (CalibrationController.ts of chrome-devtools-frontend). */
const midTier = 1000

/** How many times slower a processor of this index has to run to be that phone; never faster than it is. */
export const slowdownOf = (benchmarkIndex: number): number => Math.max(1, benchmarkIndex / midTier)

/** A screen, and what a tab opens before it: a session that is proved by a link. */
interface Audited {
  readonly screen: string
  readonly path: string
  readonly before?: string
}

async function screens(): Promise<readonly Audited[]> {
  const { readyRenter } = await import('@checkin/e2e/support/ready-renter')
  const [open, driver, completed] = [await newBooking(), await newBooking(), await newBooking({ isCompleted: true })]
  const [verify, forDriver, precheckout] = [await makeLink(open.reference, 'verify'), await makeLink(driver.reference, 'verify'), await makeLink(completed.reference, 'precheckout')]
  await readyRenter({ tenant: 'costaverde', ...driver, surname: 'Silva' })
  return [
    { screen: 'find the reservation', path: '/' }, { screen: 'a link to the reservation', path: verify }, { screen: 'a link to pre-checkout', path: precheckout },
    { screen: 'a signature that is not known', path: `/completed/signed/${'A'.repeat(43)}/sig_1` }, { screen: 'an address that does not exist', path: '/nowhere/at/all' },
    ...['/verify-driver', '/driver-details', '/driver-contact', '/driver-document', '/driver-document-license'].map((path) => ({ screen: path.slice(1), path, before: forDriver })),
  ]
}

/** `npm run bench -- lighthouse`: the screens that a renter reaches without a login, and the driver's with a session, on Lighthouse's phone, which is four times slower than whatever machine this is, and on one as slow as a Pixel 5. */
export async function lighthouseBench(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'checkin-lighthouse-'))
  const rows: (Record<string, unknown> & { readonly benchmarkIndex: number })[] = []
  try {
    const installed = await fetchLibraries(folder, libraries)
    const load = async (file: string): Promise<unknown> => ((await import(pathToFileURL(join(installed, file)).href)) as { readonly default: unknown }).default
    const lighthouse = await load('lighthouse/core/index.js') as Lighthouse
    const puppeteer = await load('puppeteer-core/lib/puppeteer/puppeteer-core.js') as Puppeteer
    const audit = async ({ path, before }: Audited, slowdown?: number): Promise<Report> => {
      const browser = await puppeteer.launch({ executablePath: findChromium(), args: [...chromiumFlags], headless: true })
      try {
        const tab = await browser.newPage()
        if (before !== undefined) {
          await tab.goto(`http://${tenantHost}${before}`, { waitUntil: 'networkidle0' })
          await (await tab.createCDPSession()).send('Network.clearBrowserCache')
        }
        const flags = {
          onlyCategories: categories, logLevel: 'error',
          // The session of a tab is in its storage; what the browser had fetched for it is not kept.
          disableStorageReset: before !== undefined,
          // An address that does not exist says so by its status, and has a page of the tenant all the same.
          ignoreStatusCode: true,
          ...(slowdown !== undefined && { throttling: { cpuSlowdownMultiplier: slowdown, rttMs: 150, throughputKbps: 1638.4, requestLatencyMs: 562.5, downloadThroughputKbps: 1474.56, uploadThroughputKbps: 675 } }),
        }
        const result = await lighthouse(`http://${tenantHost}${path}`, flags, undefined, tab)
        if (result === undefined) throw new Error(`Lighthouse said nothing of ${path}`)
        return result.lhr
      } finally {
        await browser.close()
      }
    }
    for (const each of await screens()) {
      const report = await audit(each)
      const { benchmarkIndex } = report.environment
      const slowdown = Math.round(slowdownOf(benchmarkIndex) * 10) / 10
      const asPixel = await audit(each, slowdown)
      rows.push({
        screen: each.screen, ...Object.fromEntries(categories.map((name) => [name, points(report, name)])), benchmarkIndex, slowdown, 'performance, Pixel 5': points(asPixel, 'performance'),
        ...Object.fromEntries(['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'speed-index'].map((id) => [`${id}, Pixel 5`, Math.round(asPixel.audits[id]?.numericValue ?? Number.NaN)])),
      })
      for (const name of categories) for (const title of misses(report, name)) console.log(`  ${each.screen}, ${name}: ${title}`)
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  console.table(rows)
  await keep('lighthouse', { lighthouse: `lighthouse@${libraries.lighthouse}`, benchmarkIndex: percentile(rows.map(({ benchmarkIndex }) => benchmarkIndex), 0.5), pages: rows })
}
