import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser } from '@playwright/test'
import type { MadePreview } from '@checkin/e2e/support/preview'
import { parseJson } from '@checkin/http'
import { createClient } from '@checkin/http/client'
import { typicalCanary, type Worse } from '@checkin/module-registry/testing/typical-canary'
import { createSet, getTenant, previewOfSet } from '@checkin/registry'
import { projectRoot } from '@checkin/tooling/ownership'
import * as z from 'zod'
import { findChromium, findTestChromium } from '../chromium.ts'
import { runNode } from '../shell-command.ts'
import { couldNotRun, wholePage, type WholeResult } from './report.ts'
import { rowsWith, wholeRows, type WholeRow } from './rows.ts'

/** `npm run sabotage -- words`: only the rows that have them. */
const rows = rowsWith(process.argv.slice(2))
if (rows.length === 0) {
  process.stderr.write(`No broken version of a real module has these words; docs/sabotage.md stays as it is. There are:\n${wholeRows.map(({ what }) => `  ${what}\n`).join('')}`)
  process.exit(2)
}

// The page objects ask the installation that these variables name.
const port = Number(process.env['CHECKIN_E2E_PORT'] ??= '4600')
process.env['CHECKIN_E2E_DATA_DIR'] ??= join(projectRoot, '.cache', 'sabotage-data')
const { brokenModule } = await import('@checkin/e2e/support/broken-module')
const { rollout } = await import('@checkin/e2e/support/rollout')
const { default: startProduct } = await import('@checkin/e2e/support/start-product')
const { runJourney } = await import('../release-matrix/journeys.ts')
const { visit } = await import('./renters.ts')
const { watchedRollout } = await import('./watched.ts')

const registry = createClient({ baseUrl: `http://127.0.0.1:${port + 5}`, token: 'demo-operator' })
const host = 'costaverde.localhost'
const visits = 3
const middle = (of: readonly number[]): number => of.toSorted((one, other) => one - other)[Math.floor(of.length / 2)] ?? 0

const isAsExpected = ({ row, gate, said }: WholeResult): boolean => gate === row.gate && (row.at === undefined || said === `at ${row.at}`) && (row.says === undefined || row.says.test(said))

/** A signed preview of the tenant's set with one version otherwise, and what is in it. */
async function previewWith(modules: Readonly<Record<string, string>>): Promise<{ readonly preview: MadePreview; readonly versions: Readonly<Record<string, string>> }> {
  const now = await registry.call(getTenant, { params: { host } })
  const versions = { ...now.modules, ...modules }
  const { id } = await registry.call(createSet, { body: { modules: versions, settings: now.settings } })
  const made = await registry.call(previewOfSet, { params: { host, id }, body: { hours: 1, reason: 'sabotage' } })
  return { preview: { registry, host, id: made.id }, versions }
}

/** How much worse renters of the version fare than those of the one beside it, from visits of both. */
async function compared(browser: Browser, bad: MadePreview): Promise<{ readonly worse: Worse; readonly seen: string }> {
  const [mine, other] = [[], []] as Awaited<ReturnType<typeof visit>>[][]
  const good = (await previewWith({})).preview
  for (let at = 0; at < visits; at += 1) {
    other?.push(await visit(browser, good))
    mine?.push(await visit(browser, bad))
  }
  const stays = (of: typeof mine = []) => of.flatMap(({ stay }) => stay ?? [])
  const totals = (of: typeof mine = []) => of.flatMap(({ total }) => total ?? [])
  if (stays(other).length < visits) throw new Error('the version that works held a renter')
  const held = 1 - stays(mine).length / visits
  const delays = held === 1 ? 0 : Math.max(0, middle(stays(mine)) - middle(stays(other)))
  const sold = held === 1 || middle(totals(mine)) >= middle(totals(other))
  const seconds = (of: typeof mine): string => (stays(of).length === 0 ? 'not left' : `left after ${(middle(stays(of)) / 1000).toFixed(1)} s`)
  const seen = `${seconds(mine)}, beside it ${seconds(other)}${held === 1 ? '' : `; total ${middle(totals(mine)).toFixed(2)}, beside it ${middle(totals(other)).toFixed(2)}`}`
  // What a press costs by itself is noise.
  return { worse: { breaks: 0, holds: held, loses: held, ...(delays > 1000 && { delays }), ...(!sold && { forgoes: 1 }) }, seen }
}

