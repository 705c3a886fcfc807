import { randomInt } from 'node:crypto'
import { expect, test, type Browser } from '@playwright/test'
import { DriverEntry } from '../pages/driver.ts'
import { site } from '../support/addresses.ts'
import { expectAccessible } from '../support/axe.ts'
import { aPerson } from '../support/drivers.ts'
import { ownReservation } from '../support/own-reservation.ts'
import { readyRenter } from '../support/ready-renter.ts'
import { nextMessage } from '../support/text-messages.ts'
import { viewports } from '../support/viewports.ts'

/** A Portuguese mobile number without its calling code; its end chooses what goes wrong. */
const aNumber = (end = String(randomInt(1000, 9000))): string => `91${randomInt(100, 999)}${end}`

/** A renter of Norte where the additional driver may be invited. */
async function mayInvite(browser: Browser, viewport: { readonly width: number; readonly height: number } = viewports.desktop) {
  const booking = await ownReservation('norte', 'NO4001')
  await readyRenter(booking)
  const context = await browser.newContext({ viewport, locale: 'en', reducedMotion: 'reduce' })
  const entry = new DriverEntry(await context.newPage())
  const { page, renter } = entry
  await renter.verifies(booking)
  await page.goto(site('norte', '/extras'))
  await renter.action('Yes').click()
  await expect(page.locator('[data-invitation="none"]')).toBeVisible()
  const invites = async (number: string): Promise<void> => {
    await entry.picks('mobilePrefix', '351')
    await renter.field('mobile').fill(number)
    await renter.field('inviteAgreed').check()
    await renter.action('Invite.sms').click()
  }
  return { page, renter, context, booking, invites, status: page.locator('[data-invitation-sms]') }
}

test('the other driver is invited by text message, proves the number on a phone and fills in the own data, and the renter sees that it arrived and is done (DEC-285, API-91)', async ({ browser }, info) => {
  const { page, renter, context, booking, invites, status } = await mayInvite(browser)
  const number = aNumber()
  await entryIsChecked()
  await invites(number)
  const text = await nextMessage(`+351${number}`)
  await expect(status).toHaveAttribute('data-invitation-sms', 'delivered')
  await expect(status).toContainText(number.slice(-2))
  expect(await page.content()).not.toContain(number)
  await expectAccessible(page, 'the message with the link arrived')
  await page.screenshot({ path: info.outputPath('delivered.png'), fullPage: true })

  const link = new URL(/https?:\/\/\S+\/invitation\/[\w-]{43}/.exec(text)?.[0] ?? '')
  expect(link.origin).toBe(new URL(site('norte')).origin)
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'de', reducedMotion: 'reduce' })
  const invited = new DriverEntry(await phone.newPage())
  const rui = aPerson('Rui', 'Costa')
  await invited.page.goto(link.href)
  await expectAccessible(invited.page, 'a code by text message')
  await invited.renter.action('Invited.sendCode').click()
  await expect.poll(async () => nextMessage(`+351${number}`)).toMatch(/\b\d{6}\b/)
  await invited.page.screenshot({ path: info.outputPath('code.png'), fullPage: true })
  await invited.renter.field('invitedCode').fill(/\b\d{6}\b/.exec(await nextMessage(`+351${number}`))?.[0] ?? '')
  await invited.renter.action('Invited.prove').click()
  await expect(invited.renter.field('name')).toBeVisible()
  expect(await invited.page.content()).not.toContain(booking.surname)
  await invited.fillsInvited(rui)
  await invited.renter.action('Invited.save').click()
  await expect(invited.page.locator('[data-screen="invitation"] form')).toHaveCount(0)

  await expect(page.locator('[data-invitation="done"]')).toContainText('Rui')
  expect(await page.content()).not.toMatch(new RegExp(`Costa|${rui.email}|${rui.licence}|${number}`))
  await Promise.all([context, phone].map((each) => each.close()))

  async function entryIsChecked(): Promise<void> {
    // Enter sends what it is pressed in, and not the driver whose form is below.
    await renter.field('mobile').press('Enter')
    await expect(renter.errorOf('inviteAgreed')).toBeVisible()
    await expectAccessible(page, 'a number is asked for')
    await page.screenshot({ path: info.outputPath('offered.png'), fullPage: true })
  }
})

test('an invitation by text message that does not arrive says so at 390 px, and another number follows at once (DEC-285)', async ({ browser }, info) => {
  const { page, renter, context, invites, status } = await mayInvite(browser, { width: 390, height: 844 })
  await invites(aNumber('9905'))
  await expect(status).toHaveAttribute('data-invitation-sms', 'failed')
  await expect(status).toContainText('05')
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0)
  await page.screenshot({ path: info.outputPath('failed.png'), fullPage: true })
  const number = aNumber()
  await invites(number)
  await expect(status).toHaveAttribute('data-invitation-sms', 'delivered')
  expect(await nextMessage(`+351${number}`)).toMatch(/\/invitation\/[\w-]{43}/)
  await renter.action('Invite.withdraw').click()
  await expect(page.locator('[data-invitation="none"]')).toBeVisible()
  await context.close()
})
