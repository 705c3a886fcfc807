import { expect, test, type Page } from '@playwright/test'
import { DriverEntry } from '../pages/driver.ts'
import { Renter } from '../pages/renter.ts'
import { expectAccessible } from '../support/axe.ts'
import { aPerson, atVerifyDriver } from '../support/drivers.ts'
import { phone } from '../support/phone.ts'

/** What saving a driver is refused with for something that the renter can do about, and no field of this screen (ERR-29 to ERR-31). */
const refusals = [
  [400, 'AgeNotAllowed', 'AgeNotAllowedForReservation'], [400, 'InvalidRequest', 'Notice.driverDataMissing'], [503, 'Unavailable', 'Notice.tryAgainSoon'],
  [400, 'SameDriver', 'SameDriverError'], [400, 'Undesirable', 'UndesirableDriverError'], [400, 'CannotUpdate', 'CannotUpdateReservation'],
] as const

const notice = (page: Page, key: string) => page.locator(`[data-refusal-key="${key}"]`)

/** The toast has gone by itself; what it said stands above the screen, in words, and help is one press away. */
async function expectStays(page: Page, key: string): Promise<void> {
  await expect(notice(page, key)).toBeVisible()
  await expect(page.locator(`[data-alert-key="${key}"]`)).toHaveCount(0)
  await expect(notice(page, key)).toBeVisible()
  await expect(notice(page, key)).toBeInViewport()
  await expect(notice(page, key)).not.toContainText(key)
  await expect(page.locator('[data-action="Help.open"]')).toBeVisible()
}

test('what a refusal says stays when its toast has gone, is reached by keyboard and by axe, and goes with the next letter (UX-2, DEC-102, ERR-04)', async ({ browser }) => {
  const context = await phone(browser)
  const page = await context.newPage()
  const renter = new Renter(page)
  await renter.opens('costaverde')
  await renter.locates({ reference: 'XX9999', surname: 'Nobody' })
  await expectStays(page, 'ReservationNotFound')
  await expectAccessible(page, 'a refusal')
  await expect(notice(page, 'ReservationNotFound')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(renter.action('Notice.dismiss')).toBeFocused()
  await renter.field('reference').fill('CV1001')
  await expect(page.locator('[data-refusal-key]')).toHaveCount(0)
  await context.close()
})

test('every refusal of a driver stays until something is changed, and the next try is a new one; one of the e-mail stands at its field (UX-1, UX-2, DEC-102, ERR-29 to ERR-31)', async ({ browser }) => {
  const { context, page, renter } = await atVerifyDriver(browser, 'costaverde')
  const entry = new DriverEntry(page)
  await entry.enters(aPerson('Maria'))
  let answer: readonly [number, string] = [400, 'EmailInUse']
  await page.route('**/api/driver', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    const [status, code] = answer
    return route.fulfill({ status, json: { data: null, status, title: 'Refused', code, requestId: 'refused' } })
  })
  for (const [status, code, key] of refusals) {
    answer = [status, code]
    await renter.action('Submit').click()
    await expectStays(page, key)
    await renter.field('id').press('End')
    await renter.field('id').pressSequentially('1')
    await expect(page.locator('[data-refusal-key]')).toHaveCount(0)
  }
  answer = [400, 'EmailInUse']
  await renter.action('Submit').click()
  await expect(page.locator('[data-refused="contact.email"]')).not.toBeEmpty()
  await page.locator('[data-refused="contact.email"] [data-action="OpenRefused"]').click()
  await expect(renter.screen('driver-contact')).toBeVisible()
  await expect(renter.errorOf('email')).toBeVisible()
  await expect(renter.field('email')).toHaveAttribute('aria-invalid', 'true')
  await context.close()
})
