import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PlaywrightTestConfig } from '@playwright/test'
import { chromiumFlags, root } from './addresses.ts'

/** Browsers that the journeys are walked in. */
export const browserNames = ['chromium', 'firefox', 'webkit'] as const
export type BrowserName = (typeof browserNames)[number]

/** The browser of this run. */
export const browserName: BrowserName = browserNames.find((name) => name === process.env['CHECKIN_E2E_BROWSER']) ?? 'chromium'

/** Playwright starts a program, not a script: one that runs `e2e/browsers/<name>.ts` with this Node. */
function program(name: Exclude<BrowserName, 'chromium'>): string {
  const folder = join(root, '.cache', 'browsers')
  const path = join(folder, name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(path, `#!/bin/sh\nexec '${process.execPath}' --disable-warning=ExperimentalWarning '${join(root, 'e2e', 'browsers', `${name}.ts`)}' "$@"\n`)
  chmodSync(path, 0o755)
  return path
}

/** How Playwright gets the browser of this run (decision 0138). Firefox and WebKit are the system's own, driven by WebDriver BiDi. */
export function browserOptions(): NonNullable<PlaywrightTestConfig['use']> {
  if (browserName === 'chromium') {
    return { launchOptions: { args: [...chromiumFlags], ...(process.env['CHECKIN_CHROMIUM'] ? { executablePath: process.env['CHECKIN_CHROMIUM'] } : {}) } }
  }
  return {
    browserName: 'firefox',
    channel: 'moz-firefox',
    // A recording asks these two for a picture many times a second; a picture at the end and the page's text are enough.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: program(browserName), firefoxUserPrefs: { 'ui.prefersReducedMotion': 1 } },
  }
}
