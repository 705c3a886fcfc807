import { expect, test } from '@playwright/test'
import { Keyboard } from '../pages/keyboard.ts'
import { PaymentScreens } from '../pages/payment.ts'
import { atReservation } from '../support/drivers.ts'
import { fleetReservation } from '../support/fleet.ts'
import { ownReservation } from '../support/own-reservation.ts'
import { readyRenter } from '../support/ready-renter.ts'
import { site } from '../support/addresses.ts'

const tenant = 'costaverde'

test('offers are answered, an extra is added and the rental is paid by card, by keyboard alone (DEC-183, OFFERS-14, PAY-15)', async ({ browser }) => {
  const booking = await ownReservation(tenant, 'CV1001')
  await readyRenter(booking)
  const { context, page, renter } = await atReservation(browser, booking)
  const keyboard = new Keyboard(page)
  const card = new PaymentScreens(page)
  await page.goto(site(tenant, '/additional-driver'))
  for (const [screen, action] of [['additional-driver', 'No'], ['upselling', 'ContinueWithoutUpgrade'], ['add-extras', 'Yes']] as const) {
    await expect(renter.screen(screen).getByRole('heading').first()).toBeVisible()
    await keyboard.presses(action)
  }
  await expect(page.locator('[data-extra="GPS"]')).toBeVisible()
  await keyboard.reaches('[data-extra="GPS"] [data-action="Add"]')
  await page.keyboard.press('Space')
  await expect(page.locator('[data-extra="GPS"] [data-action="Remove"]')).toBeEnabled()
  await keyboard.presses('Submit')
  await card.expectOverview()
  await keyboard.reaches('input[name="provider"]')
  // Wallets of the device come first where there are some (DEC-184).
  await page.keyboard.press('Space')
  while (!await card.provider('card').isChecked()) await page.keyboard.press('ArrowDown')
  await keyboard.typesCard()
  await keyboard.reaches('[data-action="Pay"]')
  await page.keyboard.press('Enter')
  await card.endsAfterPayment()
  expect((await fleetReservation(tenant, booking.reference)).summary.extras.some(({ extraID, isAccepted }) => extraID === 'GPS' && isAccepted)).toBe(true)
  await context.close()
})
