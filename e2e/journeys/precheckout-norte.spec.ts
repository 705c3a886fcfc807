import { expect, test } from '@playwright/test'
import { PrecheckoutScreens } from '../pages/precheckout.ts'
import { expectAccessible } from '../support/axe.ts'
import { fleetReservation, makeLink } from '../support/fleet.ts'
import { ownReservation } from '../support/own-reservation.ts'
import { phone } from '../support/phone.ts'
import { readyRenter } from '../support/ready-renter.ts'

test('pre-checkout at a company with all offers on one page keeps each offer on its own step, up to the signed agreement, on a phone (DEC-133, DEC-107, PRECHK-01 to PRECHK-19)', async ({ browser }) => {
  const context = await phone(browser, { locale: 'pt' })
  const booking = await ownReservation('norte', 'NO4001', { isCompleted: true, isPrecheckoutEligible: true })
  await readyRenter(booking)
  const page = await context.newPage()
  const screens = new PrecheckoutScreens(page)
  await screens.enters((await makeLink('norte', booking.reference, 'precheckout')).url)
  await expectAccessible(page, 'review at norte')
  await screens.renter.action('ProceedToRentalAgreement').click()
  await screens.expectScreen('precheckout-steps')
  await expectAccessible(page, 'steps at norte')

  await screens.opensStep('UpgradeVehicle')
  await screens.expectScreen('upselling')
  await page.locator('[data-group="C"] [data-action="Upgrade"]').click()
  await screens.renter.action('YesIwantUpgrade').click()
  await screens.expectScreen('precheckout')
  expect((await fleetReservation('norte', booking.reference)).reservation.vehicle.groupId).toBe('C')
  await screens.renter.action('ProceedToRentalAgreement').click()
  await expect(screens.step('UpgradeVehicle').locator('[data-done]')).toBeVisible()

  await screens.opensStep('Extras')
  await screens.expectScreen('extras')
  // The extras alone: the driver and the groups have steps of their own here.
  await expect(page.locator('[data-group], [data-action="Yes"]')).toHaveCount(0)
  await expectAccessible(page, 'extras in pre-checkout at norte')
  await screens.renter.action('Submit').click()

  await screens.expectScreen('precheckout-steps')
  await screens.renter.action('Continue').click()
  await screens.expectScreen('overview-precheckout')
  await screens.renter.action('ProceedToRentalAgreement').click()
  await screens.expectAgreement()
  await expectAccessible(page, 'agreement at norte')
  await screens.typesNewCard('4111111111111111')
  await screens.proceeds()
  await screens.signs()
  await expect(screens.renter.screen('complete-rental-agreement')).toBeVisible()
  const { agreement, payments } = await fleetReservation('norte', booking.reference)
  expect([agreement?.state, payments.filter(({ purpose }) => purpose === 'deposit').length]).toEqual(['signed', 1])
  await context.close()
})
