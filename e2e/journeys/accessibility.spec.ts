import { expect, test, type Page } from '@playwright/test'
import { Renter } from '../pages/renter.ts'
import { expectAccessible } from '../support/axe.ts'
import { codeOf, mailIds, nextMail } from '../support/mailbox.ts'
import { ownReservation } from '../support/own-reservation.ts'
import { languages, viewports } from '../support/viewports.ts'

const widthFits = async (page: Page, where: string): Promise<void> => {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(overflow, `${where} scrolls sideways`).toBeLessThanOrEqual(0)
}

for (const language of languages) {
  for (const [width, viewport] of [...Object.entries(viewports), ['narrow', { width: 320, height: 640 }] as const]) {
    test(`every screen of verification is accessible and fits, ${language}, ${width}`, async ({ browser }) => {
      const tenant = language === 'fr' ? 'islandcars' : 'costaverde'
      const booking = await ownReservation(tenant, tenant === 'costaverde' ? 'CV1001' : 'IC2001')
      const context = await browser.newContext({ viewport, locale: language, reducedMotion: 'reduce' })
      const page = await context.newPage()
      const renter = new Renter(page)
      const look = async (where: string): Promise<void> => {
        await widthFits(page, where)
        await expectAccessible(page, where)
      }

      await renter.opens(tenant)
      await expect(renter.field('reference')).toBeVisible()
      await look('view 1, empty')
      await renter.action('Locate').click()
      await expect(renter.errorOf('reference')).toBeVisible()
      await look('view 1, errors')
      await renter.locates({ reference: 'NOBODY', surname: 'Nobody' })
      await expect(renter.says('ReservationNotFound')).toBeVisible()
      await look('view 1, alert')
      await renter.locates(booking)
      await expect(renter.field('mail')).toBeVisible()
      await look('view 2')
      const before = await mailIds(booking.mail)
      await renter.asksForCode(booking.mail)
      await expect(renter.screen('verify-code')).toBeVisible()
      await look('code')
      await renter.entersCode(codeOf(await nextMail(booking.mail, before)))
      await expect(renter.screen('reservation')).toBeVisible()
      await look('reservation')
      await renter.action('Continue').click()
      await expect(renter.screen('verify-driver').getByRole('heading', { level: 1 })).toBeVisible()
      await look('the first screen of the driver')
      await context.close()
    })
  }
}

test('the way to the reservation works by keyboard alone', async ({ page }) => {
  const renter = new Renter(page)
  const booking = await ownReservation('costaverde', 'CV1001')
  await renter.opens('costaverde')
  const tabTo = async (selector: string): Promise<void> => {
    for (let presses = 0; presses < 40; presses += 1) {
      if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`${selector} is not reached by the Tab key`)
  }
  await expect(renter.field('reference')).toBeVisible()
  await tabTo('input[name="reference"]')
  await page.keyboard.type(booking.reference)
  await tabTo('input[name="surname"]')
  await page.keyboard.type(booking.surname)
  await page.keyboard.press('Enter')
  await expect(renter.field('mail')).toBeVisible()
  await tabTo('input[name="mail"]')
  await page.keyboard.type(booking.mail)
  await tabTo('input[name="terms"]')
  await page.keyboard.press('Space')
  const before = await mailIds(booking.mail)
  await tabTo('[data-action="Submit"]')
  await page.keyboard.press('Enter')
  const code = codeOf(await nextMail(booking.mail, before))
  await tabTo('input[name="code"]')
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  await expect(renter.screen('reservation')).toBeVisible()
})
