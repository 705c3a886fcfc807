import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { projectRoot } from '@checkin/tooling/ownership'
import { checkCode } from './check.ts'
import { findChromium } from './chromium.ts'
import { runNode } from './shell-command.ts'

interface Counts {
  passed: number
  failed: number
}

const results = join(projectRoot, '.cache', 'test-results')

/** A runner that ended without a report has failed, whatever else it did. */
const broken: Counts = { passed: 0, failed: 1 }

const VitestReport = z.object({ numPassedTests: z.number(), numFailedTests: z.number(), numFailedTestSuites: z.number() })
const PlaywrightReport = z.object({ stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }), errors: z.array(z.unknown()) })

async function unitTests(): Promise<Counts> {
  const report = join(results, 'vitest.json')
  const code = await runNode(projectRoot, ['tools/node_modules/vitest/vitest.mjs', 'run', '--root', '.', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`], browser)
  if (!existsSync(report)) return broken
  const { numPassedTests, numFailedTests, numFailedTestSuites } = VitestReport.parse(JSON.parse(readFileSync(report, 'utf8')))
  const failed = numFailedTests === 0 ? numFailedTestSuites : numFailedTests
  return { passed: numPassedTests, failed: failed === 0 && code !== 0 ? 1 : failed }
}

async function journeys(): Promise<Counts> {
  const report = join(results, 'playwright.json')
  const code = await runNode(projectRoot, ['e2e/node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e/playwright.config.ts'], {
    ...browser, CHECKIN_E2E_REPORT: report,
  })
  if (!existsSync(report)) return broken
  const { stats, errors } = PlaywrightReport.parse(JSON.parse(readFileSync(report, 'utf8')))
  const failed = stats.unexpected + stats.flaky + errors.length
  return { passed: stats.expected, failed: failed === 0 && code !== 0 ? 1 : failed }
}

const browser = { CHECKIN_CHROMIUM: findChromium() }
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })
const total: Counts = { passed: 0, failed: 0 }
for (const part of [checkCode, unitTests, journeys]) {
  const { passed, failed } = await part()
  total.passed += passed
  total.failed += failed
}
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)
