import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import type { Candidate, Control } from './names.ts'

/** What a person does with the keyboard, and whether it came about. */
export type Deeds = Readonly<Record<string, boolean>>

const press = async (page: Page, ...keys: readonly string[]): Promise<void> => {
  for (const key of keys) {
    await page.keyboard.press(key)
    // Lists are drawn, and focus is moved, some frames later.
    await page.waitForTimeout(120)
  }
}
const reported = (page: Page): Promise<string | undefined> => page.evaluate(() => (window as unknown as { readonly values: readonly string[] }).values.at(-1))
const focused = (page: Page, selector: string): Promise<boolean> => page.evaluate((wanted) => document.activeElement?.closest(wanted) != null, selector)

/** Opens the page anew, so that no deed depends on one before. */
type Fresh = () => Promise<void>

const deedsOf: Readonly<Record<Control, (page: Page, candidate: Candidate, fresh: Fresh) => Promise<Deeds>>> = {
  combobox: async (page, _candidate, fresh) => {
    const into = async (text: string): Promise<void> => {
      await fresh()
      await page.focus('[role="combobox"]')
      await press(page, 'ControlOrMeta+a')
      await page.keyboard.type(text)
      await page.waitForTimeout(150)
    }
    await into('pol')
    await press(page, 'Tab')
    const tab = await reported(page) === '2'
    await into('Poland')
    await press(page, 'Tab')
    const named = await reported(page) === '2'
    await into('pol')
    await press(page, 'ArrowDown', 'Enter')
    const arrows = await reported(page) === '2'
    await fresh()
    await page.focus('[role="combobox"]')
    await press(page, 'ArrowDown', 'End', 'Enter')
    const end = await reported(page) === '20'
    await into('fra')
    await press(page, 'Escape', 'Tab')
    const last = await reported(page)
    return { 'Tab takes the highlighted': tab, 'Tab takes the name in full': named, 'arrows and Enter': arrows, 'End goes to the last': end, 'Escape leaves what was': last === undefined || last === '1' }
  },
  select: async (page, _candidate, fresh) => {
    const by = async (...keys: readonly string[]): Promise<boolean> => {
      await fresh()
      await press(page, 'Tab', ...keys)
      return await reported(page) !== undefined
    }
    return { 'arrows and Enter': await by('ArrowDown', 'ArrowDown', 'Enter'), 'space bar opens and takes': await by('Space', 'ArrowDown', 'Space'), 'first letter': await by('ArrowDown', 'i', 'Enter') }
  },
  date: async (page, candidate, fresh) => {
    await fresh()
    await press(page, 'Tab')
    if (candidate === 'ours') {
      await press(page, 'Enter')
      await page.locator('dialog[open]').waitFor()
      for (const part of ['5', '12', '2026']) {
        await page.keyboard.type(part)
        await press(page, 'Tab')
      }
      await page.locator('[name="field.year"]').press('Enter')
    } else if (candidate === 'aria') await page.keyboard.type('05122026')
    else {
      await press(page, 'ControlOrMeta+a')
      await page.keyboard.type('2026-12-05')
      await press(page, 'Enter')
    }
    const typed = await reported(page) === '2026-12-05'
    await fresh()
    const day = page.locator('[role="grid"] [tabindex="0"], [role="grid"] [data-date][tabindex="0"]').first()
    if (candidate === 'antd') {
      await press(page, 'Tab', 'ArrowDown', 'ArrowRight', 'Enter')
    } else {
      if (candidate === 'ours') await page.locator('[data-field]').press('Enter')
      else await page.getByRole('button', { name: /Calendar/ }).press('Enter')
      await day.focus().catch(() => undefined)
      await press(page, 'ArrowRight', 'Enter')
    }
    return { 'a date typed': typed, 'a day by arrows': (await reported(page))?.startsWith('2026-11-24') ?? false }
  },
  dialog: async (page, _candidate, fresh) => {
    await fresh()
    await page.locator('[data-open]').press('Enter')
    await page.waitForTimeout(500)
    const inside = await focused(page, '[role="dialog"]')
    await press(page, 'Tab', 'Tab', 'Tab', 'Tab', 'Tab')
    const stays = await page.evaluate(() => document.activeElement === document.body || document.activeElement?.closest('[role="dialog"]') != null)
    await press(page, 'Escape')
    await page.waitForTimeout(500)
    return { 'focus goes inside': inside, 'Tab stays inside': stays, 'Escape closes': await reported(page) === 'closed', 'focus comes back': await focused(page, '[data-open]') }
  },
  toast: async (page, _candidate, fresh) => {
    await fresh()
    const region = await page.locator('[role="alert"], [role="status"], [aria-live]').count() > 0
    await page.locator('button').first().press('Enter')
    await page.waitForTimeout(500)
    return {
      'said aloud': await page.locator('[role="alert"], [role="status"], [role="alertdialog"], [aria-live]').filter({ hasText: 'saved' }).count() > 0,
      'its region is there before': region,
      'leaves the focus alone': await focused(page, 'button'),
    }
  },
  number: async (page, candidate, fresh) => {
    await fresh()
    if (candidate === 'ours') await page.locator('[data-action="Plus"]').press('Enter')
    else {
      await page.locator('input').first().focus()
      await press(page, 'ArrowUp')
    }
    const more = await reported(page) === '2'
    await fresh()
    const buttons = page.getByRole('button')
    return { 'one more': more, 'two buttons that a reader finds': await buttons.count() === 2 }
  },
}

