import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import type { Browser, BrowserContext, Page } from '@playwright/test'

const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync']

/** Playwright's own Chromium, or the system's. */
export function openBrowser(): Promise<Browser> {
  const system = [process.env['CHECKIN_CHROMIUM'], chromium.executablePath(), '/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => path && existsSync(path))
  return chromium.launch({ args: flags, ...(system ? { executablePath: system } : {}) })
}

/** A page and what its policies complained about. */
export interface WatchedPage {
  readonly page: Page
  readonly violations: () => Promise<readonly string[]>
}

export async function openPage(browser: Browser | BrowserContext): Promise<WatchedPage> {
  const page = await browser.newPage()
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(globalThis, { violationsSeen: seen })
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => seen.push(`${violatedDirective} ${blockedURI} ${sample}`))
  })
  return { page, violations: () => page.evaluate(() => Reflect.get(globalThis, 'violationsSeen') as string[]) }
}
