import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { findChromium } from '@checkin/tools/chromium'
import { chromiumFlags, keep, progress } from '../report.ts'
import { measureLoad, medianOf, type Conditions, type Load } from './measure.ts'
import { buildShipped, defaultsPage, firstScreen, shippedPage, spaPage } from './pages.ts'
import { filesOf, startServer, stored, type BenchServer } from './server.ts'
import { buildDefaults, buildSpa, modules } from './variants.ts'

const conditions: readonly Conditions[] = [
  { name: 'slow 4G, processor 4x slower', latency: 150, down: 1_600_000, cpu: 4 },
  { name: 'slow 4G', latency: 150, down: 1_600_000, cpu: 1 },
  { name: '400 ms round trip', latency: 400, down: 1_600_000, cpu: 1 },
]

/** What is compared; each is the same sources in another build. */
const variants = ['spa', 'spa-drawn', 'defaults', 'shipped'] as const
type Variant = (typeof variants)[number]

const titles: Readonly<Record<Variant, string>> = {
  spa: 'single-page build', 'spa-drawn': 'the same, first screen in the HTML', defaults: 'federation with its defaults', shipped: 'as shipped',
}

/** Builds all variants and serves them. */
async function serveAll(folder: string, server: BenchServer): Promise<void> {
  const shipped = await progress('building the product as shipped', () => buildShipped(folder))
  await progress('building the same as one page', () => buildSpa(folder))
  await progress('building the same with the defaults of federation', () => buildDefaults(folder, server.addressOf('defaults').replace(/\/$/, '')))
  const page = async (html: string) => ['/', await stored('index.html', Buffer.from(html))] as const
  const spa = await filesOf(join(folder, 'spa'), '/spa')
  server.add('spa', new Map([...spa, await page(await spaPage(shipped, folder, null))]))
  server.add('spa-drawn', new Map([...spa, await page(await spaPage(shipped, folder, await firstScreen(shipped)))]))
  const defaults = await Promise.all(['host', ...modules].map((name) => filesOf(join(folder, 'defaults', name), `/${name}`)))
  server.add('defaults', new Map([...defaults.flatMap((site) => [...site]), await page(await defaultsPage(shipped, folder))]))
  server.add('shipped', new Map([...await filesOf(join(folder, 'assets'), '/assets'), await page(await shippedPage(shipped))]))
}

const rounded = (load: Load): Record<string, number> => Object.fromEntries(Object.entries(load).map(([key, value]: [string, number]) => [key, key === 'layoutShift' ? Math.round(value * 10_000) / 10_000 : Math.round(value)]))
const ratio = (one: number, other: number): number => Math.round((one / other) * 100) / 100

/** `npm run bench -- first-screen [runs]`: the same sources in four builds, served alike, loaded by turns. */
export async function firstScreenBench(args: readonly string[]): Promise<void> {
  const runs = Number(args[0] ?? 5)
  const folder = await mkdtemp(join(tmpdir(), 'checkin-bench-'))
  const server = await startServer()
  try {
    await serveAll(folder, server)
    const browser = await chromium.launch({ executablePath: findChromium(), args: [...chromiumFlags] })
    const results: Record<string, Record<Variant, Load>> = {}
    for (const condition of conditions) {
      const loads: Record<Variant, Load[]> = { spa: [], 'spa-drawn': [], defaults: [], shipped: [] }
      // By turns, so that whatever else the machine does falls on all alike; the first turn warms the files up and is not counted.
      for (let run = 0; run <= runs; run += 1) {
        for (const variant of variants) {
          const load = await measureLoad(browser, server.addressOf(variant), condition)
          if (run > 0) loads[variant].push(load)
        }
      }
      const medians = Object.fromEntries(variants.map((variant) => [variant, medianOf(loads[variant])])) as Record<Variant, Load>
      results[condition.name] = medians
      console.log(`\n${condition.name}: medians of ${runs}`)
      console.table(Object.fromEntries(variants.map((variant) => [titles[variant], rounded(medians[variant])])))
    }
    await browser.close()
    const ratios = Object.fromEntries(Object.entries(results).map(([name, { spa, 'spa-drawn': drawn, defaults, shipped }]) => [name, {
      'usable, of single-page': ratio(shipped.usable, spa.usable),
      'usable, of defaults': ratio(shipped.usable, defaults.usable),
      'LCP, of single-page': ratio(shipped.lcp, spa.lcp),
      'LCP, of single-page in the HTML': ratio(shipped.lcp, drawn.lcp),
      'script, of single-page': ratio(shipped.scriptBytes, spa.scriptBytes),
    }]))
    console.log('\nAs shipped, compared')
    console.table(ratios)
    await keep('first-screen', { runs, results, ratios })
  } finally {
    await server.close()
    await rm(folder, { recursive: true })
  }
}
