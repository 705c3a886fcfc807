import { randomInt } from 'node:crypto'
import { expect, test, type Browser } from '@playwright/test'
import { DriverEntry } from '../pages/driver.ts'
import { Renter } from '../pages/renter.ts'
import { site } from '../support/addresses.ts'
import { expectAccessible } from '../support/axe.ts'
import { aPerson } from '../support/drivers.ts'
import { fleetReservation, putReservation } from '../support/fleet.ts'
import { mailIds, nextMail, type Mail } from '../support/mailbox.ts'
import { ownReservation } from '../support/own-reservation.ts'
import { nextMessage } from '../support/text-messages.ts'
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
    await expect(stranger.says('Notice.linkNotValid')).toBeVisible()
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

/** Somebody of Norte on a laptop, with a proved code and a number whose end chooses what goes wrong, where a link to finish later is asked for. */
async function onALaptop(browser: Browser, end = String(randomInt(1000, 9000))) {
  const phone = `91${randomInt(100, 999)}${end}`
  const { customer: { name, surname }, driver } = (await fleetReservation('norte', 'NO4001')).reservation
  const booking = await ownReservation('norte', 'NO4001', { driver: { name, surname, ...driver, mobileObj: { prefix: '351', phone } } })
  const laptop = await browser.newContext({ viewport: viewports.desktop, locale: 'en', reducedMotion: 'reduce' })
  const renter = new Renter(await laptop.newPage())
  await renter.verifies(booking)
  await renter.action('Later.open').click()
  await expect(renter.action('Later.sms')).toBeVisible()
  return { renter, page: renter.page, laptop, booking, number: `+351${phone}`, status: renter.page.locator('[data-later-sms]') }
}

test('check-in that was begun on a laptop is finished on the phone by the link in a text message, which says that it arrived (API-98, API-99, DEC-281)', async ({ browser }, info) => {
  const { renter, page, laptop, booking, number, status } = await onALaptop(browser)
  await page.screenshot({ path: info.outputPath('offered.png'), fullPage: true })
  await expect(page.locator('#later-sms-where')).toContainText(number.slice(-2))
  await expect(page.locator('body')).not.toContainText(number.slice(-9))
  await renter.action('Later.sms').click()
  const text = await nextMessage(number)
  await expect(status).toHaveAttribute('data-later-sms', 'delivered')
  await expectAccessible(page, 'a link by text message')
  await page.screenshot({ path: info.outputPath('delivered.png'), fullPage: true })

  const link = new URL(/https?:\/\/\S+\/[\w-]{43}/.exec(text)?.[0] ?? '')
  expect(link.origin).toBe(new URL(site('norte')).origin)
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'pt', reducedMotion: 'reduce' })
  const second = new Renter(await phone.newPage())
  await second.page.goto(link.href)
  await expect(second.screen('reservation')).toContainText(booking.reference)
  await expect(second.action('Help.open')).toBeVisible()
  await expect(second.action('Later.open')).toHaveCount(0)
  await Promise.all([laptop, phone].map((each) => each.close()))
})

test('a link by text message that does not arrive says so at 390 px, and the mailed one opens on the phone (API-98, DEC-281)', async ({ browser }, info) => {
  const { renter, page, laptop, booking, status } = await onALaptop(browser, '9905')
  await page.setViewportSize({ width: 390, height: 844 })
  await renter.action('Later.sms').click()
  await expect(status).toHaveAttribute('data-later-sms', 'failed')
  await expect(status.getByRole('status')).toContainText('Have the link sent by e-')
  await page.screenshot({ path: info.outputPath('failed.png'), fullPage: true })
  const link = await finishesLater(renter, booking.mail)
  await expect(status).toHaveAttribute('data-later-sms', 'none')

  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en', reducedMotion: 'reduce' })
  const second = new Renter(await phone.newPage())
  await second.page.goto(link.href)
  await expect(second.screen('reservation')).toContainText(booking.reference)
  await Promise.all([laptop, phone].map((each) => each.close()))
})
