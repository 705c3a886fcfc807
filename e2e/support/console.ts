import { expect, type Browser } from '@playwright/test'
import { Operator } from '../pages/operator.ts'
import { expectAccessible } from './axe.ts'
import { viewports } from './viewports.ts'

/** Somebody at the console in a browser of their own, at a page. */
export async function atTheConsole(browser: Browser, token: string, path: string): Promise<Operator> {
  const operator = new Operator(await (await browser.newContext({ reducedMotion: 'reduce' })).newPage())
  await operator.signsIn(token, path)
  return operator
}

/** The page as it is now, on a phone and on a desktop: accessible, and no wider than the window. `foreign` is a frame whose page is not the console's. With `CHECKIN_SHOTS` a folder gets its pictures. */
export async function expectUsable({ page }: Operator, what: string, foreign?: string): Promise<void> {
  for (const [width, viewport] of [['mobile', { ...viewports.mobile, width: 390 }], ['desktop', { ...viewports.desktop, width: 1440 }]] as const) {
    await page.setViewportSize(viewport)
    await expect(page.locator('.ant-message-notice')).toHaveCount(0)
    await expect(page.locator('.ant-skeleton')).toHaveCount(0)
    await expectAccessible(page, `${what}, ${width}`, foreign)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), `${what}, ${width}, scrolls sideways`).toBeLessThanOrEqual(0)
    // Whoever has not signed in has no places to go.
    const places = page.getByRole('navigation', { name: 'Console' })
    if (width === 'mobile' && await places.count() > 0) expect((await places.boundingBox())?.height, `${what}, height of the places`).toBeLessThanOrEqual(100)
    const folder = process.env['CHECKIN_SHOTS']
    if (folder) await page.screenshot({ path: `${folder}/${what.replaceAll(/\W+/g, '-')}-${width}.png`, fullPage: true })
  }
}
