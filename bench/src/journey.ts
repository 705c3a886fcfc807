import { chromium, type Page } from '@playwright/test'
import { findChromium } from '@checkin/tools/chromium'
import { mailedCode, newBooking, tenantHost } from './product.ts'
import { chromiumFlags, keep, percentile } from './report.ts'

/** One press and the screen that it leads to, in milliseconds. */
interface Step {
  readonly to: string
  /** From the press until the next screen's heading is there. */
  readonly whole: number
  /** The part of it that is not waiting for the server: after the last answer that came before the screen, or all of it without one. */
  readonly own: number
}

const observe = (): void => {
  const seen = { shift: 0, inputs: [] as number[], pressed: 0 }
  Object.assign(window, { seen })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) if (!entry.hadRecentInput) seen.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[]) if (entry.interactionId > 0) seen.inputs.push(entry.duration)
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
  addEventListener('click', () => { seen.pressed = performance.now() }, true)
}

interface Seen {
  readonly shift: number
  readonly inputs: readonly number[]
  readonly pressed: number
}

/** Presses a button and waits in the page itself, so that the tool's own time does not count. */
async function press(page: Page, action: string, next: string): Promise<Step> {
  const arrived = page.evaluate((selector) => new Promise<{ whole: number; own: number }>((done) => {
    const look = (): void => {
      const { pressed } = (window as unknown as { seen: { pressed: number } }).seen
      if (pressed === 0 || !document.querySelector(selector)) {
        requestAnimationFrame(look)
        return
      }
      const now = performance.now()
      const answers = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(({ name, startTime, responseEnd }) => name.includes('/api/') && startTime >= pressed && responseEnd <= now)
      done({ whole: now - pressed, own: now - Math.max(pressed, ...answers.map(({ responseEnd }) => responseEnd)) })
    }
    Object.assign((window as unknown as { seen: object }).seen, { pressed: 0 })
    look()
  }), next)
  await page.locator(`[data-action="${action}"]:visible`).click()
  return { to: next, ...await arrived }
}

/** From the first screen to the driver's, on a phone at slow 4G with a processor four times slower. */
async function walk(page: Page): Promise<{ steps: Step[]; seen: Seen }> {
  const { reference, mail } = await newBooking()
  const steps: Step[] = []
  await page.goto(`http://${tenantHost}/`)
  await page.waitForFunction(() => performance.getEntriesByName('checkin-usable').length > 0)
  await page.locator('input[name="reference"]').fill(reference)
  await page.locator('input[name="surname"]').fill('Silva')
  steps.push(await press(page, 'Locate', 'input[name="mail"]'))
  await page.locator('input[name="mail"]').fill(mail)
  await page.locator('input[name="terms"]').check()
  steps.push(await press(page, 'Submit', '[data-screen="verify-code"] h1'))
  await page.locator('input[name="code"]').fill(await mailedCode(mail))
  steps.push(await press(page, 'Submit', '[data-screen="reservation"] h1'))
  // The renter reads; the next module comes meanwhile.
  await page.waitForLoadState('networkidle')
  steps.push(await press(page, 'Continue', '[data-screen="verify-driver"] h1'))
  return { steps, seen: await page.evaluate(() => (window as unknown as { seen: Seen }).seen) }
}

/** `npm run bench -- journey [runs]`: click to next screen, INP and layout shift on the way to the driver's screen. */
export async function journeyBench(args: readonly string[]): Promise<void> {
  const runs = Number(args[0] ?? 3)
  const browser = await chromium.launch({ executablePath: findChromium(), args: [...chromiumFlags] })
  const walks: Awaited<ReturnType<typeof walk>>[] = []
  for (let run = 0; run < runs; run += 1) {
    const context = await browser.newContext({ viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true, locale: 'en-GB' })
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.emulateNetworkConditions', { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 })
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await page.addInitScript(observe)
    walks.push(await walk(page))
    await context.close()
  }
  await browser.close()
  const median = (values: readonly number[]): number => Math.round(percentile(values, 0.5))
  const steps = (walks[0]?.steps ?? []).map(({ to }, at) => ({
    'next screen': to, 'after the press, ms': median(walks.map((each) => each.steps[at]?.whole ?? NaN)), 'without the server, ms': median(walks.map((each) => each.steps[at]?.own ?? NaN)),
  }))
  const whole = { 'INP, ms (98 of 100)': Math.round(percentile(walks.flatMap(({ seen }) => seen.inputs), 0.98)), 'layout shift': Math.max(...walks.map(({ seen }) => Math.round(seen.shift * 10_000) / 10_000)) }
  console.log(`Slow 4G, processor 4x slower, medians of ${runs}`)
  console.table(steps)
  console.table(whole)
  await keep('journey', { runs, steps, whole })
}
