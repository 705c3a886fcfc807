import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as z from 'zod'
import { projectRoot } from '@checkin/tooling/ownership'
import { findTestChromium } from './chromium.ts'
import { installedBrowsers } from './other-browsers.ts'
import { runNode } from './shell-command.ts'

const Report = z.object({ stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }), errors: z.array(z.unknown()) })

/** What is walked: the sample of `npm test` (e2e/support/sample.ts), in Firefox and WebKit too where they are, or every journey in every tenant, language and width. */
export type Walked = 'sample' | 'all'

/** Walks journeys in a real browser against the whole product; `more` goes to Playwright (files, `--grep`). A run without a report has failed. */
export async function journeys(walked: Walked, more: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Promise<{ readonly passed: number; readonly failed: number }> {
  const report = join(projectRoot, '.cache', 'test-results', 'playwright.json')
  rmSync(report, { force: true })
  mkdirSync(dirname(report), { recursive: true })
  const code = await runNode(projectRoot, ['e2e/node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e/playwright.config.ts', ...more], {
    CHECKIN_CHROMIUM: findTestChromium(), CHECKIN_E2E_REPORT: report, ...env,
    ...(walked === 'sample' && { CHECKIN_E2E_SAMPLE: '1', CHECKIN_E2E_BROWSERS: installedBrowsers().join(',') }),
  })
  if (!existsSync(report)) return { passed: 0, failed: 1 }
  const { stats, errors } = Report.parse(JSON.parse(readFileSync(report, 'utf8')))
  const failed = stats.unexpected + stats.flaky + errors.length
  return { passed: stats.expected, failed: failed === 0 && code !== 0 ? 1 : failed }
}

if (import.meta.main) {
  const { passed, failed } = await journeys('all', process.argv.slice(2))
  console.log(`\n${passed} passed, ${failed} failed`)
  process.exit(failed === 0 ? 0 : 1)
}
