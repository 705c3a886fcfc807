import type { Page } from '@playwright/test'

/** What a page holds, after everything that nobody refers to was taken away. */
export interface Held {
  /** Of the heap that is in use. */
  readonly bytes: number
  /** Of the document, and of what was taken out of it and is still referred to. */
  readonly nodes: number
  /** On any of them, on window and on document. */
  readonly listeners: number
}

/** What a page holds in memory. */
export interface MemoryWatch {
  readonly held: () => Promise<Held>
}

/** Asks Chromium itself, by its debugging protocol. */
export async function watchMemory(page: Page): Promise<MemoryWatch> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.enable')
  await session.send('Performance.enable')
  return {
    held: async () => {
      await session.send('HeapProfiler.collectGarbage')
      const { metrics } = await session.send('Performance.getMetrics')
      const valueOf = (metric: string): number => metrics.find(({ name }) => name === metric)?.value ?? 0
      return { bytes: (await session.send('Runtime.getHeapUsage')).usedSize, nodes: valueOf('Nodes'), listeners: valueOf('JSEventListeners') }
    },
  }
}
