import { expect, test } from '@playwright/test'
import { PaymentScreens } from '../pages/payment.ts'
import { PrecheckoutScreens } from '../pages/precheckout.ts'
import { DriverEntry } from '../pages/driver.ts'
import { site } from '../support/addresses.ts'
import { aPerson } from '../support/drivers.ts'
import { fleetReservation, makeLink, putReservation } from '../support/fleet.ts'
import { ownReservation } from '../support/own-reservation.ts'

test('a typed address of the overview leads to the terms, then to the driver, and ends complete (VERIF-22, DEC-95)', async ({ page }) => {
  const payment = new PaymentScreens(page)
  const { renter } = payment
  const booking = await ownReservation('costaverde', 'CV1003')
  await page.goto((await makeLink('costaverde', booking.reference, 'verify')).url)
  await expect(renter.field('terms')).toBeVisible()

  await page.goto(site('costaverde', '/overview'))
  await expect(renter.screen('reservation')).toBeVisible()
  await expect(renter.says('Notice.termsNotAccepted')).toBeVisible()
  await renter.field('terms').check()
  await renter.action('Continue').click()
  await expect(renter.screen('verify-driver').getByRole('heading', { level: 1 })).toBeVisible()

  await page.goto(site('costaverde', '/overview'))
  await expect(renter.screen('driver-details').getByRole('heading', { level: 1 })).toBeVisible()
  await expect(renter.says('Notice.driverDataMissing')).toBeVisible()

  await page.goto(site('costaverde', '/verify-driver'))
  const entry = new DriverEntry(page)
  await entry.enters(aPerson('Maria'))
  await entry.submits()
  await expect(renter.screen('additional-driver')).toBeVisible()
  await page.goto(site('costaverde', '/overview'))
  await payment.expectOverview()
  await renter.action('Complete').click()
  await payment.expectComplete()
  expect((await fleetReservation('costaverde', booking.reference)).reservation).toMatchObject({ isCompleted: true, driver: { birthDate: '1990-05-01' } })
})

test('a link to pre-checkout is no permission: not eligible goes on in the main flow, incomplete ends at the data that are missing (DEC-111)', async ({ page }) => {
  const screens = new PrecheckoutScreens(page)
  const closed = await ownReservation('costaverde', 'CV1009', { isPrecheckoutEligible: false })
  await page.goto((await makeLink('costaverde', closed.reference, 'precheckout')).url)
  await expect(screens.renter.screen('reservation')).toBeVisible()
  await expect(screens.renter.says('Notice.notEligible')).toBeVisible()

  const incomplete = await ownReservation('costaverde', 'CV1009', { isCompleted: false, driver: { name: 'Maria', surname: 'Silva' } })
  await screens.enters((await makeLink('costaverde', incomplete.reference, 'precheckout')).url)
  await expect(page.locator('[data-note="Incomplete"]')).toBeVisible()
  await screens.renter.action('ProceedToRentalAgreement').click()
  await screens.expectScreen('driver-details')
  await screens.renter.action('Back').click()
  await screens.renter.action('ModifyData').click()
  await screens.expectScreen('driver-details')
})

test('an agreement that the company closes meanwhile leads to the reservation, which says why, though it is a page of its own (DEC-95, DEC-111, S3.54)', async ({ page }) => {
  const screens = new PrecheckoutScreens(page)
  const booking = await ownReservation('costaverde', 'CV1009', { isCompleted: true })
  await screens.enters((await makeLink('costaverde', booking.reference, 'precheckout')).url)
  await screens.goesOnToAgreement()
  const { reservation } = await fleetReservation('costaverde', booking.reference)
  await putReservation('costaverde', booking.reference, { ...reservation, isPrecheckoutEligible: false })

  await screens.renter.action('NoIwillSignOTC').click()
  await screens.expectScreen('reservation')
  await expect(screens.renter.says('Notice.notEligible')).toBeVisible()
})
