import { defineConfig } from '@playwright/test'
import journeys from '../playwright.config.ts'
import { beginRun } from './results.ts'

const { globalSetup, ...rest } = journeys
beginRun()

/** The whole walk, for `npm run walk`; `CHECKIN_E2E_STANDING` uses a product that runs already at CHECKIN_E2E_PORT. */
export default defineConfig({
  ...rest,
  testDir: '.',
  testMatch: ['**/*.spec.ts'],
  testIgnore: ['**/sample.spec.ts'],
  ...(process.env['CHECKIN_E2E_STANDING'] ? {} : { globalSetup: '../support/start-product.ts' }),
  fullyParallel: true,
  // A step that waits is no fault: the walk measures nothing.
  expect: { timeout: 30_000 },
  workers: Number(process.env['CHECKIN_WALK_WORKERS'] ?? 2),
  outputDir: '../../test-results/walk',
  use: { ...rest.use, trace: 'off' },
  projects: [{ name: 'walk' }],
})
