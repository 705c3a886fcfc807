import { expect, test } from '@playwright/test'
import { DriverEntry } from '../pages/driver.ts'
import { Renter } from '../pages/renter.ts'
import { site } from '../support/addresses.ts'
import { expectAccessible } from '../support/axe.ts'
import { aPerson } from '../support/drivers.ts'
import { fleetReservation, putReservation } from '../support/fleet.ts'
import { mailIds, nextMail, type Mail } from '../support/mailbox.ts'
import { ownReservation } from '../support/own-reservation.ts'
import { viewports } from '../support/viewports.ts'

/** The address in a mail to finish later. */
function linkIn({ subject, text }: Mail): URL {
  const found = /https?:\/\/\S+\/[\w-]{43}/.exec(text)?.[0]
  if (found === undefined) throw new Error(`no link in the mail "${subject}"`)
  return new URL(found)
}

/** Asks for the link on a screen of check-in, and takes it from the renter's mailbox. */
async function finishesLater(renter: Renter, mail: string): Promise<URL> {
  const before = await mailIds(mail)
  const send = renter.action('Later.send')
  if (await send.count() === 0) await renter.action('Later.open').click()
  await send.click()
  await expect(renter.page.locator('[data-later="sent"]')).toBeVisible()
  return linkIn(await nextMail(mail, before))
}

test('check-in that was begun on a phone is finished on another device by the mailed link, with what was typed; the link opens again, for its company alone, and ends with the next one and with check-in (API-45, DEC-186, DEC-18)', async ({ browser }) => {
  test.slow()
  const booking = await ownReservation('costaverde', 'CV1001')
  const phone = await browser.newContext({ viewport: viewports.mobile, locale: 'en', reducedMotion: 'reduce' })
  const first = new DriverEntry(await phone.newPage())
  await first.renter.verifies(booking)
  await first.renter.action('Continue').click()
  const person = aPerson('Maria')
  await first.verifies(person)
  const kept = first.page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/draft' && (answer.request().postData() ?? '').includes('Rua do Sol 1'))
  await first.details()
  expect((await kept).status()).toBe(200)
  const link = await finishesLater(first.renter, booking.mail)
  expect(link.origin).toBe(new URL(site('costaverde')).origin)
  await expectAccessible(first.page, 'a link was sent')

  const desk = await browser.newContext({ viewport: viewports.desktop, locale: 'fr', reducedMotion: 'reduce' })
  const second = new DriverEntry(await desk.newPage())
  // Programs that look at mails open a link before its reader does.
  for (const _press of ['first', 'again']) {
    await second.page.goto(link.href)
    await expect(second.renter.screen('reservation')).toContainText(booking.reference)
  }
  // A link is no code: it offers no other link (DEC-77).
  await expect(second.renter.action('Help.open')).toBeVisible()
  await expect(second.renter.action('Later.open')).toHaveCount(0)
  await second.renter.action('Continue').click()
  await expect(second.renter.field('driversLicense')).toHaveValue(person.licence)
  await second.renter.action('Next').click()
  await expect(second.renter.field('address')).toHaveValue('Rua do Sol 1')

  const stranger = new Renter(await (await browser.newContext({ locale: 'en' })).newPage())
  const opensNothing = async (address: string): Promise<void> => {
    await stranger.page.goto(address)
    await expect(stranger.alert('Notice.linkNotValid')).toBeVisible()
    await expect(stranger.screen('verify-reservation')).toBeVisible()
  }
  await opensNothing(site('islandcars', link.pathname))
  const next = await finishesLater(first.renter, booking.mail)
  await opensNothing(link.href)
  await stranger.page.goto(next.href)
  await expect(stranger.screen('reservation')).toContainText(booking.reference)
  await stranger.page.context().clearCookies()
  await stranger.page.evaluate(() => { sessionStorage.clear() })
  const { reservation } = await fleetReservation('costaverde', booking.reference)
  await putReservation('costaverde', booking.reference, { ...reservation, isCompleted: true })
  await opensNothing(next.href)
  await Promise.all([phone, desk, stranger.page.context()].map((each) => each.close()))
})
