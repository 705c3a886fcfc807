import { expect, test } from '@playwright/test'
import { Keyboard } from '../pages/keyboard.ts'
import { PrecheckoutScreens } from '../pages/precheckout.ts'
import { agreed, makeLink } from '../support/fleet.ts'
import { ownReservation } from '../support/own-reservation.ts'
import { phone } from '../support/phone.ts'

test('a deposit is held on a new card and the agreement signed, by keyboard alone (DEC-183, PRECHK-11, PRECHK-27)', async ({ browser }) => {
  const context = await phone(browser)
  const booking = await ownReservation('costaverde', 'CV1009', { isCompleted: true })
  const page = await context.newPage()
  const screens = new PrecheckoutScreens(page)
  const keyboard = new Keyboard(page)
  await page.goto((await makeLink('costaverde', booking.reference, 'precheckout')).url)
  await screens.expectScreen('precheckout')
  await expect(screens.renter.field('terms')).toBeVisible()
  await keyboard.reaches('input[name="terms"]')
  await page.keyboard.press('Space')
  for (const [action, next] of [['ProceedToRentalAgreement', 'precheckout-steps'], ['Continue', 'overview-precheckout'], ['ProceedToRentalAgreement', 'rental-agreement']] as const) {
    await keyboard.presses(action)
    await screens.expectScreen(next)
  }
  await screens.expectAgreement()
  await keyboard.reaches('input[name="card"]')
  // The saved cards stand first, behind a code.
  await page.keyboard.press('ArrowDown')
  await expect(screens.card('new')).toBeChecked()
  await keyboard.typesCard()
  await keyboard.presses('Proceed')
  await screens.signsByKeyboard()
  await expect(screens.renter.screen('complete-rental-agreement')).toBeVisible({ timeout: 40_000 })
  const { payments } = await agreed(booking.reference)
  expect(payments.filter(({ purpose }) => purpose === 'deposit')).toHaveLength(1)
  await context.close()
})
