// @vitest-environment node
import { appendFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import type { BuiltModule } from '@checkin/tooling/build-module'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, openPage } from './browser.ts'
import { makeBuilds } from './builds.ts'
import type { Builds } from './builds.ts'
import { startFaultySite } from './faulty-site.ts'
import type { Fault, FaultySite } from './faulty-site.ts'

let builds: Builds
let site: FaultySite
let browser: Browser
let good: BuiltModule
let next: BuiltModule

beforeAll(async () => {
  builds = await makeBuilds()
  ;[good, next, site, browser] = await Promise.all([builds.tiny('1.0.0'), builds.tiny('1.1.0'), startFaultySite(), openBrowser()])
}, 60_000)

afterAll(async () => {
  await browser.close()
  await site.close()
  builds.remove()
})

/** Opens the page and gives what is on it; the time limit is the loader's promise of 6 s and not a measure. */
async function open(query = '') {
  const watched = await openPage(browser)
  await watched.page.goto(`${site.address}/${query}`)
  const step = watched.page.locator('[data-screen]')
  return {
    ...watched,
    step,
    codeThatRuns: () => step.locator('h1').textContent({ timeout: 6500 }),
    versionShown: () => step.getAttribute('data-module-version'),
    wasTampered: () => watched.page.evaluate(() => 'tampered' in globalThis),
  }
}

const chunkOf = ({ manifest }: BuiltModule): string => manifest.initial[0] ?? ''

describe('a module in the shell’s page, under the policy of production', () => {
  it('shows its step, marked with screen, module and version, without one violation', async () => {
    site.serve({ shell: builds.shell, tiny: good })
    const { page, step, codeThatRuns, violations } = await open()
    expect(await codeThatRuns()).toBe('Code 1.0.0')
    expect(await step.getAttribute('data-screen')).toBe('verify-reservation')
    expect(await step.getAttribute('data-module')).toBe('mfe-tiny')
    expect(await step.getAttribute('data-module-version')).toBe('1.0.0')
    await page.getByRole('button', { name: 'Pressed 0' }).click()
    expect(await page.getByRole('button', { name: 'Pressed 1' }).count()).toBe(1)
    expect(await page.getByText('Hello').count()).toBe(1)
    expect(await violations()).toEqual([])
    await expect.poll(() => site.reports()).toEqual([{ module: 'mfe-tiny', version: '1.0.0', phase: 'load', outcome: 'ok' }])
    await page.close()
  })

  it('uses the very React, effector and i18next of the shell', async () => {
    site.serve({ shell: builds.shell, tiny: good })
    const { page, codeThatRuns } = await open()
    await codeThatRuns()
    const same = await page.evaluate(() => {
      const shell = Reflect.get(globalThis, 'shellSees') as Record<string, unknown>
      const remote = Reflect.get(globalThis, 'remoteSees') as Record<string, unknown>
      return Object.entries(shell).map(([name, value]) => [name, typeof value !== 'undefined' && value === remote[name]])
    })
    expect(Object.fromEntries(same)).toEqual({ useState: true, jsx: true, createPortal: true, createStore: true, useUnit: true, i18next: true })
    await page.close()
  })

  it('cannot style the frame or another module', async () => {
    site.serve({ shell: builds.shell, tiny: good })
    const { page, step, codeThatRuns } = await open()
    await codeThatRuns()
    const colourOf = (selector: string) => page.locator(selector).first().evaluate((element) => getComputedStyle(element).color)
    expect(await step.locator('h1').evaluate((element) => getComputedStyle(element).color)).toBe('rgb(1, 2, 3)')
    expect(await colourOf('#app > h2')).not.toBe('rgb(9, 9, 9)')
    await page.close()
  })

  it('opens a step once per visit and again when the visit is another', async () => {
    site.serve({ shell: builds.shell, tiny: good })
    const { page, codeThatRuns } = await open()
    await codeThatRuns()
    await page.getByText('Opened: visit 1').waitFor()
    await page.getByRole('button', { name: 'Visit again' }).click()
    await page.getByText('Opened: visit 1, visit 2').waitFor()
    await page.close()
  })

  it('loads what a later screen needs only with that screen', async () => {
    site.serve({ shell: builds.shell, tiny: good })
    const { page, codeThatRuns, violations } = await open()
    await codeThatRuns()
    const first = site.requests().length
    await page.goto(`${site.address}/?route=reservation`)
    await page.getByText('Later 02.01.2026').waitFor()
    expect(site.requests().slice(first).filter((address) => address.includes('/mfe-tiny/')).length).toBeGreaterThan(site.requests().slice(0, first).filter((address) => address.includes('/mfe-tiny/')).length - 1)
    expect(await violations()).toEqual([])
    await page.close()
  })
})

