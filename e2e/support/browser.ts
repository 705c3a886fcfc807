import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PlaywrightTestConfig, Project } from '@playwright/test'
import { chromiumFlags, root } from './addresses.ts'
import { leftToChromium, walkedElsewhere } from './sample.ts'

/** Browsers beside Chromium that the journeys are walked in: the system's own ones. */
export const otherBrowsers = ['firefox', 'webkit'] as const
export type OtherBrowser = (typeof otherBrowsers)[number]

/** Chromium, as Playwright knows it best. */
export const chromiumOptions: NonNullable<PlaywrightTestConfig['use']> = {
  // A recording of pictures takes a good part of a processor, one of the page at every step a fifth of what a journey costs: `npm test` has one of both at the end, `npm run journeys` also the page at every step.
  trace: { mode: 'retain-on-failure', screenshots: false, snapshots: !process.env['CHECKIN_E2E_SAMPLE'], sources: false },
  screenshot: 'only-on-failure',
  launchOptions: { args: [...chromiumFlags], ...(process.env['CHECKIN_CHROMIUM'] ? { executablePath: process.env['CHECKIN_CHROMIUM'] } : {}) },
}

/** Playwright starts a program, not a script: one that runs `e2e/browsers/<name>.ts` with this Node. */
function program(name: OtherBrowser): string {
  const folder = join(root, '.cache', 'browsers')
  const path = join(folder, name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(path, `#!/bin/sh\nexec '${process.execPath}' --disable-warning=ExperimentalWarning '${join(root, 'e2e', 'browsers', `${name}.ts`)}' "$@"\n`)
  chmodSync(path, 0o755)
  return path
}

/**
 * The journeys in another browser (decision 0138): a fixed few at every `npm test`, all that do not need Chromium with `npm run browsers`.
 * Playwright takes both for a Firefox that speaks WebDriver BiDi.
 */
const projectOf = (name: OtherBrowser, isAll: boolean): Project => ({
  name,
  testMatch: ['journeys/**/*.spec.ts'],
  // They take longer for each step than Chromium does; nothing is measured here.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  workers: 1,
  ...(isAll ? { grepInvert: leftToChromium[name] } : { grep: walkedElsewhere }),
  use: {
    browserName: 'firefox',
    channel: 'moz-firefox',
    // A recording asks these two for a picture many times a second; a picture at the end and the page's text are enough.
    trace: 'off',
    screenshot: 'only-on-failure',
    // An action that cannot be done says which one, and does not wait for the journey's own end.
    actionTimeout: 40_000,
    navigationTimeout: 60_000,
    launchOptions: { args: [], executablePath: program(name), firefoxUserPrefs: { 'ui.prefersReducedMotion': 1 } },
  },
})

/** The projects of the browsers that `CHECKIN_E2E_BROWSERS` names. */
export function otherProjects(): Project[] {
  const named = (process.env['CHECKIN_E2E_BROWSERS'] ?? '').split(',')
  return otherBrowsers.filter((name) => named.includes(name)).map((name) => projectOf(name, process.env['CHECKIN_E2E_SAMPLE'] !== '1'))
}
