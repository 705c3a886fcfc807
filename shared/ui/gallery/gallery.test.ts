// @vitest-environment node
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { AxeBuilder } from '@axe-core/playwright'
import { buildDevPage, launchChromium } from '@checkin/testing/dev-page'
import { isWhole, sampled, sampledRows } from '@checkin/testing/sample'
import type { Browser } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'checkin-gallery-'))
let browser: Browser

beforeAll(async () => {
  await buildDevPage(import.meta.dirname, 'gallery', folder)
  browser = await launchChromium('--allow-file-access-from-files')
})

afterAll(async () => {
  await browser.close()
  rmSync(folder, { recursive: true, force: true })
})

async function open(query: Readonly<Record<string, string>>, width: number, dark = false) {
  const context = await browser.newContext({ viewport: { width, height: 844 }, colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(`${pathToFileURL(join(folder, 'index.html')).href}?${new URLSearchParams(query)}`)
  await page.locator('html[data-ready]').waitFor()
  return page
}

const complaints = async (page: Awaited<ReturnType<typeof open>>): Promise<string[]> =>
  (await new AxeBuilder({ page }).analyze()).violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`))

const brandOf: Readonly<Record<string, string>> = { errors: 'island', filled: 'alpen' }
const states: readonly string[] = ['form', 'errors', 'filled', 'reservation', 'detour', 'modal', 'toast', 'loader']

describe.each([[1440, false, sampled(['errors'], states)], [390, true, sampled(['modal'], states.slice(1, 6))]] as const)('the kit at %i px, dark %s', (width, dark, shown) => {
  it.each(shown)('has nothing that axe complains about: %s', async (state) => {
    const brand = brandOf[state] ?? (dark ? 'island' : 'costa')
    const page = await open({ page: state, brand }, width, dark)
    expect(await complaints(page)).toEqual([])
    await page.context().close()
  })
})

describe('the kit in a narrow window', () => {
  it.each(sampledRows([['en', 'errors'], ['pt', 'filled'], ['fr', 'reservation'], ['fr', 'form'], ['pt', 'detour']] as const, 3))('does not scroll sideways at 320 px: %s %s', async (lang, state) => {
    const page = await open({ page: state, lang }, 320)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    await page.context().close()
  })
})

describe('the bar of buttons on a phone', () => {
  it('lies at the bottom of the window from the first moment of a step\'s entrance', async () => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Animation.enable')
    await devtools.send('Animation.setPlaybackRate', { playbackRate: 0 })
    await page.goto(`${pathToFileURL(join(folder, 'index.html')).href}?page=errors`)
    await page.locator('html[data-ready]').waitFor()
    expect(await page.evaluate(() => document.getAnimations().length)).toBeGreaterThan(0)
    expect(await page.locator('.ck-actions').evaluate((bar) => bar.getBoundingClientRect().bottom)).toBe(844)
    await context.close()
  })
})

describe('the date dialog', () => {
  it.each(sampled(['fr'], ['en', 'pt', 'fr']))('shows every day and every button at 320 px: %s', async (lang) => {
    const page = await open({ page: 'form', lang }, 320)
    await page.click('[data-field="checkoutdate"]')
    const dialog = page.locator('dialog[open]')
    await dialog.waitFor()
    expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
    const [day, month] = await Promise.all(['day', 'month'].map((part) => page.locator(`[name="checkoutdate.${part}"]`).boundingBox()))
    expect((day?.x ?? 0) + (day?.width ?? Infinity)).toBeLessThan(month?.x ?? 0)
    await page.context().close()
  })

  it.runIf(isWhole).each([1440, 390])('has nothing that axe complains about at %i px, with days and with years', async (width) => {
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
  })

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
  })
})

describe('the kit for who wants less motion', () => {
  it('moves nothing on its way: what changes stands at once where it belongs (DEC-179)', async () => {
    const page = await open({ page: 'filled' }, 390)
    const moved = await page.locator('.ck-combo').first().evaluate((box) => {
      const { style } = box as HTMLElement
      const leftAt = (left: string): number => {
        style.left = left
        return Math.round(box.getBoundingClientRect().left)
      }
      style.position = 'relative'
      return leftAt('0px') - leftAt('-40px')
    })
    expect(moved).toBe(40)
    await page.context().close()
  })
})

describe('a long list on a phone', () => {
  const opened = async (query: Readonly<Record<string, string>> = {}) => {
    const page = await open({ page: 'filled', ...query }, 390)
    const box = page.locator('input[name="country"]')
    await box.click()
    await page.locator('.ck-combo:popover-open').waitFor()
    return { page, box, sheet: page.locator('.ck-combo:popover-open') }
  }

  it('is a sheet at the bottom of the window with the very box on top, and has nothing that axe complains about (DEC-179, UX-3)', async () => {
    const { page, box, sheet } = await opened()
    expect(await box.count()).toBe(1)
    expect(await box.evaluate((input) => document.activeElement === input)).toBe(true)
    expect(await page.locator('.ck-combo:popover-open .ck-combo-panel').evaluate((panel) => panel.getBoundingClientRect().bottom)).toBe(844)
    expect(await complaints(page)).toEqual([])
    await box.fill('pol')
    await page.locator('[data-value="2"]').click()
    expect([await box.inputValue(), await sheet.count()]).toEqual(['Poland', 0])
    expect(await box.evaluate((input) => document.activeElement === input)).toBe(true)
    await page.context().close()
  })

  it('leaves what was with its close button and with Escape, and a press beside it leaves the box with the focus at it (DEC-179, DEC-103)', async () => {
    const { page, box, sheet } = await opened()
    await box.pressSequentially('x')
    await box.fill('fra')
    await page.locator('.ck-sheet-head [data-action="Close"]').click()
    expect([await box.inputValue(), await sheet.count()]).toEqual(['Portugal', 0])
    await box.click()
    await box.fill('fra')
    await page.keyboard.press('Escape')
    expect([await box.inputValue(), await sheet.count()]).toEqual(['Portugal', 0])
    await box.click()
    await box.fill('fra')
    await page.mouse.click(195, 10)
    expect([await box.inputValue(), await sheet.count()]).toEqual(['France', 0])
    expect(await box.evaluate((input) => document.activeElement === input)).toBe(true)
    await page.context().close()
  })

  it('lies above what the keyboard covers (DEC-179)', async () => {
    const page = await open({ page: 'filled' }, 390)
    await page.evaluate(() => {
      Object.defineProperty(window, 'visualViewport', { value: Object.assign(new EventTarget(), { height: 544, offsetTop: 0, scale: 1 }) })
    })
    await page.click('input[name="country"]')
    expect(await page.locator('.ck-combo:popover-open .ck-combo-panel').evaluate((panel) => panel.getBoundingClientRect().bottom)).toBe(544)
    await page.context().close()
  })

  it('is a list below its box in a wider window, and a short one everywhere (DEC-179)', async () => {
    const page = await open({ page: 'form' }, 700)
    await page.click('input[name="country"]')
    await page.locator('[data-value="2"]').waitFor()
    expect(await page.locator('.ck-combo:popover-open').count()).toBe(0)
    await page.context().close()
    const phone = await open({ page: 'form' }, 390)
    await phone.click('input[name="documentType"]')
    await phone.locator('[data-value="card"]').click()
    expect(await phone.locator('input[name="documentType"]').inputValue()).toBe('Identity card')
    await phone.context().close()
  })
})

describe('a known date', () => {
  it('is typed by keyboard alone, or picked in its dialog, which gives the focus back (DEC-178, UX-16)', async () => {
    const page = await open({ page: 'form' }, 1440)
    await page.focus('[name="birthDate.day"]')
    for (const text of ['1', 'may', '90']) {
      await page.keyboard.type(text)
      await page.keyboard.press('Tab')
    }
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-field'))).toBe('birthDate')
    await page.keyboard.press('Enter')
    await page.locator('dialog[open] [name="birthDate.year"]').waitFor()
    expect(await page.locator('[name="birthDate.year"]').count()).toBe(1)
    await page.locator('dialog[open] [name="birthDate.year"]').fill('1991')
    await page.keyboard.press('Enter')
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
    expect(await page.locator('[name="birthDate"]').inputValue()).toBe('1991-05-01')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-field'))).toBe('birthDate')
    await page.context().close()
  })
})

describe('the code', () => {
  it('has digits of the text face in slots of one width, each in the middle of its own', async () => {
    const page = await open({ page: 'filled' }, 390)
    const input = page.locator('input[name="code"]')
    expect(await input.evaluate((element) => getComputedStyle(element).fontFamily)).toContain('Figtree')
    expect(await page.locator('.ck-code-slots i[data-filled]').count()).toBe(6)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page.context().close()
  })
})

describe('the primary button', () => {
  it('is white on green when configuration gives no colours (SHELL-64)', async () => {
    const page = await open({ page: 'filled' }, 1440)
    const colours = await page.locator('[data-action="Locate"]').evaluate((button) => [getComputedStyle(button).color, getComputedStyle(button).backgroundColor])
    expect(colours).toEqual(['rgb(255, 255, 255)', 'rgb(0, 153, 0)'])
    await page.context().close()
  })
})
