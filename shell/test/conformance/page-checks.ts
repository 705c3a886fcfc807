import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from '@playwright/test'
import { aConfig } from '@checkin/api/testing'
import type { ScreenName } from '@checkin/remote'
import type { SparseRow } from '@checkin/routes'
import { longestBlockMs } from '@checkin/telemetry/longest-block'
import type { BuiltModule } from '@checkin/tooling/build-module'
import { openPage } from '../browser.ts'
import { startFaultySite } from '../faulty-site.ts'
import type { ApiManner, Bench, LoadedModule, Leftovers } from './bench.ts'
import { watchBlocks, type BlockWatch } from './blocks.ts'
import { countLeftovers } from './count-leftovers.ts'
import { watchMemory, type Held, type MemoryWatch } from './memory.ts'
import { watchPage, type PageWatch } from './watch-page.ts'

/** What a real browser found out about a module, each list empty when all is well. */
export interface PageFindings {
  readonly contract: readonly string[]
  readonly rendered: readonly string[]
  readonly left: readonly string[]
  readonly accessible: readonly string[]
  readonly policy: readonly string[]
  /** Built-in objects, looks of the page around the screen, and messages that nobody has. */
  readonly around: readonly string[]
  readonly words: readonly string[]
  /** Times in which the page answered nothing. */
  readonly frozen: readonly string[]
  readonly memory: readonly string[]
}

type Found = Record<keyof PageFindings, string[]>

const axeRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Visits of a step: the first may leave what is made once and kept, the others are counted. */
const [warmUp, more] = [2, 5] as const

/** What each further visit of a step may leave behind. Compiled code and caches grow by some bytes; nodes and listeners do not. */
export const mostKept: Held = { bytes: 300_000, nodes: 0, listeners: 0 }

/** A module that the kit has not come to an end with after so many milliseconds for each of its steps keeps the page from answering for ever. */
const patienceMs = 45_000

/** A timer that still waits after so long goes on for ever. */
const longestTimerMs = 90_000

/** How often steps are visited, and who hears what that left in memory. */
export interface Visits {
  /** Visits that are counted, after two in which what is made once is made. */
  readonly counted?: number
  readonly measured?: (step: ScreenName, kept: Held) => void
}

/** Loads the module in the shell's page under the policy of production and looks at every step. The API answers nonsense first, then as its contract says. */
export async function pageFindings(browser: Browser, shell: BuiltModule, module: BuiltModule, { counted = more, measured = () => undefined }: Visits = {}): Promise<PageFindings> {
  const { name, version, steps, screens = [] } = module.manifest
  const site = await startFaultySite()
  site.serve({ shell, modules: [{ name, released: module }] })
  site.alters((data) => ({ ...data, config: aConfig() }))
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  const { page, violations } = await openPage(context)
  const findings: Found = { contract: [], rendered: [], left: [], accessible: [], policy: [], around: [], words: [], frozen: [], memory: [] }
  let step = 'its start'
  const look = async (): Promise<void> => {
    await page.clock.install()
    await page.addInitScript(countLeftovers)
    await page.addInitScript(watchPage)
    const [memory, blocks] = await Promise.all([watchMemory(page), watchBlocks(page)])
    await page.goto(site.address)
    await page.waitForFunction(() => 'bench' in globalThis)
    await page.evaluate(() => { (Reflect.get(globalThis, 'pageWatch') as PageWatch).begin() })
    const loaded: LoadedModule = await page.evaluate(() => (Reflect.get(globalThis, 'bench') as Bench).inspect())
    await blocks.look()
    findings.contract.push(...contractProblems(loaded, name, steps), ...eventProblems(loaded, screens))
    if (loaded.kind === 'loaded') {
      for (step of steps.filter((each) => loaded.steps.some((one) => one.name === each))) measured(step, await lookAt(page, step, { memory, blocks }, findings, counted))
    }
    const { changed, missing } = await page.evaluate(() => {
      const bench = Reflect.get(globalThis, 'bench') as Bench
      return { changed: bench.changed(), missing: bench.missing() }
    })
    findings.around.push(...changed.map((each) => `it changes ${each} of everybody`))
    findings.words.push(...missing.map((each) => `${each} is no message`))
    if (blocks.longest() > longestBlockMs) findings.frozen.push(`the page answered nothing for ${(blocks.longest() / 1000).toFixed(1)} s`)
    findings.policy.push(...await violations())
  }
  try {
    const unanswered = (why = ''): void => { findings.frozen.push(`${step}: the page does not answer any more${why}`) }
    // A question that was not answered in its time, or a page that is gone.
    if (!(await endsWithin(look().catch((error: unknown) => { unanswered(`, ${String(error).split('\n')[0] ?? ''}`) }), patienceMs * (steps.length + 1) * counted / more))) unanswered()
    findings.rendered.push(...site.reports().filter(({ outcome, phase }) => outcome === 'failed' && phase !== 'load').map(({ step: at, reason }) => `${textOf(at) || version}: ${textOf(reason)}`))
  } finally {
    // A page that hangs does not close either; the browser ends it.
    await endsWithin(context.close(), 5000)
    await site.close()
  }
  return findings
}

