import { expect, test } from '@playwright/test'
import { PrecheckoutScreens } from '../pages/precheckout.ts'
import { Renter } from '../pages/renter.ts'
import { site } from '../support/addresses.ts'
import { expectAccessible } from '../support/axe.ts'
import { makeLink } from '../support/fleet.ts'
import { ownReservation } from '../support/own-reservation.ts'
import { phone } from '../support/phone.ts'

const stop = (dateAndTime: string) => ({ dateAndTime, place: 'Faro Airport', timeZone: 'Europe/Lisbon' })

test('a link opens as often as it is followed, also after a moment without network (PRECHK-02, DEC-61, ERR-45)', async ({ browser }) => {
  const booking = await ownReservation('costaverde', 'CV1009', { isCompleted: true })
  const { url } = await makeLink('costaverde', booking.reference, 'precheckout')
  const [first, second] = [await phone(browser), await phone(browser)]
  const screens = new PrecheckoutScreens(await first.newPage())
  await screens.enters(url)

  const elsewhere = new PrecheckoutScreens(await second.newPage())
  await elsewhere.page.route('**/api/precheckout/reservation', (call) => call.abort())
  await elsewhere.page.goto(url)
  await expect(elsewhere.renter.action('Retry')).toBeVisible()
  await expectAccessible(elsewhere.page, 'entry without network')
  await elsewhere.page.unroute('**/api/precheckout/reservation')
  await elsewhere.renter.action('Retry').click()
  await elsewhere.agrees()

  // The second opening took nothing from the first one.
  await screens.page.reload()
  await screens.expectScreen('precheckout')
  await first.close()
  await second.close()
})

test('a link that is unknown, another company\'s or expired says so, opens nothing, and the reservation is found by its number (PRECHK-02, ERR-34)', async ({ page }) => {
  const booking = await ownReservation('costaverde', 'CV1009', { isCompleted: true })
  const past = await ownReservation('costaverde', 'CV1009', { isCompleted: true, checkOut: stop('2026-03-02T10:00'), checkIn: stop('2026-03-05T10:00') })
  const { token } = await makeLink('costaverde', booking.reference, 'precheckout')
  const { url: expired } = await makeLink('costaverde', past.reference, 'precheckout')
  const renter = new Renter(page)
  for (const address of [site('costaverde', `/precheckout/${'x'.repeat(43)}`), site('islandcars', `/precheckout/${token}`), expired]) {
    await page.goto(address)
    await expect(renter.says('Notice.linkNotValid')).toContainText('Please find your reservation with its number')
    await expect(renter.screen('verify-reservation')).toBeVisible()
  }
  await renter.locates(booking)
  await expect(renter.field('mail')).toBeVisible()
})

test('the way back from a signature that nobody knows claims no success (PRECHK-20, ERR-37)', async ({ page }) => {
  const renter = new Renter(page)
  const booking = await ownReservation('costaverde', 'CV1009', { isCompleted: true })
  const { token } = await makeLink('costaverde', booking.reference, 'precheckout')
  for (const tenant of ['costaverde', 'islandcars'] as const) {
    await page.goto(site(tenant, `/completed/signed/${token}/signature-of-nobody`))
    await expect(page.locator('[data-modal-keys="preauth-signature"]')).toBeVisible()
  }
  await expectAccessible(page, 'no signature')
  await page.locator('[role="dialog"] [data-action="Confirm"]').click()
  await renter.action('BackToHome').click()
  await expect(renter.screen('verify-reservation')).toBeVisible()
})
