import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { attackClasses, type AttackClass, type AttackFound } from '@checkin/testing/hostile-classes'
import { projectRoot } from '@checkin/tooling/ownership'
import * as z from 'zod'
import { findTestChromium } from '../chromium.ts'
import type { Defence } from './defences.ts'

const isAttack = (name: string): name is AttackClass => name in attackClasses
const Found = z.object({ attack: z.string().refine(isAttack), tries: z.number(), through: z.array(z.string()) })

/** What the bench found, each class once. */
export interface BenchRun {
  readonly found: readonly AttackFound[]
  readonly isGreen: boolean
  readonly output: string
}

const folder = join(projectRoot, '.cache', 'hostile')
const isInBrowser = ({ test }: Defence): boolean => test.endsWith('.spec.ts')

/** Attacks on servers, in processes of the test runner. */
const onServers = { args: ['tools/node_modules/vitest/vitest.mjs', 'run', '--root', '.', '--config', 'tools/src/hostile/vitest-config.ts'], env: {} }

/** Attacks in a browser, on a whole product that is started for them; with a defence taken out in each of its processes. */
const inBrowser = (without?: Defence) => ({
  args: ['e2e/node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e/playwright.config.ts', '--workers=1', '--project=product', 'inside-a-browser.spec.ts', ...(without?.part === undefined ? [] : ['--grep', without.part])],
  env: {
    CHECKIN_CHROMIUM: findTestChromium(), CHECKIN_E2E_PORT: process.env['CHECKIN_E2E_PORT'] ?? '4460', CHECKIN_E2E_DATA_DIR: join(folder, `data-${process.pid}`),
    ...(without && { NODE_OPTIONS: `--disable-warning=ExperimentalWarning --import=${pathToFileURL(join(projectRoot, 'tools/src/hostile/without.ts')).href}` }),
  },
})

/** Runs one part; answers what it appended to its file. */
function runPart({ args, env }: { readonly args: readonly string[]; readonly env: Readonly<Record<string, string>> }, without?: Defence): BenchRun {
  const file = join(folder, `found-${process.pid}.jsonl`)
  mkdirSync(folder, { recursive: true })
  rmSync(file, { force: true })
  // What the run around it says about the database of its own tests is not for this one.
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^VITEST|^CHECKIN_TEST_|^CHECKIN_HOSTILE_|^CHECKIN_E2E_/.test(name)))
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: projectRoot, encoding: 'utf8', maxBuffer: 1e9, env: { ...own, ...env, CHECKIN_HOSTILE_FOUND: file, ...(without && { CHECKIN_HOSTILE_WITHOUT: without.name }) },
  })
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
  rmSync(file, { force: true })
  rmSync(join(folder, `data-${process.pid}`), { recursive: true, force: true })
  const output = `${stdout}${stderr}`
  if (lines.length === 0) throw new Error(`The bench found nothing:\n${output}`)
  return { found: lines.map((line) => Found.parse(JSON.parse(line))), isGreen: status === 0, output }
}

/** A class may be tried in several parts; they are one. */
function together(found: readonly AttackFound[]): readonly AttackFound[] {
  return Object.entries(Object.groupBy(found, ({ attack }) => attack)).map(([attack, parts]) => ({
    attack: attack as AttackClass, tries: parts.reduce((sum, { tries }) => sum + tries, 0), through: parts.flatMap(({ through }) => through),
  }))
}

/** Runs the whole bench; with a defence taken out only what its test looks at. Throws when a run left nothing behind. */
export function runBench(without?: Defence): BenchRun {
  const runs = without ? [runPart(isInBrowser(without) ? inBrowser(without) : onServers, without)] : [runPart(onServers), runPart(inBrowser())]
  const found = together(runs.flatMap((run) => run.found))
  // Each part of a class holds its own part of the least number of tries; all of them together have to hold all.
  const isWhole = without !== undefined || found.every(({ attack, tries }) => tries >= attackClasses[attack])
  return { found, isGreen: isWhole && runs.every(({ isGreen }) => isGreen), output: runs.map(({ output }) => output).join('\n') }
}

/** What came through once a defence was taken out; empty when nothing noticed. */
export const noticed = (defence: Defence): readonly string[] => runBench(defence).found.find(({ attack }) => attack === defence.attack)?.through ?? []