const faults: readonly Fault[] = ['missing', 'error', 'hangs', 'truncated', 'tampered', 'html']
const places = [
  ['entry', () => '/mfe-tiny/1.1.0/remoteEntry.js'],
  ['first chunk', () => `/mfe-tiny/1.1.0/${chunkOf(next)}`],
] as const

describe('a released version that does not come', () => {
  for (const [place, addressOf] of places) {
    it.each(faults)(`gives way to the last good one within 6 s: ${place} %s`, async (fault) => {
      site.serve({ shell: builds.shell, tiny: next, lastGood: good })
      site.breaks(addressOf(), fault)
      const { page, codeThatRuns, versionShown, wasTampered } = await open()
      expect(await codeThatRuns()).toBe('Code 1.0.0')
      expect(await versionShown()).toBe('1.0.0')
      expect(await wasTampered()).toBe(false)
      await expect.poll(() => site.reports().map(({ version, outcome }) => `${String(version)} ${String(outcome)}`)).toEqual(expect.arrayContaining(['1.1.0 failed', '1.0.0 last-good']))
      await page.close()
    })
  }

  it('comes at the second try when the first failed by chance', async () => {
    site.serve({ shell: builds.shell, tiny: next, lastGood: good })
    site.breaks('/mfe-tiny/1.1.0/remoteEntry.js', 'error', 1)
    const { page, codeThatRuns } = await open()
    expect(await codeThatRuns()).toBe('Code 1.1.0')
    expect(site.reports().map(({ outcome }) => outcome)).toContain('retried')
    await page.close()
  })

  it('says so within 6 s when there is no other, and a press on retry really tries again', async () => {
    site.serve({ shell: builds.shell, tiny: next })
    site.breaks('/mfe-tiny/1.1.0/remoteEntry.js', 'hangs', 2)
    const { page, codeThatRuns, wasTampered } = await open()
    await page.getByRole('button', { name: 'Module is missing' }).click({ timeout: 6500 })
    expect(await codeThatRuns()).toBe('Code 1.1.0')
    expect(await wasTampered()).toBe(false)
    await page.close()
  })

  it('never runs tampered code, not even when there is no other version', async () => {
    site.serve({ shell: builds.shell, tiny: next })
    site.breaks('/mfe-tiny/1.1.0/', 'tampered')
    const { page, wasTampered } = await open()
    await page.getByRole('button', { name: 'Module is missing' }).waitFor({ timeout: 6500 })
    expect(await wasTampered()).toBe(false)
    await page.close()
  })

  it('is not even asked for when the release names no hash for it', async () => {
    site.serve({ shell: builds.shell, tiny: next })
    site.alters((data) => ({ ...data, modules: Object.fromEntries(Object.entries(data.modules).map(([name, module]) => [name, { ...module, integrity: {} }])) }))
    const { page } = await open()
    await page.getByRole('button', { name: 'Module is missing' }).waitFor({ timeout: 6500 })
    expect(site.requests().filter((address) => address.includes('/mfe-tiny/'))).toEqual([])
    await page.close()
  })
})

describe('a released version whose code is broken', () => {
  it('gives way to the last good one when it throws at its start, without a second try', async () => {
    const thrower = await builds.tiny('1.2.0', (sources) => appendFileSync(join(sources, 'src/remote.ts'), "\nthrow new Error('broken at its start')\n"))
    site.serve({ shell: builds.shell, tiny: thrower, lastGood: good })
    const { page, codeThatRuns } = await open()
    expect(await codeThatRuns()).toBe('Code 1.0.0')
    expect(site.reports().map(({ outcome }) => outcome)).not.toContain('retried')
    await page.close()
  })

  it('gives way to the last good one when its view cannot be drawn', async () => {
    const fragile = await builds.tiny('1.3.0', (sources) => {
      rmSync(join(sources, 'src/first.view.tsx'))
      writeFileSync(join(sources, 'src/first.view.tsx'), "import type { ReactNode } from 'react'\nexport function FirstView(): ReactNode {\n  throw new Error('cannot be drawn')\n}\n")
    })
    site.serve({ shell: builds.shell, tiny: fragile, lastGood: good })
    const { page, codeThatRuns, versionShown } = await open()
    expect(await codeThatRuns()).toBe('Code 1.0.0')
    expect(await versionShown()).toBe('1.0.0')
    await page.close()
  })

  it('leaves the frame alive when there is no other version', async () => {
    site.serve({ shell: builds.shell, tiny: good })
    const { page } = await open('?route=verify-code')
    await page.getByRole('button', { name: 'Module is missing' }).waitFor()
    expect(await page.getByText('Host').count()).toBe(1)
    await page.close()
  })
})
