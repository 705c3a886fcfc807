import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { installs } from './debian-package.ts'

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']
const headlessShell = '/usr/bin/chromium-headless-shell'

/**
 * A whole Chromium: Playwright's own, else the system's, else Debian's package when this is root.
 * Throws with what to install when there is none.
 */
export function findChromium(): string {
  const found = [chromium.executablePath(), ...installed].find((path) => existsSync(path))
  if (found) return found
  if (installs('chromium', '/usr/bin/chromium')) return '/usr/bin/chromium'
  throw new Error('No Chromium was found: install the package "chromium", or run "npx playwright install chromium", and start again.')
}

/**
 * The Chromium of tests: the one that `CHECKIN_CHROMIUM` names, else one without windows, which takes about 0.6 of the time of a whole one, else any.
 * Throws with what to install when there is none.
 */
export function findTestChromium(): string {
  const chosen = [process.env['CHECKIN_CHROMIUM'] ?? '', chromium.executablePath(), headlessShell].find((path) => existsSync(path))
  return chosen ?? (installs('chromium-headless-shell', headlessShell) ? headlessShell : findChromium())
}
