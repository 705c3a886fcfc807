import { expect, test } from '@playwright/test'
import { DriverEntry } from '../pages/driver.ts'
import { PrecheckoutScreens } from '../pages/precheckout.ts'
import { expectAccessible } from '../support/axe.ts'
import { aPerson } from '../support/drivers.ts'
import { makeLink } from '../support/fleet.ts'
import { ownReservation } from '../support/own-reservation.ts'
import { readyRenter } from '../support/ready-renter.ts'
import { phone } from '../support/phone.ts'

test('by the mailed link: data come back to the review, each step to the steps and says Done, and the agreement counts what was added (PRECHK-05, PRECHK-07 to PRECHK-10, DEC-59, DEC-84)', async ({ browser }) => {
  const context = await phone(browser)
  const page = await context.newPage()
  const screens = new PrecheckoutScreens(page)
  const { renter } = screens
  const total = page.locator('[data-amount="total"]')
  const done = (name: 'AddDriver' | 'UpgradeVehicle' | 'Extras') => expect(screens.step(name).locator('[data-done]'), name).toBeVisible()
  const booking = await ownReservation('costaverde', 'CV1001', { isCompleted: true })
  await readyRenter(booking)
  await screens.enters((await makeLink('costaverde', booking.reference, 'precheckout')).url)

  await test.step('the data of the driver, and back', async () => {
    await renter.action('ModifyData').click()
    await screens.expectScreen('driver-details')
    await renter.action('Back').click()
    await screens.agrees()
    await renter.action('ProceedToRentalAgreement').click()
    await screens.expectScreen('precheckout-steps')
    await expect(page.locator('[data-done]')).toHaveCount(0)
    await expectAccessible(page, 'steps, nothing done')
  })

  await test.step('another driver: thought over twice, then entered', async () => {
    await screens.opensStep('AddDriver')
    await screens.expectScreen('additional-driver')
    await renter.action('No').click()
    await screens.opensStep('AddDriver')
    await renter.action('Yes').click()
    await screens.expectScreen('verify-driver')
    await renter.action('Back').click()
    await screens.opensStep('AddDriver')
    await renter.action('Yes').click()
    const entry = new DriverEntry(page)
    await entry.enters(aPerson('Rui', 'Costa'))
    await entry.submits()
    await screens.expectScreen('precheckout-steps')
    await done('AddDriver')
    await expect(screens.step('AddDriver').locator('[data-action]')).toHaveCount(0)
  })

  await test.step('a better car, which comes back to the review', async () => {
    await screens.opensStep('UpgradeVehicle')
    await page.locator('[data-group="C"] [data-action="Upgrade"]').click()
    await renter.action('YesIwantUpgrade').click()
    await screens.expectScreen('precheckout')
    await expect(page.locator('[data-driver="Additional"]')).toContainText('Rui Costa')
    await renter.action('ProceedToRentalAgreement').click()
    await done('UpgradeVehicle')
  })

  await test.step('an extra', async () => {
    await screens.opensStep('Extras')
    await page.locator('[data-extra="GPS"] [data-action="Add"]').click()
    await expect(page.locator('[data-extra="GPS"] [data-action="Remove"]')).toBeVisible()
    await renter.action('Submit').click()
    for (const name of ['AddDriver', 'UpgradeVehicle', 'Extras'] as const) await done(name)
    await expectAccessible(page, 'steps, all done')
  })

  await test.step('the agreement', async () => {
    await renter.action('Continue').click()
    await screens.expectScreen('overview-precheckout')
    await expect(page.locator('[data-line="GPS"]')).toHaveAttribute('data-changed', '')
    await expect(total).toHaveAttribute('data-value', /^\d+\.\d\d$/)
    await expectAccessible(page, 'overview before the agreement')
    const amount = await total.getAttribute('data-value') ?? ''
    await renter.action('ProceedToRentalAgreement').click()
    await expect(page.locator('[data-part="totals"]')).toContainText(`€${amount}`)
    await page.reload()
    await expect(page.locator('[data-part="totals"]')).toContainText(`€${amount}`)
  })
  await context.close()
})
