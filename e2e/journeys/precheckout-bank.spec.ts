import { expect, test } from '@playwright/test'
import { PrecheckoutScreens } from '../pages/precheckout.ts'
import { expectAccessible } from '../support/axe.ts'
import { agreed, makeLink } from '../support/fleet.ts'
import { ownReservation } from '../support/own-reservation.ts'
import { phone } from '../support/phone.ts'

test('at the bank about a deposit the heading stays in sight; Cancel leads back, Proceed to the same bank again, and one hold is made (DEC-172, UX-14)', async ({ browser }) => {
  const context = await phone(browser)
  const booking = await ownReservation('costaverde', 'CV1009', { isCompleted: true })
  const page = await context.newPage()
  const screens = new PrecheckoutScreens(page)
  await screens.enters((await makeLink('costaverde', booking.reference, 'precheckout')).url)
  await screens.goesOnToAgreement()
  await screens.typesNewCard('4000000000003220')
  await screens.proceeds()
  const bank = page.frameLocator('[data-frame="bank"]')
  await expect(bank.locator('input[name="otp"]')).toBeVisible({ timeout: 40_000 })
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 })
  await expect(page.locator('[role="progressbar"]')).toHaveCount(0)
  await expectAccessible(page, 'bank', 'iframe[data-frame="bank"]')
  await screens.renter.action('Cancel').click()
  await expect(page.locator('[data-note="bank-left"]')).toBeFocused()
  await expectAccessible(page, 'bank left')

  await screens.typesNewCard('4111111111111111')
  await screens.proceeds()
  await bank.locator('input[name="otp"]').fill('123456')
  await bank.locator('button[value="confirm"]').click()
  await screens.expectSignaturePage()
  const { payments } = await agreed(booking.reference)
  expect(payments.filter(({ purpose }) => purpose === 'deposit')).toHaveLength(1)
  await context.close()
})
