import { expect, test } from '@playwright/test'
import { Renter } from '../pages/renter.ts'
import { site } from '../support/addresses.ts'
import { expectAccessible } from '../support/axe.ts'

test('an address that names no screen is a page of the tenant that leads on, and a screen without a session says why the first one came (DEC-187, SHELL-33, UX-18)', async ({ page }) => {
  const answer = await page.goto(site('alpen', '/driver-detail/typo'))
  expect(answer?.status()).toBe(404)
  await expectAccessible(page, 'the page of an unknown address')
  await page.locator('[data-action="NotFound.home"]').click()
  await expect(page.locator('[data-screen="verify-reservation"]')).toBeVisible()
  await page.goto(site('alpen', '/driver-details'))
  const renter = new Renter(page)
  await expect(renter.screen('verify-reservation')).toBeVisible()
  await expect(renter.says('Notice.findFirst')).toBeVisible()
  // Pages of payments are documents of their own: the first screen is loaded again, and still says why.
  for (const path of ['/overview', '/rental-agreement']) {
    await page.goto(site('alpen', path))
    await expect(renter.screen('verify-reservation')).toBeVisible()
    await expect(renter.says('Notice.findFirst'), path).toBeVisible()
  }
})
