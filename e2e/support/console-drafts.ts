import { expect, type Browser } from '@playwright/test'
import { Operator } from '../pages/operator.ts'
import { expectAccessible } from './axe.ts'
import { viewports } from './viewports.ts'

/** Somebody at the console, in a browser context of their own. */
export async function signedIn(browser: Browser, token: string, path: string): Promise<Operator> {
  const operator = new Operator(await (await browser.newContext({ reducedMotion: 'reduce' })).newPage())
  await operator.signsIn(token, path)
  return operator
}

/** The page as it is now, on a phone and on a desktop. `foreign` is a frame whose page is not the console's. */
export async function expectUsable({ page }: Operator, what: string, foreign?: string): Promise<void> {
  for (const [width, viewport] of [['mobile', { ...viewports.mobile, width: 390 }], ['desktop', viewports.desktop]] as const) {
    await page.setViewportSize(viewport)
    await expect(page.locator('.ant-message-notice')).toHaveCount(0)
    await expect(page.locator('.ant-skeleton')).toHaveCount(0)
    await expectAccessible(page, `${what}, ${width}`, foreign)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), `${what}, ${width}, scrolls sideways`).toBeLessThanOrEqual(0)
  }
}

/** Keeps what is typed or read as a draft, and is at its page then. */
export async function keepsDraft({ page }: Operator, button: string, note: string): Promise<void> {
  await page.getByLabel(/What the draft is for/).fill(note)
  await page.getByRole('button', { name: button }).click()
  await expect(page.getByRole('heading', { name: note })).toBeVisible()
}

/** How the draft whose page is open stands. */
export const draftState = ({ page }: Operator) => page.locator('.pill[data-state]')
