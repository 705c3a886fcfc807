import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as z from 'zod'
import { dataDir, port } from '@checkin/e2e/support/addresses'
import { projectRoot } from '@checkin/tooling/ownership'
import { findTestChromium } from './chromium.ts'
import { installedBrowsers } from './other-browsers.ts'
import { runNode } from './shell-command.ts'

const Report = z.object({ stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }), errors: z.array(z.unknown()) })

/** What is walked: the sample of `npm test` (e2e/support/sample.ts), in Firefox and WebKit too where they are, or every journey in every tenant, language and width. */
export type Walked = 'sample' | 'all'

interface Counts { readonly passed: number; readonly failed: number }

async function walk(name: string, more: readonly string[], env: Readonly<Record<string, string>>): Promise<Counts> {
  const report = join(projectRoot, '.cache', 'test-results', `${name}.json`)
  rmSync(report, { force: true })
  mkdirSync(dirname(report), { recursive: true })
  const code = await runNode(projectRoot, ['e2e/node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e/playwright.config.ts', ...more], { CHECKIN_E2E_REPORT: report, ...env })
  if (!existsSync(report)) return { passed: 0, failed: 1 }
  const { stats, errors } = Report.parse(JSON.parse(readFileSync(report, 'utf8')))
  const failed = stats.unexpected + stats.flaky + errors.length
  return { passed: stats.expected, failed: failed === 0 && code !== 0 ? 1 : failed }
}

/** Ports of the second product begin so far behind those of the first; each takes 26 (services/demo/src/ports.ts). */
const portsApart = 30

/** What both products are made of. Two starts that build the same folder at once would empty it for each other. */
const build = (): Promise<number> => runNode(projectRoot, ['services/demo/src/build.ts'])

/**
 * Walks journeys in a real browser against the whole product; `more` goes to Playwright (files, `--grep`). A run without a report has failed.
 * All of them are walked against two products at once: those that switch versions and stop services go one by one, which leaves a processor idle.
 */
export async function journeys(walked: Walked, more: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Promise<Counts> {
  const common = {
    CHECKIN_CHROMIUM: findTestChromium(), ...env,
    ...(walked === 'sample' && { CHECKIN_E2E_SAMPLE: '1', CHECKIN_E2E_BROWSERS: installedBrowsers().join(',') }),
  }
  if (more.length > 0 || process.env['CHECKIN_E2E_STANDING'] !== undefined) return walk('playwright', more, common)
  if (await build() !== 0) return { passed: 0, failed: 1 }
  const both = await Promise.all([
    walk('playwright-renters', [], { ...common, CHECKIN_E2E_PART: 'renters' }),
    walk('playwright-releases', [], { ...common, CHECKIN_E2E_PART: 'releases', CHECKIN_E2E_PORT: String(port + portsApart), CHECKIN_E2E_DATA_DIR: `${dataDir}-releases` }),
  ])
  return { passed: both[0].passed + both[1].passed, failed: both[0].failed + both[1].failed }
}

if (import.meta.main) {
  const { passed, failed } = await journeys('all', process.argv.slice(2))
  console.log(`\n${passed} passed, ${failed} failed`)
  process.exit(failed === 0 ? 0 : 1)
}
