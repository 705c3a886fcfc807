import { expect, test } from '@playwright/test'
import { PrecheckoutScreens } from '../pages/precheckout.ts'
import { expectAccessible } from '../support/axe.ts'
import { agreed, makeLink } from '../support/fleet.ts'
import { ownReservation } from '../support/own-reservation.ts'
import { phone } from '../support/phone.ts'

test('NoIwillSignOTC holds nothing and ends at the counter; by keyboard alone at 320 px in French (PRECHK-18, PAY-42)', async ({ browser }) => {
  const context = await phone(browser, { viewport: { width: 320, height: 640 }, locale: 'fr' })
  const booking = await ownReservation('costaverde', 'CV1009', { isCompleted: true })
  const page = await context.newPage()
  const screens = new PrecheckoutScreens(page)
  await page.goto((await makeLink('costaverde', booking.reference, 'precheckout')).url)
  await expect(screens.renter.screen('precheckout')).toBeVisible()
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  const reaches = async (selector: string): Promise<void> => {
    for (let stop = 0; stop < 40 && !(await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)); stop += 1) await page.keyboard.press('Tab')
    await expect(page.locator(`${selector}:focus`)).toBeVisible()
  }
  const enter = async (key: string, next: string): Promise<void> => {
    await reaches(`[data-action="${key}"]`)
    expect(await overflow()).toBeLessThanOrEqual(0)
    await page.keyboard.press('Enter')
    await expect(screens.renter.screen(next).getByRole('heading', { level: 1 })).toBeVisible()
  }
  await reaches('input[name="terms"]')
  await page.keyboard.press('Space')
  await enter('ProceedToRentalAgreement', 'precheckout-steps')
  await enter('Continue', 'overview-precheckout')
  await enter('ProceedToRentalAgreement', 'rental-agreement')
  await screens.expectAgreement()
  await reaches('input[name="card"]')
  await page.keyboard.press('Space')
  await reaches('[data-action="Code.send"]')
  await page.keyboard.press('Enter')
  await expect(screens.renter.field('code')).toBeFocused()
  await expectAccessible(page, 'code panel')
  await enter('NoIwillSignOTC', 'complete-rental-agreement-no-payment')
  await expectAccessible(page, 'sign at the counter')
  const { agreement, payments } = await agreed(booking.reference)
  expect([agreement, payments]).toEqual([null, []])
  await enter('BackToHome', 'verify-reservation')
  await context.close()
})
