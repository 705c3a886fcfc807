import { join } from 'node:path'
import { expect, test, type Browser, type Page } from '@playwright/test'
import { site } from '../support/addresses.ts'
import { expectAccessible } from '../support/axe.ts'
import { atVerifyDriver } from '../support/drivers.ts'
import { viewports } from '../support/viewports.ts'

const specimen = (name: string): string => join(import.meta.dirname, `../pictures/specimen-${name}.png`)

/** Shows a code on a laptop, and answers what it holds. */
async function codeOn(page: Page): Promise<string> {
  const begun = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/hand-over')
  await page.locator('[data-action="HandOver.use"], [data-action="HandOver.again"]').first().click()
  const { token } = await (await begun).json() as { token: string }
  await expect(page.locator('[data-hand-over="waiting"] svg')).toBeVisible()
  return site('norte', `/hand-over/${token}`)
}

/** A phone that reads the code; it has never been at this site. */
async function phoneAt(browser: Browser, url: string, locale = 'en'): Promise<Page> {
  const context = await browser.newContext({ viewport: viewports.mobile, locale, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(url)
  return page
}
const numberOn = async (page: Page): Promise<string> => await page.locator('[data-screen="hand-over"] [data-number]').getAttribute('data-number') ?? ''

async function sends(phone: Page, side: string, file: string): Promise<void> {
  await expect(phone.locator('[data-side], [data-camera]').first()).toBeVisible()
  const open = phone.locator(`[data-side="${side}"] [data-action="Phone.take"]`)
  if (await open.count() > 0) await open.click()
  await phone.locator('input[type="file"][name="camera"]').setInputFiles(file)
}

test('pictures that a phone takes appear on the laptop, and are read there (DEC-204, DEC-205)', async ({ browser }) => {
  const { context, page, renter } = await atVerifyDriver(browser, 'norte')
  const events = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/hand-over/events')
  const url = await codeOn(page)
  expect((await events).status()).toBe(200)
  const phone = await phoneAt(browser, url, 'pt')
  const number = await numberOn(phone)
  await expectAccessible(phone, 'the number on the phone')
  await expect(page.locator('[data-hand-over="number"]')).toBeVisible()
  await expectAccessible(page, 'the number is asked for')

  // Whoever else reads the code gets nothing, and nothing of the renter is on either.
  const thief = await phoneAt(browser, url)
  await expect(thief.getByRole('heading', { level: 1 })).toHaveText('This code is no longer valid')
  await thief.context().close()
  expect(await phone.content()).not.toContain('Silva')

  await renter.field('handOverNumber').fill(number === '10' ? '11' : '10')
  await renter.action('HandOver.allow').click()
  await expect(renter.errorOf('handOverNumber')).toBeVisible()
  await renter.field('handOverNumber').fill(number)
  await renter.field('handOverNumber').press('Enter')
  await expect(page.locator('[data-hand-over="open"]')).toBeVisible()
  await expect(phone.locator('[data-side="document.front"]')).toBeVisible()
  await expectAccessible(phone, 'the pictures that are asked for')
  // A reload of the phone goes on where it was.
  await phone.reload()
  await sends(phone, 'document.front', specimen('passport'))
  await expect(page.locator('[data-side="document.front"]')).toHaveAttribute('data-state', 'read', { timeout: 60_000 })
  await sends(phone, 'licence.front', specimen('licence-front'))
  await sends(phone, 'licence.back', specimen('licence-back'))
  // One is read after the other, which takes a busy machine as long as the first.
  await expect(page.locator('[data-side="licence.back"] img')).toBeVisible({ timeout: 60_000 })
  await expect(renter.field('birthDate')).toHaveValue('1990-05-01', { timeout: 60_000 })
  await renter.action('HandOver.close').click()
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Este código já não é válido')
  expect(await phone.evaluate(() => sessionStorage.getItem('checkin.session'))).toBeNull()
  await Promise.all([context.close(), phone.context().close()])
})
