import { loadavg } from 'node:os'
import { chromium, type BrowserContext, type CDPSession } from '@playwright/test'
import { createClient } from '@checkin/http/client'
import { internalContract } from '@checkin/internal'
import { findChromium } from '@checkin/tools/chromium'
import { port } from '../product.ts'
import { chromiumFlags, keep, percentile, progress } from '../report.ts'
import { places } from './places.ts'

/** What a page may take: the slowest of its answers at the server, and until it is rendered with its data. */
const wanted = { serverMs: 300, renderedMs: 1000 } as const

/** One opening of a page. Milliseconds. */
interface Opening {
  /** The slowest answer, from the request until its first byte. */
  readonly server: number
  readonly slowest: string
  /** From the start of the navigation until the heading stood and nothing was on its way any more. */
  readonly rendered: number
  readonly requests: number
}

/** Notes when a heading stands and nothing of the page is loading. */
const watch = (): void => {
  const seen = { rendered: 0 }
  Object.assign(window, { seen })
  const look = (): void => {
    const isWhole = document.querySelector('main h1') !== null && document.querySelector('.ant-skeleton, .ant-spin-spinning, [aria-busy="true"]') === null
    if (!isWhole) seen.rendered = 0
    else if (seen.rendered === 0) seen.rendered = performance.now()
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

function watchAnswers(session: CDPSession) {
  const answers: { readonly path: string; readonly ms: number }[] = []
  session.on('Network.responseReceived', ({ type, response: { timing, url } }) => {
    if (timing && (type === 'Document' || type === 'Fetch' || type === 'XHR')) answers.push({ path: new URL(url).pathname, ms: timing.receiveHeadersEnd - timing.sendEnd })
  })
  return answers
}

async function open(context: BrowserContext, address: string): Promise<Opening> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  const answers = watchAnswers(session)
  await page.addInitScript(watch)
  await page.goto(address)
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() => (window as unknown as { seen: { rendered: number } }).seen.rendered > 0)
  const rendered = await page.evaluate(() => (window as unknown as { seen: { rendered: number } }).seen.rendered)
  await page.close()
  const slowest = answers.reduce((most, answer) => (answer.ms > most.ms ? answer : most), { path: '', ms: 0 })
  return { server: slowest.ms, slowest: slowest.path, rendered, requests: answers.length }
}

/**
 * `npm run bench -- console [runs]`: what each page of the ops console takes at the server and until it is rendered, opened by its address by an operator who was there
 * before. Asks a product that runs; `npm start -- --tenants=200 --reservations=20000` is one of the size that the figures are wanted for.
 */
export async function consoleBench(args: readonly string[]): Promise<void> {
  const [runs = 5] = args.map(Number)
  const pages = await progress('what the pages are about', places)
  const { tenants } = await createClient({ baseUrl: `http://127.0.0.1:${port + 4}`, token: 'demo-admin' }).call(internalContract.listTenants)
  const browser = await chromium.launch({ executablePath: findChromium(), args: [...chromiumFlags] })
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
  const { Operator } = await import('@checkin/e2e/pages/operator')
  await new Operator(await context.newPage()).signsIn('demo-operator')
  const openings = new Map<string, Opening[]>()
  // The first turn brings the files and is not counted.
  for (let run = 0; run <= runs; run += 1) {
    await progress(`turn ${run}`, async () => {
      for (const [route, address] of pages) {
        const opening = await open(context, `http://ops.localhost:${port + 1}${address}`)
        if (run > 0) openings.set(route, [...openings.get(route) ?? [], opening])
      }
    })
  }
  await browser.close()
  const rows = [...openings].map(([route, all]) => {
    const most = (of: 'server' | 'rendered') => Math.round(Math.max(...all.map((opening) => opening[of])))
    const middle = (of: 'server' | 'rendered') => Math.round(percentile(all.map((opening) => opening[of]), 0.5))
    return { route, 'server, ms': middle('server'), 'most': most('server'), 'slowest answer': all[0]?.slowest ?? '', 'rendered, ms': middle('rendered'), 'at most': most('rendered'), requests: all[0]?.requests ?? 0 }
  })
  console.table(rows)
  const late = rows.filter((row) => row.most >= wanted.serverMs || row['at most'] >= wanted.renderedMs)
  console.log(`${tenants.length} companies; wanted: each answer below ${wanted.serverMs} ms, rendered below ${wanted.renderedMs} ms; above in any of ${runs} turns: ${late.length === 0 ? 'none' : late.map(({ route }) => route).join(', ')}`)
  await keep('console', { companies: tenants.length, runs, wanted, load: Math.round((loadavg()[0] ?? 0) * 10) / 10, rows })
}
