import { join } from 'node:path'
import { defineConfig, type Project } from '@playwright/test'
import { port } from './support/addresses.ts'
import { chromiumOptions, otherProjects } from './support/browser.ts'
import { sampled } from './support/sample.ts'

const report = process.env['CHECKIN_E2E_REPORT']

const others = otherProjects()

/** Which of the two runs this is, where a product of its own is beside another one: see `journeys` of tools/src/journeys.ts. Without it one product has all. */
const part = process.env['CHECKIN_E2E_PART']

const renters: readonly Project[] = [{ name: 'product', testMatch: ['journeys/**/*.spec.ts', 'walk/sample.spec.ts'] }, ...others]
const before = part === 'releases' ? [] : renters
const releases: readonly Project[] = [
  // These switch versions and stop services, so they come after everything else of their product and one by one.
  { name: 'releases', testMatch: ['remotes/**/*.spec.ts'], dependencies: before.flatMap(({ name }) => name ?? []), workers: 1 },
  // Each change of all tenants would take longer with 200 of them.
  { name: 'tenants', testMatch: ['many-tenants/**/*.spec.ts'], dependencies: ['releases'], workers: 1 },
]

/** Journeys run against the whole product, started once from its own command with its own data and ports. */
export default defineConfig({
  testDir: '.',
  testMatch: ['journeys/**/*.spec.ts', 'walk/sample.spec.ts', 'remotes/**/*.spec.ts', 'many-tenants/**/*.spec.ts'],
  ...(process.env['CHECKIN_E2E_SAMPLE'] ? { grep: sampled } : {}),
  // A product that runs already, at CHECKIN_E2E_PORT with CHECKIN_E2E_DATA_DIR.
  ...(process.env['CHECKIN_E2E_STANDING'] ? {} : { globalSetup: './support/start-product.ts' }),
  fullyParallel: false,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // So that what hangs ends; how fast something is, benchmarks measure: a machine may be three times as slow as another.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  // Each run empties its own folder as it begins.
  outputDir: join('../test-results', part ?? 'all'),
  reporter: [['list'], [join(import.meta.dirname, 'support/failure-report.ts')], ...(report ? [['json', { outputFile: report }] as const] : [])],
  use: {
    baseURL: `http://costaverde.localhost:${port}`,
    locale: 'en-GB',
    timezoneId: 'Europe/Lisbon',
    ...chromiumOptions,
  },
  projects: [...before, ...(part === 'renters' ? [] : releases)],
})