const Refusal = z.object({ status: z.number(), title: z.string() })

/** What the registry said when it refused a version; undefined where the command failed for another reason, a build or a registry that is away: that says nothing of the version. */
function refusal(error: unknown): string | undefined {
  const said = error instanceof Error && 'stderr' in error && typeof error.stderr === 'string' ? parseJson(error.stderr) : null
  const { success, data } = Refusal.safeParse(said)
  return success ? data.title : undefined
}
/** Whether a module conforms. Throws where the checks did not come to their end: only then is there a report. */
async function conforms(folder: string): Promise<boolean> {
  const reports = mkdtempSync(join(tmpdir(), 'checkin-sabotage-'))
  const report = join(reports, 'conformance.json')
  try {
    const code = await runNode(projectRoot, ['shell/test/conformance/main.ts', folder, '--report', report], { CHECKIN_CHROMIUM: findTestChromium() })
    if (code !== 0 && !existsSync(report)) throw new Error('the conformance run did not come to its end')
    return code === 0
  } finally {
    rmSync(reports, { recursive: true, force: true })
  }
}

/** Takes one row through the gates in their order, and answers which stopped it, or that it could not be tried. */
async function outcome(browser: Browser, row: WholeRow, at: number): Promise<WholeResult> {
  try {
    return await tried(browser, row, at)
  } catch (error) {
    return { row, gate: couldNotRun, said: String(error), seconds: 0, canary: null }
  }
}

async function tried(browser: Browser, row: WholeRow, at: number): Promise<WholeResult> {
  const began = Date.now()
  const stop = (gate: string, said: string, canary: WholeResult['canary'] = null): WholeResult => ({ row, gate, said, seconds: Math.round((Date.now() - began) / 1000), canary })
  const folder = brokenModule(row.module, `whole-${at}`, row.edits)
  const version = `9.${at}.0-dev.${randomBytes(3).toString('hex')}`
  try {
    await rollout('publish', folder, '--version', version, '--json')
  } catch (error) {
    const said = refusal(error)
    if (said === undefined) throw error
    return stop('publish', said)
  }
  if (!await conforms(folder)) return stop('conformance', '')
  const { preview, versions } = await previewWith({ [row.module]: version })
  const result = await runJourney(browser, 'check-in', { tenant: 'costaverde', preview, versions })
  if (result.kind === 'failed') return stop('rehearsal', `at ${result.step}`)
  if (row.says) {
    const watched = await watchedRollout(browser, { host, module: row.module, version })
    return watched === null ? stop('unnoticed', '') : stop('canary', watched.reason.replace(/^\S+ | \(odds .*$/g, ''), watched)
  }
  const { worse, seen } = await compared(browser, preview)
  const canary = typicalCanary(worse)
  return canary === null ? stop('unnoticed', seen) : stop('canary', seen, { seconds: canary.minutes * 60, hurt: canary.hurt })
}

const stopProduct = await startProduct()
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-component-update', '--disable-sync'] })
const results: WholeResult[] = []
try {
  for (const row of rows) {
    const result = await outcome(browser, row, wholeRows.indexOf(row))
    process.stdout.write(`${isAsExpected(result) ? '✓' : '✗'} ${row.what}: ${result.gate} ${result.said}${result.canary?.visits === undefined ? '' : `, ${result.canary.visits} visits, ${result.canary.hurt} hurt, ${result.canary.seconds} s`}\n`)
    results.push(result)
  }
} finally {
  await browser.close()
  await stopProduct()
}
const page = join(projectRoot, 'docs/sabotage.md')
writeFileSync(page, wholePage(readFileSync(page, 'utf8'), results))
const missed = results.filter(({ gate }) => gate === couldNotRun)
if (missed.length > 0) process.stderr.write(`${missed.length} of ${results.length} could not run; docs/sabotage.md has what was seen of them before: ${missed.map(({ row }) => row.what).join('; ')}\n`)
process.exitCode = results.every(isAsExpected) ? 0 : 1