/** Roles and names that Chromium hands to screen readers, each with how often it comes. */
async function treeOf(page: Page): Promise<string> {
  const devtools = await page.context().newCDPSession(page)
  const { nodes } = await devtools.send('Accessibility.getFullAXTree')
  const wanted = new Set(['combobox', 'textbox', 'spinbutton', 'listbox', 'option', 'dialog', 'alertdialog', 'alert', 'status', 'grid', 'gridcell', 'group', 'button', 'region', 'searchbox', 'log'])
  const counts = new Map<string, number>()
  for (const { ignored, role, name } of nodes) {
    const kind = String(role?.value ?? '')
    if (ignored || !wanted.has(kind)) continue
    const label = kind === 'option' || kind === 'gridcell' ? kind : `${kind} "${String(name?.value ?? '')}"`
    counts.set(label, (counts.get(label) ?? 0) + 1)
  }
  return [...counts].map(([label, count]) => (count > 1 ? `${count} ${label}` : label)).join(', ')
}

/** What is seen of an open control. */
export interface Seen {
  readonly deeds: Deeds
  /** Inputs that carry the field's name: tag, type, and whether a person types into them. */
  readonly named: string
  readonly tree: string
  /** Smallest height, in CSS pixels, of what can be pressed while it is open. */
  readonly target: number
  readonly axe: readonly string[]
}

const openers: Readonly<Record<Control, (page: Page) => Promise<void>>> = {
  combobox: async (page) => { await page.focus('[role="combobox"]'); await press(page, 'ArrowDown') },
  select: async (page) => { await press(page, 'Tab', 'ArrowDown') },
  date: async (page) => {
    const button = page.getByRole('button', { name: /Calendar|Pick-up/ })
    if (await button.count() > 0) await button.first().press('Enter')
    else await press(page, 'Tab', 'ArrowDown')
  },
  dialog: async (page) => { await page.locator('[data-open]').press('Enter') },
  toast: async (page) => { await page.locator('button').first().press('Enter') },
  number: async () => undefined,
}

/** Drives a candidate's control as a person without a mouse does, then looks at it while it is open. */
export async function lookAt(page: Page, candidate: Candidate, control: Control, address: string): Promise<Seen> {
  const fresh = async (): Promise<void> => {
    await page.goto(address)
    await page.locator('html[data-ready]').waitFor()
    await page.waitForTimeout(150)
  }
  const deeds = await deedsOf[control](page, candidate, fresh)
  await fresh()
  const named = await page.evaluate(() => [...document.querySelectorAll<HTMLInputElement>('[name="field"]')].map((input) => {
    const { width, height } = input.getBoundingClientRect()
    const typed = input.matches('input:not([type="hidden"], [readonly])') && width > 8 && height > 8
    return `${input.localName}${input.type === 'hidden' ? ' hidden' : ''}${typed ? ', typed into' : ''}${input.autocomplete && input.autocomplete !== 'off' ? `, autofill ${input.autocomplete}` : ''}`
  }).join('; '))
  await openers[control](page)
  await page.waitForTimeout(700)
  const target = await page.evaluate(() => Math.min(...[...document.querySelectorAll('button:not([data-open]), input, [role="combobox"], [role="option"], [role="gridcell"] > *')]
    .map((element) => element.getBoundingClientRect()).filter(({ width, height }) => width > 8 && height > 8).map(({ height }) => Math.round(height))))
  const tree = await treeOf(page)
  // In this mode it opens no page of its own, which would take the focus from the control and close it.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']).analyze()
  return { deeds, named: named || 'none', tree, target, axe: violations.map(({ id }) => id) }
}
