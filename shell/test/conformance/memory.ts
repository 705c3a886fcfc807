import type { Page } from '@playwright/test'

/** What a page holds in memory. */
export interface MemoryWatch {
  /** Bytes of the heap that is in use, after everything that nobody refers to was taken away. */
  readonly bytes: () => Promise<number>
}

/** Asks Chromium itself, by its debugging protocol. */
export async function watchMemory(page: Page): Promise<MemoryWatch> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.enable')
  return {
    bytes: async () => {
      await session.send('HeapProfiler.collectGarbage')
      return (await session.send('Runtime.getHeapUsage')).usedSize
    },
  }
}
