import { expect, test } from '@playwright/test'
import { DriverEntry } from '../pages/driver.ts'
import { invitesByLink, provesInvitation } from '../pages/other-device.ts'
import { site } from '../support/addresses.ts'
import { expectAccessible } from '../support/axe.ts'
import { aPerson } from '../support/drivers.ts'
import { fleetReservation } from '../support/fleet.ts'
import { ownReservation } from '../support/own-reservation.ts'
import { readyRenter } from '../support/ready-renter.ts'
import { viewports } from '../support/viewports.ts'

test('the other driver fills in the own data by a link on a phone, and the renter sees that it is done, who by first name and what the age costs (DEC-209, DEC-210, DEC-211, DEC-237)', async ({ browser }) => {
  const [{ reservation: own }, { reservation: withFee }] = [await fleetReservation('norte', 'NO4001'), await fleetReservation('costaverde', 'CV1011')]
  const { driverRules } = withFee
  const booking = await ownReservation('norte', 'NO4001', { driverRules, extras: [...own.extras ?? [], ...(withFee.extras ?? []).filter(({ extraID }) => extraID === 'YOUNG')] })
  await readyRenter(booking)
  const laptop = await browser.newContext({ viewport: viewports.desktop, locale: 'en', reducedMotion: 'reduce' })
  const page = await laptop.newPage()
  const entry = new DriverEntry(page)
  const { renter } = entry
  await renter.verifies(booking)
  await page.goto(site('norte', '/extras'))
  await renter.action('Yes').click()
  await expect(page.locator('[data-invitation="none"]')).toBeVisible()
  await expectAccessible(page, 'the renter may invite')
  const address = await invitesByLink(entry)
  await expectAccessible(page, 'the renter waits')

  const phone = await browser.newContext({ viewport: viewports.mobile, locale: 'de', reducedMotion: 'reduce' })
  const invited = new DriverEntry(await phone.newPage())
  const rui = aPerson('Rui', 'Costa', `${new Date().getFullYear() - 23}-01-15`)
  await invited.page.goto(address)
  await expect(invited.renter.field('invitedEmail')).toBeVisible()
  await expectAccessible(invited.page, 'an address is asked for')
  await provesInvitation(invited, rui.email)
  expect(await invited.page.content()).not.toContain(booking.surname)
  await expectAccessible(invited.page, 'the form of the invited driver')
  expect(await invited.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0)
  await invited.renter.action('Invited.save').click()
  await expect(invited.renter.errorOf('name')).toBeVisible()
  const pictures = process.env['CHECKIN_PICTURES']
  if (pictures) {
    await page.screenshot({ path: `${pictures}/waiting.png`, fullPage: true })
    await invited.page.screenshot({ path: `${pictures}/form.png`, fullPage: true })
  }
  await invited.fillsInvited(rui)
  await expect(invited.page.locator('[data-age-fee="young"]')).toContainText('Maria')
  if (pictures) await invited.page.screenshot({ path: `${pictures}/fee.png`, fullPage: true })
  await invited.renter.action('Invited.save').click()
  await expect(invited.page.locator('[data-screen="invitation"] form')).toHaveCount(0)

  await expect(page.locator('[data-invitation="done"]')).toContainText(/Rui.*age/)
  if (pictures) {
    await page.screenshot({ path: `${pictures}/done.png`, fullPage: true })
    await invited.page.screenshot({ path: `${pictures}/thanks.png`, fullPage: true })
  }
  expect(await page.content()).not.toMatch(new RegExp(`Costa|${rui.email}|${rui.licence}`))
  const { reservation } = await fleetReservation('norte', booking.reference)
  expect(JSON.stringify(reservation)).toContain(rui.licence)
  await renter.action('Invite.goOn').click()
  await expect(renter.screen('verify-driver')).toHaveCount(0)
  await laptop.close()
  await phone.close()
})
