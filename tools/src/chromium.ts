import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']

/**
 * A Chromium for the journeys: Playwright's own, else the system's, else Debian's package when this is root.
 * Throws with what to install when there is none.
 */
export function findChromium(): string {
  const found = [chromium.executablePath(), ...installed].find((path) => existsSync(path))
  if (found) return found
  if (process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0) {
    console.log('… installing Chromium (Debian package)')
    execFileSync('apt-get', ['update', '-qq'], { stdio: ['ignore', 'ignore', 'inherit'] })
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
    const debian = installed.find((path) => existsSync(path))
    if (debian) return debian
  }
  throw new Error('No Chromium was found: install the package "chromium", or run "npx playwright install chromium", and start again.')
}
