import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { chromium, type Page } from '@playwright/test'
import { brokenModule } from '@checkin/e2e/support/broken-module'
import { createClient } from '@checkin/http/client'
import { getTenant } from '@checkin/registry'
import { internalFetch } from '@checkin/server'
import { projectRoot } from '@checkin/tooling/ownership'
import { findChromium } from '@checkin/tools/chromium'
import { port, tenantHost } from './product.ts'
import { chromiumFlags, keep, percentile, progress } from './report.ts'

const run = promisify(execFile)
/** Milliseconds between two looks at what is waited for. */
const look = 5
/** Where versions are published: a tenant that the rest of the bench leaves alone. */
const publishedFor = 'islandcars'
const seconds = (milliseconds: number): number => Math.round(milliseconds / 10) / 100

const node = (...args: readonly string[]): Promise<{ readonly stdout: string }> =>
  run(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], { cwd: projectRoot, env: { ...process.env, CHECKIN_PORT: String(port) }, maxBuffer: 1 << 26 })
const rollout = async (...args: readonly string[]): Promise<string> => (await node('services/module-registry/src/cli/main.ts', ...args)).stdout

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** A view of a module, and how a renter comes to it. */
interface ChangedView {
  readonly module: string
  readonly view: string
  /** What stands in the view, after which the text that changes is put. */
  readonly after: string
  /** Opens the screen at the development server. */
  readonly opens: (page: Page, origin: string) => Promise<unknown>
}

/** The first screen, which anybody reaches. */
const firstView: ChangedView = { module: 'mfe-verification', view: 'src/steps/verify-reservation/find.view.tsx', after: '<RequiredLegend />', opens: (page, origin) => page.goto(origin) }

/** Payment's own: the overview of a renter who has given all data, a document of its own with the policy of payment pages. */
const paymentView: ChangedView = {
  module: 'mfe-payment', view: 'src/steps/overview/view.tsx', after: "<StepHeading eyebrow={words('Lane.review')} title={words('Review.title')} lead={words('Review.lead')} />",
  opens: async (page, origin) => {
    const [{ makeLink }, { ownReservation }, { readyRenter }] = await Promise.all([import('@checkin/e2e/support/fleet'), import('@checkin/e2e/support/own-reservation'), import('@checkin/e2e/support/ready-renter')])
    const booking = await ownReservation('costaverde', 'CV1001')
    await readyRenter(booking)
    await page.goto(new URL(new URL((await makeLink('costaverde', booking.reference, 'verify')).url).pathname, origin).href)
    await page.locator('[data-screen="reservation"]').waitFor()
    await page.goto(new URL('/overview', origin).href)
  },
}

/** From a text that is saved in a view until it stands in a page of the development server, several times; the first, which warms up, is not counted. */
async function textChanges({ module, view, after, opens }: ChangedView, times: number): Promise<number[]> {
  const folder = brokenModule(module, 'bench', { [view]: [after, `${after}\n      <p id="note">Note 0</p>`] })
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
    await opens(page, `http://localhost:${served}/`)
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
    const ended = new Promise((done) => server.once('exit', done))
    if (server.exitCode === null && server.kill('SIGTERM')) await ended
  }
}

/**
 * From the command that publishes a version until a new visit of a tenant gets it, by an emergency: nothing waits in between. A change of payment waits for a second
 * person, who is there and approves at once.
 */
async function publishing(module: string, version: string): Promise<number> {
  return timed(async () => {
    await rollout('publish', module, '--version', version)
    const said = await rollout('set', publishedFor, `${module}@${version}`, '--emergency', '--reason', 'bench')
    const [, change] = /^Change (\d+) waits/.exec(said) ?? []
    if (change !== undefined) await rollout('approve', change)
    while (!(await internalFetch(`http://127.0.0.1:${port}/`, { headers: { host: `${publishedFor}.localhost` } }).then((answer) => answer.text(), () => '')).includes(`"${version}"`)) await delay(look)
  })
}

/** The same three times; the tenant gets back what it had. */
async function published(module: string): Promise<number[]> {
  const registry = createClient({ baseUrl: `http://127.0.0.1:${port + 5}`, token: 'demo-viewer' })
  const { revision } = await registry.call(getTenant, { params: { host: `${publishedFor}.localhost` } })
  const measured: number[] = []
  try {
    for (let at = 0; at < 3; at += 1) measured.push(await progress(`a version of ${module} is published and served`, () => publishing(module, `1.0.0-bench.${Date.now()}`)))
  } finally {
    await rollout('back', publishedFor, '--to', String(revision), '--reason', 'bench over').catch(() => undefined)
  }
  return measured
}

const figureOf = (measured: readonly number[], target: number) => ({ middle: seconds(percentile(measured, 0.5)), longest: seconds(Math.max(...measured)), target })

/**
 * `npm run bench -- delivery [changes]`: how long a team waits: for a changed text and for a version on a tenant, of a first screen and of payment, and for conformance
 * and the release matrix test of one module. Needs a running product; puts the tenant back.
 */
export async function deliveryBench([count = '10']: readonly string[]): Promise<void> {
  const texts = await progress('a text is changed', () => textChanges(firstView, Number(count)))
  const ofPayment = await progress('a text of payment is changed', () => textChanges(paymentView, Number(count)))
  const versions = await published('mfe-offers')
  const versionsOfPayment = await published('mfe-payment')
  const conformance = await progress('conformance', () => timed(() => node('shell/test/conformance/main.ts', 'offers')))
  const matrix = await progress('release matrix test', () => timed(() => node('tools/src/release-matrix/main.ts', 'offers', '--running', String(port), '--version', `1.0.0-bench.${Date.now()}`)))
  const figures = {
    'text in a view, until it is seen': figureOf(texts, 1),
    'text in a view of payment, until it is seen': figureOf(ofPayment, 1),
    'publish, until a tenant serves it': figureOf(versions, 30),
    'publish payment and approve, until a tenant serves it': figureOf(versionsOfPayment, 30),
    'conformance and release matrix test': figureOf([conformance + matrix], 180),
  }
  console.log('Seconds')
  console.table(figures)
  await keep('delivery', { changes: texts.length, conformance: seconds(conformance), matrix: seconds(matrix), seconds: figures })
}
