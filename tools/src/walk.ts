import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { allStateRows } from '@checkin/testing/states'
import { projectRoot } from '@checkin/tooling/ownership'
import { reportOf } from '@checkin/e2e/walk/report'
import { forgetResults } from '@checkin/e2e/walk/results'
import { findChromium } from './chromium.ts'
import { offerPostgres } from './offer-postgres.ts'
import { runNode } from './shell-command.ts'

// `npm run walk`: the whole table of states in a real browser; `npm run walk -- routes` and the like run a part and write nothing.
const parts = process.argv.slice(2)
offerPostgres()
forgetResults()
const code = await runNode(projectRoot, ['e2e/node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e/walk/playwright.config.ts', ...parts], { CHECKIN_CHROMIUM: findChromium() })
const report = reportOf(allStateRows)
console.log(report)
if (parts.length === 0) writeFileSync(join(projectRoot, 'docs/spec/walked.md'), report)
process.exit(code)
