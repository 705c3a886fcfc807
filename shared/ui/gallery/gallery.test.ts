// @vitest-environment node
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { AxeBuilder } from '@axe-core/playwright'
import { buildDevPage, launchChromium } from '@checkin/testing/dev-page'
import { sampled } from '@checkin/testing/sample'
import type { Browser } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'checkin-gallery-'))
let browser: Browser

beforeAll(async () => {
  await buildDevPage(import.meta.dirname, 'gallery', folder)
  browser = await launchChromium('--allow-file-access-from-files')
}, 60_000)

afterAll(async () => {
  await browser.close()
  rmSync(folder, { recursive: true, force: true })
})

async function open(query: Readonly<Record<string, string>>, width: number, dark = false) {
  const context = await browser.newContext({ viewport: { width, height: 844 }, colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(`${pathToFileURL(join(folder, 'index.html')).href}?${new URLSearchParams({ ...query, layout: width < 991 ? 'mobile' : 'desktop' })}`)
  await page.locator('html[data-ready]').waitFor()
  return page
}

const complaints = async (page: Awaited<ReturnType<typeof open>>): Promise<string[]> =>
  (await new AxeBuilder({ page }).analyze()).violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`))

const brandOf: Readonly<Record<string, string>> = { errors: 'island', filled: 'alpen' }
const states: readonly string[] = ['form', 'errors', 'filled', 'reservation', 'detour', 'modal', 'toast', 'loader']

describe.each([[1440, false, sampled(['form', 'errors'], states)], [390, true, sampled(['filled', 'modal'], states.slice(1, 6))]] as const)('the kit at %i px, dark %s', (width, dark, shown) => {
  it.each(shown)('has nothing that axe complains about: %s', async (state) => {
    const brand = brandOf[state] ?? (dark ? 'island' : 'costa')
    const page = await open({ page: state, brand }, width, dark)
    expect(await complaints(page)).toEqual([])
    await page.context().close()
  }, 30_000)
})

describe('the kit in a narrow window', () => {
  it.each([['en', 'errors'], ['pt', 'filled'], ['fr', 'reservation'], ['pt', 'detour'], ['fr', 'form']])('does not scroll sideways at 320 px: %s %s', async (lang, state) => {
    const page = await open({ page: state, lang }, 320)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    await page.context().close()
  }, 30_000)
})

describe('the bar of buttons on a phone', () => {
  it('lies at the bottom of the window from the first moment of a step\'s entrance', async () => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Animation.enable')
    await devtools.send('Animation.setPlaybackRate', { playbackRate: 0 })
    await page.goto(`${pathToFileURL(join(folder, 'index.html')).href}?page=errors&layout=mobile`)
    await page.locator('html[data-ready]').waitFor()
    expect(await page.evaluate(() => document.getAnimations().length)).toBeGreaterThan(0)
    expect(await page.locator('.ck-actions').evaluate((bar) => bar.getBoundingClientRect().bottom)).toBe(844)
    await context.close()
  }, 30_000)
})

describe('the date dialog', () => {
  it.each(['en', 'pt', 'fr'])('shows every day and every button at 320 px: %s', async (lang) => {
    const page = await open({ page: 'form', lang }, 320)
    await page.click('[data-field="checkoutdate"]')
    const dialog = page.locator('dialog[open]')
    await dialog.waitFor()
    expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
    const [day, month] = await Promise.all(['day', 'month'].map((part) => page.locator(`[name="checkoutdate.${part}"]`).boundingBox()))
    expect((day?.x ?? 0) + (day?.width ?? Infinity)).toBeLessThan(month?.x ?? 0)
    await page.context().close()
  }, 30_000)

  it.each(sampled([390], [1440, 390]))('has nothing that axe complains about at %i px, with days and with years', async (width) => {
    const page = await open({ page: 'form' }, width)
    await page.click('[data-field="checkoutdate"]')
    await page.locator('dialog[open]').waitFor()
    expect(await complaints(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.click('[data-field="birthDate"]')
    await page.locator('[data-cells="years"]').waitFor()
    expect(await complaints(page)).toEqual([])
    expect(await page.locator('[data-cells="years"] [aria-pressed="true"]').isVisible()).toBe(true)
    await page.context().close()
  }, 30_000)

  it('can be used by keyboard alone and gives the focus back', async () => {
    const page = await open({ page: 'form' }, 1440)
    await page.focus('[data-field="checkoutdate"]')
    await page.keyboard.press('Enter')
    await page.locator('dialog[open]').waitFor()
    for (const text of ['5', 'dec', '2030']) {
      await page.keyboard.type(text)
      await page.keyboard.press('Tab')
    }
    await page.locator('[name="checkoutdate.year"]').press('Enter')
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
    expect(await page.locator('[name="checkoutdate"]').inputValue()).toBe('2030-12-05')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-field'))).toBe('checkoutdate')
    await page.context().close()
  }, 30_000)
})

describe('the primary button', () => {
  it('is white on green when configuration gives no colours (SHELL-64)', async () => {
    const page = await open({ page: 'filled' }, 1440)
    const colours = await page.locator('[data-action="Locate"]').evaluate((button) => [getComputedStyle(button).color, getComputedStyle(button).backgroundColor])
    expect(colours).toEqual(['rgb(255, 255, 255)', 'rgb(0, 153, 0)'])
    await page.context().close()
  }, 30_000)
})
