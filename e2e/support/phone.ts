import type { Browser, BrowserContext } from '@playwright/test'
import { viewports } from './viewports.ts'

/** A phone of a renter's own: nothing is shared with another one. */
export const phone = (browser: Browser, more: Parameters<Browser['newContext']>[0] = {}): Promise<BrowserContext> =>
  browser.newContext({ viewport: viewports.mobile, hasTouch: true, reducedMotion: 'reduce', ...more })
