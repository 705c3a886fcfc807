// @vitest-environment node
import { createHash } from 'node:crypto'
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import type { PageData } from '@checkin/releases'
import type { BuiltModule } from '@checkin/tooling/build-module'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, openPage } from './browser.ts'
import { makeBuilds } from './builds.ts'
import type { Builds } from './builds.ts'
import { startFaultySite } from './faulty-site.ts'
import type { Fault, FaultySite } from './faulty-site.ts'

let builds: Builds
let browser: Browser
let good: BuiltModule
let next: BuiltModule

beforeAll(async () => {
  builds = await makeBuilds()
  ;[good, next, browser] = await Promise.all([builds.tiny('1.0.0'), builds.tiny('1.1.0'), openBrowser()])
})

afterAll(async () => {
  await browser.close()
  builds.remove()
})

interface Visit {
  readonly release: { readonly tiny: BuiltModule; readonly lastGood?: BuiltModule }
  readonly faults?: readonly (readonly [addressPart: string, fault: Fault, times?: number])[]
  readonly prepare?: (site: FaultySite) => void
  readonly query?: string
}

/** Opens the page of a release on a site of its own. */
async function openVisit({ release, faults = [], prepare, query = '' }: Visit) {
  const site = await startFaultySite()
  const { tiny, ...other } = release
  site.serve({ shell: builds.shell, modules: [{ name: 'mfe-tiny', released: tiny, ...other }] })
  for (const [part, fault, times] of faults) site.breaks(part, fault, times)
  prepare?.(site)
  const watched = await openPage(browser)
  await watched.page.goto(`${site.address}/${query}`)
  const step = watched.page.locator('[data-screen]')
  return {
    ...watched,
    site,
    step,
    codeThatRuns: () => step.locator('h1').textContent(),
    versionShown: () => step.getAttribute('data-module-version'),
    missing: watched.page.getByRole('button', { name: 'Module is missing' }),
    wasTampered: () => watched.page.evaluate(() => 'tampered' in globalThis),
  }
}

type Opened = Awaited<ReturnType<typeof openVisit>>

/** Every test opens its own visits; they end with it. */
const it = test.extend<{ open: (visit: Visit) => Promise<Opened> }>({
  open: async ({ task: _task }, use) => {
    const opened: Opened[] = []
    await use(async (visit) => {
      const one = await openVisit(visit)
      opened.push(one)
      return one
    })
    for (const { page, site } of opened) {
      await page.close()
      await site.close()
    }
  },
})

const chunkOf = ({ manifest }: BuiltModule): string => manifest.initial[0] ?? ''

describe('a module in the shell’s page, under the policy of production', () => {
  it('shows its step, marked with screen, module and version, without one violation', async ({ open }) => {
    const { page, site, step, codeThatRuns, violations } = await open({ release: { tiny: good } })
    expect(await codeThatRuns()).toBe('Code 1.0.0')
    expect(await step.getAttribute('data-screen')).toBe('verify-reservation')
    expect(await step.getAttribute('data-module')).toBe('mfe-tiny')
    expect(await step.getAttribute('data-module-version')).toBe('1.0.0')
    await page.getByRole('button', { name: 'Pressed 0' }).click()
    expect(await page.getByRole('button', { name: 'Pressed 1' }).count()).toBe(1)
    expect(await page.getByText('Hello').count()).toBe(1)
    expect(await violations()).toEqual([])
    await expect.poll(() => site.reports()).toEqual([{ module: 'mfe-tiny', version: '1.0.0', phase: 'load', outcome: 'ok' }])
  })

  it('leaves no policy of its release to a foreign script, whose addresses none of them makes (SEC-21)', async ({ open }) => {
    const { page, codeThatRuns } = await open({ release: { tiny: next, lastGood: good } })
    await codeThatRuns()
    const names = [builds.shell, next, good].map(({ manifest }) => manifest.uniqueName)
    const made = await page.evaluate((wanted) => {
      const factory = Reflect.get(globalThis, 'trustedTypes') as { createPolicy: (name: string, rules: object) => { createScriptURL: (address: string) => unknown } }
      const ways = [(name: string, rules: object) => factory.createPolicy(name, rules), (name: string, rules: object) => (Object.getPrototypeOf(factory) as typeof factory).createPolicy.call(factory, name, rules)]
      return [...wanted, 'checkin-loader'].flatMap((name) => ways.flatMap((way) => ['https://evil.example/x.js', '/beacon', '/assets/other/1.0.0/x.js'].flatMap((address) => {
        try {
          return [`${name}: ${String(way(name, { createScriptURL: (given: string) => given }).createScriptURL(address))}`]
        } catch {
          return []
        }
      })))
    }, names)
    expect(made).toEqual([])
  })

  it('uses the very React, effector and i18next of the shell', async ({ open }) => {
    const { page, codeThatRuns } = await open({ release: { tiny: good } })
    await codeThatRuns()
    const same = await page.evaluate(() => {
      const shell = Reflect.get(globalThis, 'shellSees') as Record<string, unknown>
      const remote = Reflect.get(globalThis, 'remoteSees') as Record<string, unknown>
      return Object.entries(shell).map(([name, value]) => [name, typeof value !== 'undefined' && value === remote[name]])
    })
    expect(Object.fromEntries(same)).toEqual({ useState: true, jsx: true, createPortal: true, createStore: true, useUnit: true, i18next: true })
  })

  it('cannot style the frame or another module', async ({ open }) => {
    const { page, step, codeThatRuns } = await open({ release: { tiny: good } })
    await codeThatRuns()
    const colourOf = (selector: string) => page.locator(selector).first().evaluate((element) => getComputedStyle(element).color)
    expect(await step.locator('h1').evaluate((element) => getComputedStyle(element).color)).toBe('rgb(1, 2, 3)')
    expect(await colourOf('#app > h2')).not.toBe('rgb(9, 9, 9)')
  })

  it('opens a step once per visit and again when the visit is another', async ({ open }) => {
    const { page, codeThatRuns } = await open({ release: { tiny: good } })
    await codeThatRuns()
    await page.getByText('Opened: visit 1').waitFor()
    await page.getByRole('button', { name: 'Visit again' }).click()
    await page.getByText('Opened: visit 1, visit 2').waitFor()
  })

  it('loads what a later screen needs only with that screen', async ({ open }) => {
    const first = await open({ release: { tiny: good } })
    await first.codeThatRuns()
    const later = await open({ release: { tiny: good }, query: '?route=reservation' })
    await later.page.getByText('Later 02.01.2026').waitFor()
    const files = ({ site }: typeof first) => new Set(site.requests().filter((address) => address.includes('/mfe-tiny/')))
    const seen = files(first)
    expect([...files(later)].filter((address) => !seen.has(address))).toHaveLength(1)
    expect(await later.violations()).toEqual([])
  })
})

