import { expect, test, type Browser, type BrowserContext } from '@playwright/test'
import { DriverEntry } from '../pages/driver.ts'
import { expectAccessible } from '../support/axe.ts'
import { fleetReservation } from '../support/fleet.ts'
import { codeOf, mailIds, nextMail } from '../support/mailbox.ts'
import { ownReservation } from '../support/own-reservation.ts'
import { languages, viewports } from '../support/viewports.ts'

const jonas = { name: 'Jonas', surname: 'Müller-Lüdenscheidt', email: null }

/** A renter of CV1010, or of another reservation whose company has no address, on a phone. */
async function renterOf(browser: Browser, like: string, locale: string, width: number = viewports.mobile.width) {
  const { customer } = (await fleetReservation('costaverde', like)).reservation
  const booking = await ownReservation('costaverde', like, { customer: like === 'CV1010' ? jonas : { ...customer, email: null } })
  const pickUp = (await fleetReservation('costaverde', booking.reference)).reservation.checkOut.dateAndTime.slice(0, 10)
  const context: BrowserContext = await browser.newContext({ viewport: { width, height: 700 }, hasTouch: true, locale, reducedMotion: 'reduce' })
  const entry = new DriverEntry(await context.newPage())
  await entry.renter.opens('costaverde')
  await entry.renter.locates(booking)
  await expect(entry.renter.field('proof')).toBeVisible()
  return { booking, pickUp, context, entry, renter: entry.renter, page: entry.renter.page }
}

test('without an address on file the pick-up date and the end of the phone number open the reservation, a wrong end does not (DEC-99, SEC-10, STATES S1.74 to S1.76)', async ({ browser }, info) => {
  const { booking, pickUp, context, entry, renter, page } = await renterOf(browser, 'CV1010', 'en')
  await entry.dates('checkoutdate', pickUp)
  await renter.field('proof').fill('7654')
  await renter.asksForCode(booking.mail)
  await expect(renter.says('ReservationNotFound')).toBeVisible()
  await page.screenshot({ path: info.outputPath('second-proof.png'), fullPage: true })
  const before = await mailIds(booking.mail)
  await renter.field('proof').fill('4567')
  await renter.action('Submit').click()
  await renter.entersCode(codeOf(await nextMail(booking.mail, before)))
  await expect(renter.screen('reservation')).toContainText(booking.reference)
  expect(await page.evaluate(() => JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage)]))).not.toMatch(/(?<![0-9a-f])4567(?![0-9a-f])/)
  expect((await fleetReservation('costaverde', booking.reference)).reservation.customer.email).toBe(booking.mail)
  await context.close()
})

test('view 2 with its second proof is accessible and fits 320 pixels in every language, and leads to the counter where nothing is on file (DEC-99, S1.77)', async ({ browser }) => {
  for (const language of languages) {
    const { booking, pickUp, context, entry, renter, page } = await renterOf(browser, 'CV1001', language, 320)
    const look = async (where: string): Promise<void> => {
      expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), `${where} scrolls sideways`).toBeLessThanOrEqual(0)
      await expectAccessible(page, `${where}, ${language}`)
    }
    await look('second proof, empty')
    await renter.asksForCode(booking.mail)
    await expect(renter.errorOf('proof')).toBeVisible()
    await look('second proof, errors')
    await entry.dates('checkoutdate', pickUp)
    await renter.field('proof').fill('4567')
    await renter.action('Submit').click()
    await expect(page.getByRole('status').filter({ hasText: booking.reference })).toBeVisible()
    await look('nothing on file')
    await context.close()
  }
})
