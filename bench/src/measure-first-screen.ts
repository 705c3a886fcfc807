import { chromium, type Browser } from '@playwright/test'

/** One load of the first screen as a renter on a slow phone has it. */
export interface FirstScreen {
  /** Milliseconds until the largest text or picture was painted. */
  readonly lcp: number
  /** Milliseconds until the first field takes typing and the page's code runs. */
  readonly usable: number
  readonly layoutShift: number
  readonly requests: number
  readonly scriptRequests: number
  /** Compressed bytes over the wire. */
  readonly bytes: number
  readonly scriptBytes: number
}

export interface Conditions {
  /** Round trip in milliseconds. */
  readonly latency: number
  /** Bits per second. */
  readonly down: number
  readonly cpuSlowdown: number
}

/** Slow 4G of quality.md. */
export const slow4G: Omit<Conditions, 'cpuSlowdown'> = { latency: 150, down: 1_600_000 }

const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync']

export const launch = (executablePath: string): Promise<Browser> => chromium.launch({ executablePath, args: flags })

/** Loads an address in a fresh context under the conditions and says what it took. */
export async function measureFirstScreen(browser: Browser, address: string, conditions: Conditions): Promise<FirstScreen> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true, locale: 'en-GB' })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', { offline: false, latency: conditions.latency, downloadThroughput: conditions.down / 8, uploadThroughput: 750_000 / 8 })
  await session.send('Emulation.setCPUThrottlingRate', { rate: conditions.cpuSlowdown })

  const types = new Map<string, string>()
  let bytes = 0
  let scriptBytes = 0
  let usableAt: number | null = null
  session.on('Network.responseReceived', ({ requestId, type }) => { types.set(requestId, type) })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (usableAt !== null) return
    bytes += encodedDataLength
    if (types.get(requestId) === 'Script') scriptBytes += encodedDataLength
  })
  await page.addInitScript(() => {
    const seen = { lcp: 0, shift: 0 }
    Object.assign(window, { measured: seen })
    new PerformanceObserver((list) => { for (const entry of list.getEntries()) seen.lcp = entry.startTime }).observe({ type: 'largest-contentful-paint', buffered: true })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) if (!entry.hadRecentInput) seen.shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(address, { waitUntil: 'commit' })
  await page.waitForSelector('[data-screen="verify-reservation"] input[name="reference"]:not([disabled])', { timeout: 120_000 })
  const usable = await page.evaluate(() => performance.now())
  usableAt = usable
  const requests = types.size
  const scriptRequests = [...types.values()].filter((type) => type === 'Script').length
  await page.waitForTimeout(600)
  const { lcp, shift } = await page.evaluate(() => (window as unknown as { measured: { lcp: number; shift: number } }).measured)
  await context.close()
  return { lcp, usable, layoutShift: shift, requests, scriptRequests, bytes, scriptBytes }
}

/** The middle of several runs, figure by figure. */
export function median(runs: readonly FirstScreen[]): FirstScreen {
  const middle = (key: keyof FirstScreen): number => {
    const sorted = runs.map((run) => run[key]).sort((a, b) => a - b)
    return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
  }
  return {
    lcp: middle('lcp'), usable: middle('usable'), layoutShift: middle('layoutShift'), requests: middle('requests'),
    scriptRequests: middle('scriptRequests'), bytes: middle('bytes'), scriptBytes: middle('scriptBytes'),
  }
}
