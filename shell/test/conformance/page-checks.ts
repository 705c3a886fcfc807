import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from '@playwright/test'
import { aConfig } from '@checkin/api/testing'
import type { ScreenName } from '@checkin/remote'
import type { SparseRow } from '@checkin/routes'
import type { BuiltModule } from '@checkin/tooling/build-module'
import { openPage } from '../browser.ts'
import { startFaultySite } from '../faulty-site.ts'
import type { ApiManner, Bench, LoadedModule, Leftovers } from './bench.ts'
import { countLeftovers } from './count-leftovers.ts'

/** What a real browser found out about a module, each list empty when all is well. */
export interface PageFindings {
  readonly contract: readonly string[]
  readonly rendered: readonly string[]
  readonly left: readonly string[]
  readonly accessible: readonly string[]
  readonly policy: readonly string[]
}

const axeRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Visits of a step: the first may leave what is made once and kept, the others are counted. */
const [warmUp, more] = [2, 3] as const

/** A timer that still waits after so long goes on for ever. */
const longestTimerMs = 90_000

/** Loads the module in the shell's page under the policy of production and looks at every step. The API answers nonsense first, then as its contract says. */
export async function pageFindings(browser: Browser, shell: BuiltModule, module: BuiltModule): Promise<PageFindings> {
  const { name, version, steps, screens = [] } = module.manifest
  const site = await startFaultySite()
  site.serve({ shell, modules: [{ name, released: module }] })
  site.alters((data) => ({ ...data, config: aConfig() }))
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  const { page, violations } = await openPage(context)
  const findings = { contract: [] as string[], rendered: [] as string[], left: [] as string[], accessible: [] as string[], policy: [] as string[] }
  try {
    await page.clock.install()
    await page.addInitScript(countLeftovers)
    await page.goto(site.address)
    await page.waitForFunction(() => 'bench' in globalThis)
    const loaded: LoadedModule = await page.evaluate(() => (Reflect.get(globalThis, 'bench') as Bench).inspect())
    findings.contract.push(...contractProblems(loaded, name, steps), ...eventProblems(loaded, screens))
    if (loaded.kind === 'loaded') {
      for (const step of steps.filter((each) => loaded.steps.some((one) => one.name === each)) as ScreenName[]) await lookAt(page, step, findings)
    }
    findings.rendered.push(...site.reports().filter(({ outcome, phase }) => outcome === 'failed' && phase !== 'load').map(({ step, reason }) => `${textOf(step) || version}: ${textOf(reason)}`))
    findings.policy.push(...await violations())
  } finally {
    await context.close()
    await site.close()
  }
  return findings
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

function contractProblems(loaded: LoadedModule, name: string, steps: readonly string[]): readonly string[] {
  if (loaded.kind === 'failed') return [`it does not load: ${loaded.problem}`]
  const has = loaded.steps.map((step) => step.name)
  return [
    ...(loaded.name === name ? [] : [`it calls itself ${loaded.name}`]),
    ...steps.filter((step) => !has.includes(step)).map((step) => `${step} is promised and missing`),
    ...has.filter((step) => !steps.includes(step)).map((step) => `${step} is there and not promised`),
    ...loaded.steps.filter(({ isWhole }) => !isWhole).map((step) => `${step.name} lacks its view or its opened event`),
  ]
}

/** The events by which its rows lead on are those that its screens have (DEC-195, DEC-199). */
function eventProblems(loaded: LoadedModule, screens: readonly Pick<SparseRow, 'name' | 'leads'>[]): readonly string[] {
  if (loaded.kind === 'failed') return []
  return screens.flatMap(({ name, leads }) => {
    const named = Object.keys(leads ?? {})
    const has = loaded.steps.find((step) => step.name === name)?.events ?? []
    return [...named.filter((event) => !has.includes(event)).map((event) => `${name} leads on by ${event}, which its step has not`), ...has.filter((event) => !named.includes(event)).map((event) => `${name} has ${event}, which its row leads nowhere`)]
  })
}

interface Found { readonly rendered: string[]; readonly left: string[]; readonly accessible: string[] }

async function lookAt(page: Page, step: ScreenName, findings: Found): Promise<void> {
  const counts: Leftovers[] = []
  for (const api of ['nonsense', ...Array<ApiManner>(warmUp + more).fill('answers')] as const) {
    if (!(await opens(page, step, api))) findings.rendered.push(`${step} is not rendered when the API ${api === 'answers' ? 'answers' : 'answers nonsense'}`)
    if (api === 'answers' && counts.length === 1) {
      const { violations } = await new AxeBuilder({ page }).include('main').withTags(axeRules).analyze()
      findings.accessible.push(...violations.map(({ id, nodes }) => `${step}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`))
    }
    await page.evaluate(() => { (Reflect.get(globalThis, 'bench') as Bench).hide() })
    // A timer that ends by itself is none that was left behind.
    if (counts.length >= warmUp) await page.clock.runFor(longestTimerMs)
    counts.push(await page.evaluate(() => (Reflect.get(globalThis, 'leftovers') as () => Leftovers)()))
  }
  const [before, after] = [counts.at(-1 - more), counts.at(-1)]
  // What grows with every visit is left behind; what was made once and is kept does not.
  for (const kind of ['timers', 'listeners', 'styles', 'elements'] as const) {
    if (before && after && after[kind] - before[kind] >= more) findings.left.push(`${step} leaves ${kind} behind: ${after[kind] - before[kind]} after ${more} visits`)
  }
}

/** Shows a step until it has been opened and what its calls answered is painted. */
async function opens(page: Page, step: ScreenName, api: ApiManner): Promise<boolean> {
  await page.evaluate(([name, manner]) => { (Reflect.get(globalThis, 'bench') as Bench).show(name, manner) }, [step, api] as const)
  const phase = await page.waitForFunction(() => {
    const now = (Reflect.get(globalThis, 'bench') as Bench).phase()
    return now === 'waiting' ? null : now
  }).then((handle) => handle.jsonValue())
  await page.evaluate(() => new Promise<void>((done) => { requestAnimationFrame(() => { requestAnimationFrame(() => { done() }) }) }))
  return phase === 'opened' && await page.evaluate(() => (Reflect.get(globalThis, 'bench') as Bench).phase() === 'opened')
}
