import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import * as z from 'zod'
import { projectRoot } from '@checkin/tooling/ownership'
import { checkCode } from './check.ts'
import { findTestChromium } from './chromium.ts'
import { installs } from './debian-package.ts'
import { journeys } from './journeys.ts'
import { offerPostgres } from './offer-postgres.ts'
import { runNode } from './shell-command.ts'

interface Counts {
  passed: number
  failed: number
  /** Names of what failed: a reader of the last page of a long log needs them there. */
  failures?: readonly string[]
}

const results = join(projectRoot, '.cache', 'test-results')

/** `npm test -- --whole` takes everything of what is long, `npm test` a fixed sample (@checkin/testing/sample, e2e/support/sample.ts). */
const isWhole = process.argv.includes('--whole')

/** A runner that ended without a report has failed, whatever else it did. */
const broken: Counts = { passed: 0, failed: 1 }

const VitestReport = z.object({
  numPassedTests: z.number(), numFailedTests: z.number(), numFailedTestSuites: z.number(),
  testResults: z.array(z.object({ name: z.string(), assertionResults: z.array(z.object({ status: z.string(), fullName: z.string(), failureMessages: z.optional(z.nullable(z.array(z.string()))) })) })),
})

async function unitTests(): Promise<Counts> {
  const report = join(results, 'vitest.json')
  const code = await runNode(projectRoot, ['tools/node_modules/vitest/vitest.mjs', 'run', '--root', '.', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`], environment)
  if (!existsSync(report)) return broken
  const { numPassedTests, numFailedTests, numFailedTestSuites, testResults } = VitestReport.parse(JSON.parse(readFileSync(report, 'utf8')))
  const failed = numFailedTests === 0 ? numFailedTestSuites : numFailedTests
  const failures = testResults.flatMap(({ name, assertionResults }) => assertionResults.filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => `${relative(projectRoot, name)}: ${fullName}\n    ${failureMessages?.[0]?.split('\n').slice(0, 3).join('\n    ') ?? ''}`))
  return { passed: numPassedTests, failed: failed === 0 && code !== 0 ? 1 : failed, failures }
}

const environment = { CHECKIN_CHROMIUM: findTestChromium(), ...(isWhole && { CHECKIN_TEST_WHOLE: '1' }) }
offerPostgres()
const nginx = '/usr/sbin/nginx'
if (!existsSync(nginx) && !installs('nginx', nginx)) console.warn('No rolling upgrade will be tested: install the package "nginx" (Debian).')
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })
// Many tests wait for processes of their own, and lint and types hold one processor: beside each other they leave none idle.
const counts: readonly Counts[] = [...await Promise.all([checkCode(), unitTests()]), await journeys(isWhole ? 'all' : 'sample')]
for (const { failures = [] } of counts) for (const name of failures) console.log(`failed: ${name}`)
const sumOf = (of: 'passed' | 'failed'): number => counts.reduce((sum, each) => sum + each[of], 0)
console.log(`\n${sumOf('passed')} passed, ${sumOf('failed')} failed`)
process.exit(sumOf('failed') === 0 ? 0 : 1)
