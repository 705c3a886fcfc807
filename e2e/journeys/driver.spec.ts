import { randomBytes } from 'node:crypto'
import { expect, test, type Browser } from '@playwright/test'
import { DriverEntry, picture, type Person } from '../pages/driver.ts'
import type { Tenant } from '../support/addresses.ts'
import { expectAccessible } from '../support/axe.ts'
import { fleetReservation, makeLink } from '../support/fleet.ts'
import { ownReservation } from '../support/own-reservation.ts'
import { languages, viewports } from '../support/viewports.ts'

const likeOf: Readonly<Record<Tenant, string>> = { costaverde: 'CV1001', islandcars: 'IC2001', alpen: 'AL3001' }

/** A person that no other journey knows: licence numbers and addresses are looked up. */
const aPerson = (name: string, surname = 'Silva'): Person => {
  const own = randomBytes(4).toString('hex').toUpperCase()
  return { name, surname, birthDate: '1990-05-01', email: `${own.toLowerCase()}@drivers.example`, licence: `L-${own}` }
}

interface Device {
  readonly language?: string
  readonly viewport?: { readonly width: number; readonly height: number }
}

/** A renter on verify-driver, by a mailed link. */
async function atVerifyDriver(browser: Browser, tenant: Tenant, { language = 'en', viewport = viewports.desktop }: Device = {}) {
  const booking = await ownReservation(tenant, likeOf[tenant])
  const { url } = await makeLink(tenant, booking.reference, 'verify')
  const context = await browser.newContext({ viewport, locale: language, reducedMotion: 'reduce' })
  const page = await context.newPage()
  const entry = new DriverEntry(page)
  await page.goto(url)
  await expect(entry.renter.screen('reservation')).toBeVisible()
  const terms = entry.renter.field('terms')
  if (await terms.count() > 0) await terms.check()
  await entry.renter.action('Continue').click()
  await expect(entry.renter.screen('verify-driver')).toBeVisible()
  return { booking, context, page, entry, renter: entry.renter }
}

for (const tenant of ['costaverde', 'islandcars', 'alpen'] as const) {
  for (const [width, viewport] of Object.entries(viewports)) {
    test(`the driver of ${tenant} is entered and saved, ${width}: the company sees it (DRIVER-56, STATES S1.15 to S1.27)`, async ({ browser }) => {
      const { booking, context, entry } = await atVerifyDriver(browser, tenant, { viewport })
      const person = aPerson('Maria')
      await entry.enters(person)
      await entry.submits()
      const stored = JSON.stringify(await fleetReservation(tenant, booking.reference))
      expect(stored).toContain(person.email)
      expect(stored).toContain(person.licence)
      await context.close()
    })
  }
}

test('a second licence is saved beside the first (DRIVER-53 to DRIVER-55)', async ({ browser }) => {
  const { booking, context, entry, renter } = await atVerifyDriver(browser, 'costaverde')
  const person = aPerson('Maria')
  await entry.enters(person)
  await renter.field('second.enabled').check()
  await renter.action('Submit').click()
  await expect(renter.errorOf('second.id')).toHaveAttribute('data-error-key', 'FieldsError.second.id.Required')
  await entry.licence(`${person.licence}B`, 'second.')
  const sent = entry.page.waitForRequest((request) => request.method() === 'POST' && new URL(request.url()).pathname === '/api/driver')
  await entry.submits()
  expect((await sent).postData()).not.toContain('enabled')
  expect(JSON.stringify(await fleetReservation('costaverde', booking.reference))).toContain(`${person.licence}B`)
  await context.close()
})

test('an image is at most 1920 px wide and goes as WebP without a prefix, a file of another type is ignored (DRIVER-60 to DRIVER-63)', async ({ browser }) => {
  const { context, entry, renter, page } = await atVerifyDriver(browser, 'costaverde')
  await entry.verifies(aPerson('Maria'))
  await entry.details()
  await entry.contact()
  await renter.field('imageFront').setInputFiles({ name: 'photo.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') })
  await renter.field('imageBack').setInputFiles(picture(2400, 1500))
  const image = page.locator('.ck-upload img')
  await expect(image).toHaveCount(1)
  expect(await image.evaluate((shown: HTMLImageElement) => [shown.naturalWidth, shown.naturalHeight, shown.src.slice(0, 23)])).toEqual([1920, 1200, 'data:image/webp;base64,'])
  await expect(page.locator('[data-alert-key]')).toHaveCount(0)
  await context.close()
})

test('what was typed survives a reload, numbers of documents are in no storage (DEC-18)', async ({ browser }) => {
  const { context, entry, renter, page } = await atVerifyDriver(browser, 'costaverde')
  const person = aPerson('Maria')
  await entry.verifies(person)
  await entry.types('address', 'Rua do Sol 1')
  await page.reload()
  await expect(renter.screen('driver-details')).toBeVisible()
  await expect(renter.field('address')).toHaveValue('Rua do Sol 1')
  await expect(renter.field('birthDate')).toHaveValue(person.birthDate)
  expect(await page.evaluate(() => JSON.stringify(sessionStorage) + JSON.stringify(localStorage))).not.toContain(person.licence)
  await context.close()
})

test('leaving the licence forward asks first (DEC-15, STATES S1.30)', async ({ browser }) => {
  const { context, entry, page } = await atVerifyDriver(browser, 'costaverde')
  const person = aPerson('Maria')
  await entry.verifies(person)
  await entry.details()
  await entry.contact()
  await entry.document('D1')
  await page.locator('a[href="/"]:visible').first().click()
  await expect(page.getByRole('dialog')).toHaveAttribute('data-modal-keys', /AreYouSureQuit/)
  await context.close()
})

for (const language of languages) {
  test(`every driver screen is accessible and fits, empty and with errors, ${language}`, async ({ browser }) => {
    const { context, entry, renter, page } = await atVerifyDriver(browser, language === 'fr' ? 'islandcars' : 'costaverde', { language, viewport: language === 'en' ? viewports.desktop : viewports.mobile })
    const look = async (where: string): Promise<void> => {
      expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), `${where} scrolls sideways`).toBeLessThanOrEqual(0)
      await expectAccessible(page, where)
    }
    const person = aPerson('Maria')
    for (const [screen, fill] of [
      ['verify-driver', () => entry.verifies(person)], ['driver-details', () => entry.details()], ['driver-contact', () => entry.contact()], ['driver-document', () => entry.document('D2')],
    ] as const) {
      await look(screen)
      if (screen === 'driver-contact') await renter.field('email').fill('')
      await renter.action('Next').click()
      await expect(page.locator('.ck-summary')).toBeVisible()
      await look(`${screen} with errors`)
      if (screen === 'driver-contact') await renter.field('email').fill(person.email)
      await fill()
    }
    await renter.field('second.enabled').check()
    await look('driver-document-license')
    await renter.action('Submit').click()
    await expect(page.locator('.ck-summary')).toBeVisible()
    await look('driver-document-license with errors')
    await context.close()
  })
}
