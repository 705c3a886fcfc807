import type { Browser, BrowserContext, Page } from '@playwright/test'
import { observePage, type Note } from './page-notes.ts'

/** A page of a phone at slow 4G whose processor is four times slower, with notes of what happens on it. */
export interface SlowPhone {
  readonly page: Page
  readonly notes: readonly Note[]
  /** Waits for the heading of a screen and until nothing is fetched: the renter reads, the next module comes meanwhile. */
  readonly shows: (screen: string) => Promise<void>
  readonly close: () => Promise<void>
}

/** Watches a phone from the beginning: gets its page, and each note when it comes. */
export type Watch = (page: Page) => Promise<(note: Note) => void>

/** A phone that nobody used before, with a name as Chrome on Android has it: the page reads there that it is one. */
export const newPhone = (browser: Browser): Promise<BrowserContext> => browser.newContext({
  viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true, locale: 'en-GB',
  userAgent: `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${browser.version().split('.')[0] ?? ''}.0.0.0 Mobile Safari/537.36`,
})

/** Such a phone at slow 4G. */
export async function slowPhone(browser: Browser, watch?: Watch): Promise<SlowPhone> {
  const context = await newPhone(browser)
  context.setDefaultTimeout(120_000)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.emulateNetworkConditions', { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 })
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  return {
    page, notes: await observePage(page, await watch?.(page)),
    shows: async (screen) => {
      await page.locator(`[data-screen="${screen}"]`).getByRole('heading').first().waitFor()
      await page.waitForLoadState('networkidle')
    },
    close: () => context.close(),
  }
}