/** Whether the work ended in its time; what it threw counts, but not after that. */
export async function endsWithin(work: Promise<unknown>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((done) => { timer = setTimeout(() => { done(false) }, milliseconds) })
  work.catch(() => undefined)
  try {
    return await Promise.race([work.then(() => true), late])
  } finally {
    clearTimeout(timer)
  }
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

/** What is asked after each visit of a step. */
interface Watches {
  readonly memory: MemoryWatch
  readonly blocks: BlockWatch
}

async function lookAt(page: Page, step: ScreenName, { memory, blocks }: Watches, findings: Found, counted: number): Promise<Held> {
  const counts: Leftovers[] = []
  const held: Held[] = []
  for (const api of ['nonsense', ...Array<ApiManner>(warmUp + counted).fill('answers')] as const) {
    if (!(await opens(page, step, api))) findings.rendered.push(`${step} is not rendered when the API ${api === 'answers' ? 'answers' : 'answers nonsense'}`)
    if (api === 'answers' && counts.length === 1) {
      const { violations } = await new AxeBuilder({ page }).include('main').withTags(axeRules).analyze()
      findings.accessible.push(...violations.map(({ id, nodes }) => `${step}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`))
      const differing = await page.evaluate(() => (Reflect.get(globalThis, 'pageWatch') as PageWatch).differing())
      findings.around.push(...differing.map((each) => `${step} changes what is around it: ${each}`))
    }
    await page.evaluate(() => { (Reflect.get(globalThis, 'bench') as Bench).hide() })
    // A timer that ends by itself is none that was left behind.
    if (counts.length >= warmUp) await page.clock.runFor(longestTimerMs)
    counts.push(await page.evaluate(() => (Reflect.get(globalThis, 'leftovers') as () => Leftovers)()))
    await blocks.look()
    held.push(await memory.held())
  }
  const [before, after] = [counts.at(-1 - counted), counts.at(-1)]
  // What grows with every visit is left behind; what was made once and is kept does not.
  for (const kind of ['timers', 'listeners', 'styles', 'elements'] as const) {
    if (before && after && after[kind] - before[kind] >= counted) findings.left.push(`${step} leaves ${kind} behind: ${after[kind] - before[kind]} after ${counted} visits`)
  }
  const grown = (what: keyof Held): number[] => held.slice(-counted).map((each, at) => each[what] - (held.at(at - counted - 1)?.[what] ?? 0))
  // React keeps a screen or two that were closed until it needs the room: what is left behind grows with most visits, not with one or two.
  const middle = (of: readonly number[]): number => Math.max(0, of.toSorted((one, other) => one - other)[Math.floor(of.length / 2)] ?? 0)
  const kept: Held = { bytes: grown('bytes').reduce((sum, each) => sum + each, 0) / counted, nodes: middle(grown('nodes')), listeners: middle(grown('listeners')) }
  if (kept.bytes > mostKept.bytes) findings.memory.push(`${step} keeps ${Math.round(kept.bytes / 1000)} kB of each visit`)
  for (const what of ['nodes', 'listeners'] as const) if (kept[what] > mostKept[what]) findings.memory.push(`${step} keeps ${Math.round(kept[what])} ${what} of each visit`)
  return kept
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
