import { expect, type Page } from '@playwright/test'
import { codeOf, mailIds, nextMail } from '../support/mailbox.ts'
import { makeLink } from '../support/fleet.ts'
import { readyRenter } from '../support/ready-renter.ts'
import { site } from '../support/addresses.ts'
import { aPerson } from '../support/drivers.ts'
import { DriverEntry } from './driver.ts'
import { PrecheckoutScreens } from './precheckout.ts'
import type { Booking } from './renter.ts'

/** What is done on each screen of a walk; `where` names it. */
export type Look = (where: string) => Promise<void>

/** From the first screen to the saved driver, looking at each screen, empty and with errors. */
export async function walksToTheDriver(page: Page, booking: Booking, look: Look): Promise<void> {
  const entry = new DriverEntry(page)
  const { renter } = entry
  await look('find')
  await renter.action('Locate').click()
  await expect(renter.errorOf('reference')).toBeVisible()
  await look('find-errors')
  await renter.locates(booking)
  await expect(renter.field('mail')).toBeVisible()
  await look('mail')
  const before = await mailIds(booking.mail)
  await renter.asksForCode(booking.mail)
  await expect(renter.screen('verify-code')).toBeVisible()
  await look('code')
  await renter.entersCode(codeOf(await nextMail(booking.mail, before)))
  await expect(renter.screen('reservation')).toBeVisible()
  await look('reservation')
  const terms = renter.field('terms')
  if (await terms.count() > 0) await terms.check()
  await renter.action('Continue').click()
  await expect(renter.screen('verify-driver')).toBeVisible()
  await look('driver')
  await page.locator('button[data-field="birthDate"]').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await look('date')
  await page.keyboard.press('Escape')
  const person = aPerson('Maria')
  await entry.verifies(person)
  await look('details')
  await entry.types('address', 'Rua do Sol 1')
  await renter.field('countryId').click()
  await page.locator('[role="option"][data-value="620"]').click()
  for (const [name, value] of [['zipCode', '8000-138'], ['city', 'Faro'], ['taxNumber', '123456789'], ['birthPlace', 'Faro']] as const) await entry.types(name, value)
  await renter.action('Next').click()
  await expect(renter.screen('driver-contact')).toBeVisible()
  await look('contact')
  await entry.contact()
  await look('document')
  await entry.document(`D${person.licence.replace(/\W/g, '')}`)
  await look('licence')
}

/** Offers, overview and the review of pre-checkout of a reservation whose driver is known. */
export async function walksTheOffers(page: Page, booking: Booking, look: Look): Promise<void> {
  await readyRenter(booking)
  await page.goto((await makeLink(booking.tenant, booking.reference, 'verify')).url)
  const screens = new PrecheckoutScreens(page)
  await expect(screens.renter.screen('reservation')).toBeVisible()
  await page.goto(site(booking.tenant, '/extras'))
  await expect(page.locator('[data-group]').first()).toBeVisible()
  await look('offers')
  await page.locator('[data-group="C"] [data-action="Upgrade"]').click()
  await expect(page.locator('[data-vehicle="new"]')).toBeVisible()
  await look('compare')
  await page.goto(site(booking.tenant, '/overview'))
  await expect(page.locator('[data-amount="total"]')).toBeVisible()
  await look('overview')
}

/** Pre-checkout up to the agreement. */
export async function walksPrecheckout(page: Page, booking: Booking, look: Look): Promise<void> {
  await readyRenter(booking)
  const screens = new PrecheckoutScreens(page)
  await screens.enters((await makeLink(booking.tenant, booking.reference, 'precheckout')).url)
  await look('precheckout')
  await screens.renter.action('ProceedToRentalAgreement').click()
  await screens.expectScreen('precheckout-steps')
  await look('steps')
  await screens.renter.action('Continue').click()
  await screens.expectScreen('overview-precheckout')
  await screens.renter.action('ProceedToRentalAgreement').click()
  await screens.expectAgreement()
  await look('agreement')
}
