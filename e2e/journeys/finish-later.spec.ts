import { expect, test } from '@playwright/test'
import { Renter } from '../pages/renter.ts'
import { site } from '../support/addresses.ts'
import { expectAccessible } from '../support/axe.ts'
import { mailIds, nextMail } from '../support/mailbox.ts'
import { ownReservation } from '../support/own-reservation.ts'

test('what was typed here is there on another device by the mailed link, and the frame says what is kept and helps (DEC-186, DEC-188, API-45)', async ({ page, browser }) => {
  const booking = await ownReservation('costaverde', 'CV1001')
  const renter = new Renter(page)
  await renter.verifies(booking)
  await renter.action('Continue').click()
  await expect(renter.screen('verify-driver')).toBeVisible()
  // The first field that is typed into is kept on the server, and said to be.
  const field = renter.field('surname')
  await field.fill('Mariana')
  await expect(page.locator('[data-saved="server"]')).toHaveText(/^Saved \d\d:\d\d$/)
  await expectAccessible(page, 'a screen with help below')

  await renter.action('Help.open').click()
  await expect(page.locator('[data-support-code]')).toHaveText(/[A-Z0-9]{4}-[A-Z0-9]{4}/)
  await expect(page.locator('[data-help="chat"]')).toHaveAttribute('rel', 'noopener noreferrer')

  await renter.action('Later.open').click()
  const before = await mailIds(booking.mail)
  await renter.action('Later.send').click()
  await expect(page.locator('[data-later="sent"]')).toBeVisible()
  const mail = await nextMail(booking.mail, before)
  const address = /https?:\/\/\S+\/[\w-]{43}/.exec(mail.text)?.[0] ?? ''
  await expectAccessible(page, 'help and finishing later, open')

  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const other = new Renter(await context.newPage())
  await other.page.goto(address)
  await expect(other.screen('reservation')).toContainText(booking.reference)
  await other.action('Continue').click()
  await expect(other.field('surname')).toHaveValue('Mariana')
  // A link has proved no address (DEC-77): it sends no further one.
  await expect(other.action('Help.open')).toBeVisible()
  await expect(other.action('Later.open')).toHaveCount(0)
  await context.close()
})

test('an address that names no screen is a page of the tenant that leads on, and a screen without a session says why the first one came (DEC-187, SHELL-33)', async ({ page }) => {
  const answer = await page.goto(site('alpen', '/driver-detail/typo'))
  expect(answer?.status()).toBe(404)
  await expectAccessible(page, 'the page of an unknown address')
  await page.locator('[data-action="NotFound.home"]').click()
  await expect(page.locator('[data-screen="verify-reservation"]')).toBeVisible()
  await page.goto(site('alpen', '/driver-details'))
  const renter = new Renter(page)
  await expect(renter.screen('verify-reservation')).toBeVisible()
  await expect(renter.alert('Notice.findFirst')).toBeVisible()
})
