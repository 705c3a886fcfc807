import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '@checkin/tooling/ownership'
import { reportOf } from '@checkin/e2e/walk/report'
import { forgetResults } from '@checkin/e2e/walk/results'
import { findTestChromium } from './chromium.ts'
import { offerPostgres } from './offer-postgres.ts'
import { runNode } from './shell-command.ts'

/**
 * `npm run walk`: everything, in a real browser, and docs/spec/walked.md of it. `npm run walk -- routes` and the like run a part and keep what the
 * others showed; `npm run walk -- --report` writes the page from what all parts have shown since.
 */
const parts = process.argv.slice(2)
const isReport = parts[0] === '--report'
let code = 0
if (!isReport) {
  offerPostgres()
  if (parts.length === 0) forgetResults()
  code = await runNode(projectRoot, ['e2e/node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e/walk/playwright.config.ts', ...parts], { CHECKIN_CHROMIUM: findTestChromium() })
}
const report = reportOf()
if (isReport || parts.length === 0) writeFileSync(join(projectRoot, 'docs/spec/walked.md'), report)
else console.log(report)
process.exit(code)
