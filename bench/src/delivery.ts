import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'
import { brokenModule } from '@checkin/e2e/support/broken-module'
import { internalFetch } from '@checkin/server'
import { projectRoot } from '@checkin/tooling/ownership'
import { findChromium } from '@checkin/tools/chromium'
import { port, tenantHost } from './product.ts'
import { chromiumFlags, keep, percentile, progress } from './report.ts'

const run = promisify(execFile)
/** Milliseconds between two looks at what is waited for. */
const look = 5
const view = 'src/steps/verify-reservation/find.view.tsx'
const seconds = (milliseconds: number): number => Math.round(milliseconds / 10) / 100

const node = (...args: readonly string[]): Promise<unknown> =>
  run(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], { cwd: projectRoot, env: { ...process.env, CHECKIN_PORT: String(port) }, maxBuffer: 1 << 26 })
const rollout = (...args: readonly string[]): Promise<unknown> => node('services/module-registry/src/cli/main.ts', ...args)

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** From a text that is saved in a view until it stands in a page of the development server, several times; the first, which warms up, is not counted. */
async function textChanges(times: number): Promise<number[]> {
  const folder = brokenModule('mfe-verification', 'bench', { [view]: ['<RequiredLegend />', '<p id="note">Note 0</p>\n      <RequiredLegend />'] })
  const served = port + 90
  const server: ChildProcess = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(projectRoot, 'services/demo/src/dev.ts'), folder, '--on', `http://${tenantHost}`], {
    cwd: projectRoot, env: { ...process.env, CHECKIN_PORT: String(served) }, stdio: ['ignore', 'pipe', 'inherit'],
  })
  const browser = await chromium.launch({ executablePath: findChromium(), args: [...chromiumFlags] })
  try {
    await new Promise<void>((ready, failed) => {
      server.stdout?.on('data', (text: Buffer) => { if (text.toString().includes('comes from')) ready() })
      server.once('exit', () => { failed(new Error('the development server ended')) })
    })
    const page = await browser.newPage()
    await page.goto(`http://localhost:${served}/`)
    await page.locator('#note').waitFor()
    const measured: number[] = []
    for (let at = 1; at <= times + 1; at += 1) {
      const text = readFileSync(join(folder, view), 'utf8')
      measured.push(await timed(async () => {
        writeFileSync(join(folder, view), text.replace(`Note ${at - 1}`, `Note ${at}`))
        await page.waitForFunction((wanted) => document.querySelector('#note')?.textContent === wanted, `Note ${at}`, { polling: look })
      }))
      // Nobody saves twice within a moment.
      await delay(500)
    }
    return measured.slice(1)
  } finally {
    await browser.close()
    server.kill('SIGTERM')
  }
}

/** From the command that publishes a version until a new visit of a tenant gets it, by an emergency: nothing waits in between. */
async function publishing(version: string): Promise<number> {
  return timed(async () => {
    await rollout('publish', 'mfe-offers', '--version', version)
    await rollout('set', 'islandcars', `offers@${version}`, '--emergency', '--reason', 'bench')
    while (!(await internalFetch(`http://127.0.0.1:${port}/`, { headers: { host: 'islandcars.localhost' } }).then((answer) => answer.text(), () => '')).includes(`"${version}"`)) await delay(look)
  })
}

/**
 * `npm run bench -- delivery [changes]`: how long a team waits: for a changed text, for a version on a tenant, and for conformance and the release matrix
 * test of one module. Needs a running product; puts the tenant back.
 */
export async function deliveryBench([count = '10']: readonly string[]): Promise<void> {
  const texts = await progress('a text is changed', () => textChanges(Number(count)))
  const published: number[] = []
  try {
    for (let at = 0; at < 3; at += 1) published.push(await progress('a version is published and served', () => publishing(`1.0.0-bench.${Date.now()}`)))
  } finally {
    await rollout('back', 'islandcars', '--reason', 'bench over').catch(() => undefined)
  }
  const conformance = await progress('conformance', () => timed(() => node('shell/test/conformance/main.ts', 'offers')))
  const matrix = await progress('release matrix test', () => timed(() => node('tools/src/release-matrix/main.ts', 'offers', '--running', String(port), '--version', `1.0.0-bench.${Date.now()}`)))
  const figures = {
    'text in a view, until it is seen': { middle: seconds(percentile(texts, 0.5)), longest: seconds(Math.max(...texts)), target: 1 },
    'publish, until a tenant serves it': { middle: seconds(percentile(published, 0.5)), longest: seconds(Math.max(...published)), target: 30 },
    'conformance and release matrix test': { middle: seconds(conformance + matrix), longest: seconds(conformance + matrix), target: 180 },
  }
  console.log('Seconds')
  console.table(figures)
  await keep('delivery', { changes: texts.length, conformance: seconds(conformance), matrix: seconds(matrix), seconds: figures })
}
