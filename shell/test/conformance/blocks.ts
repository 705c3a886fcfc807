import type { Page } from '@playwright/test'
import type { PageWatch } from './watch-page.ts'

/** How long a page answered nothing because it worked. */
export interface BlockWatch {
  /** Ends a time in which the page was watched, and begins the next one. */
  readonly look: () => Promise<void>
  /** The longest of it, in milliseconds. */
  readonly longest: () => number
}

/**
 * A page also answers nothing while its machine stands still, which says nothing about a module. So a block counts as long as the
 * page's own thread was at work in the time in which it happened, which Chromium tells by its debugging protocol.
 */
export async function watchBlocks(page: Page): Promise<BlockWatch> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  let [longest, workedBefore] = [0, 0]
  return {
    look: async () => {
      const { metrics } = await session.send('Performance.getMetrics')
      const worked = (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
      const block = await page.evaluate(() => (Reflect.get(globalThis, 'pageWatch') as PageWatch).longest())
      longest = Math.max(longest, Math.min(block, worked - workedBefore))
      workedBefore = worked
    },
    longest: () => longest,
  }
}