const faults: readonly Fault[] = ['missing', 'error', 'hangs', 'truncated', 'tampered', 'html']
describe('a released version that does not come', () => {
  // What can be wrong with an entry: module-faults.test.ts, for each of the five modules.
  it.for(faults)('gives way to the last good one within 6 s: first chunk %s', async (fault, { open }) => {
    const { site, codeThatRuns, versionShown, wasTampered } = await open({ release: { tiny: next, lastGood: good }, faults: [[`/mfe-tiny/1.1.0/${chunkOf(next)}`, fault]] })
    expect(await codeThatRuns()).toBe('Code 1.0.0')
    expect(await versionShown()).toBe('1.0.0')
    expect(await wasTampered()).toBe(false)
    await expect.poll(() => site.reports().map(({ version, outcome }) => `${String(version)} ${String(outcome)}`)).toEqual(expect.arrayContaining(['1.1.0 failed', '1.0.0 last-good']))
  })

  it('comes at the second try when the first failed by chance', async ({ open }) => {
    const { site, codeThatRuns } = await open({ release: { tiny: next, lastGood: good }, faults: [['/mfe-tiny/1.1.0/remoteEntry.js', 'error', 1], ['/mfe-tiny/1.0.0/', 'hangs']] })
    expect(await codeThatRuns()).toBe('Code 1.1.0')
    expect(site.reports().map(({ outcome }) => outcome)).toContain('retried')
  })

  it('says so within 6 s when there is no other, and a press on retry really tries again', async ({ open }) => {
    const { missing, codeThatRuns } = await open({ release: { tiny: next }, faults: [['/mfe-tiny/1.1.0/remoteEntry.js', 'hangs', 2]] })
    await missing.click()
    expect(await codeThatRuns()).toBe('Code 1.1.0')
  })

  it('never runs tampered code, not even when there is no other version (SEC-22)', async ({ open }) => {
    const { missing, wasTampered } = await open({ release: { tiny: next }, faults: [['/mfe-tiny/1.1.0/', 'tampered']] })
    await missing.waitFor()
    expect(await wasTampered()).toBe(false)
  })

  it('is not even asked for when the release names no hash for it', async ({ open }) => {
    const withoutHashes = (data: PageData): PageData => ({ ...data, modules: Object.fromEntries(Object.entries(data.modules).map(([name, module]) => [name, { ...module, integrity: {} }])) })
    const { site, missing } = await open({ release: { tiny: next }, prepare: ({ alters }) => alters(withoutHashes) })
    await missing.waitFor()
    expect(site.requests().filter((address) => address.includes('/mfe-tiny/'))).toEqual([])
  })
})

/** The same build with another entry, published as it is. */
function withEntry({ manifest, outDir }: BuiltModule, change: (entry: string) => string): BuiltModule {
  const file = join(outDir, manifest.entry)
  const entry = change(readFileSync(file, 'utf8'))
  writeFileSync(file, entry)
  const integrity = `sha384-${createHash('sha384').update(entry).digest('base64')}`
  return { outDir, manifest: { ...manifest, files: manifest.files.map((each) => (each.path === manifest.entry ? { ...each, integrity } : each)) } }
}

