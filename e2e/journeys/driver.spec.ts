import { expect, test } from '@playwright/test'
import { picture } from '../pages/driver.ts'
import { expectAccessible } from '../support/axe.ts'
import { aPerson, atVerifyDriver } from '../support/drivers.ts'
import { fleetReservation } from '../support/fleet.ts'
import { languages, viewports } from '../support/viewports.ts'

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

test('a second licence is saved beside the first, six images over a slow line, and the screen says how much has left (DRIVER-53 to DRIVER-56)', async ({ browser }) => {
  const { booking, context, entry, renter, page } = await atVerifyDriver(browser, 'costaverde')
  const person = aPerson('Maria')
  const large = picture(640, 400, true)
  await entry.verifies(person)
  await entry.details()
  await entry.contact()
  await entry.document(`D${person.licence.replace(/\W/g, '')}`, large)
  await entry.licence(person.licence, '', large)
  await renter.field('second.enabled').check()
  await renter.action('Submit').click()
  await expect(renter.errorOf('second.id')).toHaveAttribute('data-error-key', 'FieldsError.second.id.Required')
  await entry.licence(`${person.licence}B`, 'second.', large)
  const line = await context.newCDPSession(page)
  await line.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 400_000 })
  // Every figure that the page shows, from the first to the last.
  await page.evaluate(() => {
    const shown: number[] = []
    Object.assign(window, { shown })
    new MutationObserver(() => {
      const percent = document.querySelector<HTMLElement>('[data-percent]')?.dataset['percent']
      if (percent !== undefined && shown.at(-1) !== Number(percent)) shown.push(Number(percent))
    }).observe(document.body, { subtree: true, childList: true, attributes: true })
  })
  const sent = page.waitForRequest((request) => request.method() === 'POST' && new URL(request.url()).pathname === '/api/driver')
  await entry.submits()
  const shown = await page.evaluate(() => (window as unknown as { shown: number[] }).shown)
  expect(shown.filter((percent) => percent > 0 && percent < 100).length, `figures on the way: ${shown.join(', ')}`).toBeGreaterThan(1)
  expect(shown).toEqual([...shown].sort((a, b) => a - b))
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
  // What is shown is a small copy (DEC-305); what is sent is not.
  expect(await image.evaluate((shown: HTMLImageElement) => [shown.naturalWidth, shown.naturalHeight, shown.src.slice(0, 23)])).toEqual([480, 300, 'data:image/webp;base64,'])
  await expect(page.locator('[data-alert-key]')).toHaveCount(0)
  await entry.document('D-1920', picture(2400, 1500))
  await entry.licence('L-1920')
  const request = page.waitForRequest((each) => each.method() === 'POST' && new URL(each.url()).pathname === '/api/driver')
  await renter.action('Submit').click()
  const { driver: { document: { imageBack } } } = (await request).postDataJSON() as { driver: { document: { imageBack: string } } }
  // RIFF, as every WebP begins.
  expect(imageBack.slice(0, 5)).toBe('UklGR')
  expect(await page.evaluate(async (base64) => {
    const sent = await createImageBitmap(new Blob([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))]))
    return [sent.width, sent.height]
  }, imageBack)).toEqual([1920, 1200])
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