it('asks the browser to compile the first script while it comes (decision 0295)', () => {
  expect(readFileSync(join(builds.shell.outDir, builds.shell.manifest.entry), 'utf8')).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/)
})

describe('the container of a module', () => {
  const ranRuntime = (page: Page): Promise<boolean> => page.evaluate(() => '_FEDERATION_RUNTIME_CORE' in globalThis)

  it('brings what it runs on: the page loads no federation runtime', async ({ open }) => {
    const { page, codeThatRuns } = await open({ release: { tiny: good } })
    expect(await codeThatRuns()).toBe('Code 1.0.0')
    expect(await ranRuntime(page)).toBe(false)
  })

  it('finds the runtime in the page where it was built before it brought one, and a version of today takes its place when it fails', async ({ open }) => {
    const older = await builds.olderTiny('0.9.0')
    expect(older.manifest.runtimeFree).toBeUndefined()
    const { page, codeThatRuns } = await open({ release: { tiny: older } })
    expect(await codeThatRuns()).toBe('Code 0.9.0')
    expect(await ranRuntime(page)).toBe(true)
    const failing = await open({ release: { tiny: older, lastGood: good }, faults: [['/mfe-tiny/0.9.0/', 'missing']] })
    expect(await failing.codeThatRuns()).toBe('Code 1.0.0')
    const back = await open({ release: { tiny: next, lastGood: older }, faults: [['/mfe-tiny/1.1.0/', 'missing']] })
    expect(await back.codeThatRuns()).toBe('Code 0.9.0')
    expect(await back.violations()).toEqual([])
  })

  it('does not run with another major of what the page shares: the last good version does', async ({ open }) => {
    const foreign = withEntry(await builds.tiny('1.4.0'), (entry) => entry.replace(/(shareKey:"react",import:null,requiredVersion:)"\^\d+/, '$1"^3'))
    const { site, codeThatRuns } = await open({ release: { tiny: foreign, lastGood: good } })
    expect(await codeThatRuns()).toBe('Code 1.0.0')
    expect(site.reports()).toContainEqual(expect.objectContaining({ version: '1.4.0', outcome: 'failed', reason: 'threw' }))
  })

  it('is not asked for a second time when its script throws', async ({ open }) => {
    const thrower = withEntry(await builds.tiny('1.5.0'), (entry) => `throw new Error('broken at its start');${entry}`)
    const { site, codeThatRuns } = await open({ release: { tiny: thrower, lastGood: good } })
    expect(await codeThatRuns()).toBe('Code 1.0.0')
    expect(site.requests().filter((address) => address.includes('/mfe-tiny/1.5.0/'))).toHaveLength(1)
    expect(site.reports()).toContainEqual(expect.objectContaining({ version: '1.5.0', phase: 'load', outcome: 'failed', reason: 'threw' }))
  })

  it('takes what comes on demand once more when it failed by chance', async ({ open }) => {
    const onDemand = builds.shell.manifest.files.map(({ path }) => path).filter((path) => path.endsWith('.js') && path !== 'main.js')
    const { site, codeThatRuns } = await open({ release: { tiny: good }, faults: onDemand.map((path) => [`/${path}`, 'error', 1] as const) })
    expect(await codeThatRuns()).toBe('Code 1.0.0')
    expect(site.reports().map(({ outcome }) => outcome)).toEqual(['ok'])
  })
})

describe('a released version whose code is broken', () => {
  it('gives way to the last good one when it throws at its start, without a second try', async ({ open }) => {
    const thrower = await builds.tiny('1.2.0', (sources) => appendFileSync(join(sources, 'src/remote.ts'), "\nthrow new Error('broken at its start')\n"))
    const { site, codeThatRuns } = await open({ release: { tiny: thrower, lastGood: good } })
    expect(await codeThatRuns()).toBe('Code 1.0.0')
    expect(site.reports().map(({ outcome }) => outcome)).not.toContain('retried')
  })

  it('gives way to the last good one when its view cannot be drawn', async ({ open }) => {
    const fragile = await builds.tiny('1.3.0', (sources) => {
      rmSync(join(sources, 'src/first.view.tsx'))
      writeFileSync(join(sources, 'src/first.view.tsx'), "import type { ReactNode } from 'react'\nexport function FirstView(): ReactNode {\n  throw new Error('cannot be drawn')\n}\n")
    })
    const { codeThatRuns, versionShown } = await open({ release: { tiny: fragile, lastGood: good } })
    expect(await codeThatRuns()).toBe('Code 1.0.0')
    expect(await versionShown()).toBe('1.0.0')
  })

  it('leaves the frame alive when there is no other version', async ({ open }) => {
    const { page, missing } = await open({ release: { tiny: good }, query: '?route=verify-code' })
    await missing.waitFor()
    expect(await page.getByText('Host').count()).toBe(1)
  })
})
