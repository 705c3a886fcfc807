import { join } from 'node:path'
import { expect, test, type Browser, type Page } from '@playwright/test'
import { DriverEntry, picture } from '../pages/driver.ts'
import { Keyboard } from '../pages/keyboard.ts'
import { expectAccessible } from '../support/axe.ts'
import { aPerson, atReservation, atVerifyDriver, type Device } from '../support/drivers.ts'
import { fleetReservation } from '../support/fleet.ts'
import { ownReservation } from '../support/own-reservation.ts'
import { languages, viewports } from '../support/viewports.ts'

/** A drawn page of nobody's passport: number L898902C3, born on 1 May 1990, valid until 15 April 2032. */
const passport = join(import.meta.dirname, '../pictures/specimen-passport.png')

/** Both sides of nobody's licence: number 5 L-1234567 8, issued on 12 June 2018, valid until 12 June 2033. */
const licence = (side: 'front' | 'back'): string => join(import.meta.dirname, `../pictures/specimen-licence-${side}.png`)

/** The screens that a renter does something on, in their order: a screen counts once, however many views it has. */
async function screensOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => (window as unknown as { screens?: string[] }).screens ?? [])
}

async function counting(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: string[] = JSON.parse(sessionStorage.getItem('test.screens') ?? '[]') as string[]
    Object.assign(window, { screens: seen })
    const look = (): void => {
      const name = document.querySelector<HTMLElement>('[data-screen]')?.dataset['screen']
      if (name === undefined || seen.includes(name)) return
      seen.push(name)
      sessionStorage.setItem('test.screens', JSON.stringify(seen))
    }
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-screen'] })
  })
}

async function completes({ renter }: DriverEntry): Promise<void> {
  await expect(renter.screen('extras')).toBeVisible()
  await renter.action('Submit').click()
  await expect(renter.screen('overview')).toBeVisible()
  await renter.action('CompletePayLater').click()
  await expect(renter.screen('complete')).toBeVisible()
}

/** A new renter of Norte, from the reference on with the mailed code. */
async function fromTheReference(browser: Browser, { language, viewport }: Required<Device>) {
  const booking = await ownReservation('norte', 'NO4001')
  const context = await browser.newContext({ locale: language, viewport, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await counting(page)
  const entry = new DriverEntry(page)
  await entry.renter.verifies(booking)
  await entry.renter.action('Continue').click()
  await expect(entry.renter.screen('verify-driver')).toBeVisible()
  return { booking, context, page, entry, renter: entry.renter }
}

const found = ['verify-reservation', 'verify-code', 'reservation', 'verify-driver']

for (const language of languages) for (const width of ['mobile', 'desktop'] as const) {
  test(`the check-in of Norte takes six screens with pictures, from the reference to the end, ${language}, ${width} (DEC-176, STATES S1.85, S1.86)`, async ({ browser }) => {
    const { booking, context, page, entry, renter } = await fromTheReference(browser, { language, viewport: viewports[width] })
    const person = aPerson('Maria')
    await entry.photographs('document.front', passport)
    await entry.photographs('licence.front', licence('front'))
    await entry.photographs('licence.back', licence('back'))
    await expect(renter.field('birthDate')).toHaveValue('1990-05-01')
    await expect(page.locator('[data-side]')).toHaveCount(3)
    await expect(renter.field('driversLicense')).not.toHaveValue('')
    await entry.types('email', person.email)
    // Another number than the drawn one: a driver is known by it, and journeys run side by side.
    await entry.types('driversLicense', person.licence)
    await renter.action('Next').click()
    await expect(page).toHaveURL(/verify-driver\?view=check$/)
    await expect(page.locator('[data-row="document.id"]')).toContainText('L898902C3')
    await expect(page.locator('[data-row="document.imageFront"] img')).toBeVisible()
    await expect(page.locator('[data-row="licence.expiryDate"]')).toHaveAttribute('data-note', 'check')
    await entry.addsWhatIsMissing('L898902C3')
    await renter.action('Submit').click()
    await completes(entry)
    expect((await screensOf(page)).filter((name) => name !== 'complete')).toEqual([...found, 'extras', 'overview'])
    const stored = JSON.stringify(await fleetReservation('norte', booking.reference))
    for (const value of ['L898902C3', '2032-04-15', person.email, person.licence]) expect(stored).toContain(value)
    await context.close()
  })

  test(`the check-in of Norte takes at most twelve screens with everything typed, ${language}, ${width} (DEC-176, STATES S1.15 to S1.27)`, async ({ browser }) => {
    const { context, page, entry } = await fromTheReference(browser, { language, viewport: viewports[width] })
    await entry.enters(aPerson('Maria'))
    await entry.submits()
    await completes(entry)
    const screens = (await screensOf(page)).filter((name) => name !== 'complete')
    expect(screens).toEqual([...found, 'driver-details', 'driver-contact', 'driver-document', 'driver-document-license', 'extras', 'overview'])
    // The first screen has two views, one for the reference and one for the address.
    expect(screens.length + 1).toBeLessThanOrEqual(12)
    await context.close()
  })
}

test('a value is changed in its place, a reload keeps what was typed, and a refused save stands at its field (DEC-176, DEC-102, UX-1, STATES S1.87, S1.88)', async ({ browser }) => {
  const { booking, context, page, entry, renter } = await atVerifyDriver(browser, 'norte')
  const person = aPerson('Maria')
  await entry.photographs('document.front', passport)
  await entry.types('email', person.email)
  await entry.types('driversLicense', person.licence)
  await renter.action('Next').click()
  await entry.addsWhatIsMissing('L898902C3')
  await page.locator('[data-row="document.expiryDate"] [data-action="Check.change"]').click()
  await entry.dates('document.expiryDate', '2033-05-06')
  await renter.action('Back').click()
  await expect(page).toHaveURL(/isBack=true/)
  await expect(page.locator('[data-side="document.front"]')).toHaveAttribute('data-state', 'read')
  await page.goBack()
  await expect(page.locator('[data-row="details.address"]')).toContainText('Rua do Sol 1')
  // The draft is on its way with the last change, or there already.
  await expect.poll(() => page.evaluate(async () => (await fetch('/api/draft')).text())).toContain('2033-05-06')
  await page.reload()
  await expect(page.locator('[data-row="document.expiryDate"]')).toBeVisible()
  await expect(page.locator('[data-row="details.address"]')).toContainText('Rua do Sol 1')

  let isRefused = true
  await page.route('**/api/driver', async (route) => {
    if (route.request().method() !== 'POST' || !isRefused) return route.continue()
    const data = { issues: [{ path: 'driver.document.expiryDate', code: 'too-early' }] }
    return route.fulfill({ status: 400, json: { data, status: 400, title: 'Invalid request', code: 'InvalidRequest', requestId: 'refused' } })
  })
  await renter.action('Submit').click()
  await expect(renter.errorOf('document.expiryDate')).toHaveAttribute('data-error-key', 'FieldsError.expiryDate.MinRequired')
  isRefused = false
  await entry.dates('document.expiryDate', '2034-05-06')
  await renter.action('Submit').click()
  await expect(renter.screen('extras')).toBeVisible()
  expect(JSON.stringify(await fleetReservation('norte', booking.reference))).toContain('2034-05-06')
  await context.close()
})

test('the address of the view alone shows the first screen, before and without a lookup (DEC-176)', async ({ browser }) => {
  const { context, page, renter } = await atVerifyDriver(browser, 'norte')
  await page.goto(`${new URL(page.url()).origin}/verify-driver?view=check`)
  await expect(renter.field('driversLicense')).toBeVisible()
  await expect(page.locator('[data-part]')).toHaveCount(0)
  await context.close()
  const other = await atReservation(browser, await ownReservation('costaverde', 'CV1001'))
  await other.page.goto(`${new URL(other.page.url()).origin}/verify-driver?view=check`)
  await expect(other.renter.field('driversLicense').or(other.renter.screen('reservation'))).toBeVisible()
  await expect(other.page.locator('[data-photos], [data-part]')).toHaveCount(0)
  await other.context.close()
})

test('pictures and the view that is checked are worked by keyboard alone (SHELL-80, DEC-176)', async ({ browser }) => {
  const { context, page, renter } = await atVerifyDriver(browser, 'norte')
  const person = aPerson('Maria')
  const keyboard = new Keyboard(page)
  await keyboard.chooses('photo.licence.front', picture(320, 200))
  await expect(page.locator('[data-side="licence.front"]')).toHaveAttribute('data-state', /^(unreadable|failed)$/, { timeout: 60_000 })
  await keyboard.dates('birthDate', ['1', '5', '1990'])
  await keyboard.types('email', person.email)
  await keyboard.types('driversLicense', person.licence)
  await keyboard.presses('Next')
  await expect(page.locator('[data-part="licence"]')).toBeVisible()
  await expect(page.locator('h1')).toBeFocused()
  await keyboard.reaches('[data-row="contact.email"] [data-action="Check.change"]')
  await page.keyboard.press('Enter')
  await expect(renter.field('email')).toBeFocused()
  await context.close()
})

for (const [language, width] of [['en', 1440], ['de', 390], ['pt', 320]] as const) {
  test(`pictures and the view that is checked are accessible and fit: ${language}, ${width} px (DEC-176)`, async ({ browser }) => {
    const { context, entry, page, renter } = await atVerifyDriver(browser, 'norte', { language, viewport: { width, height: 844 } })
    const looks = async (where: string): Promise<void> => {
      expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), `${where} scrolls sideways`).toBeLessThanOrEqual(0)
      await expectAccessible(page, where)
    }
    await expect(page.locator('[data-photos]')).toBeVisible()
    await looks('pictures')
    await entry.photographs('document.front', passport)
    await entry.photographs('licence.front')
    const person = aPerson('Maria')
    await entry.types('email', person.email)
    await entry.types('driversLicense', person.licence)
    await looks('pictures that were taken')
    await renter.action('Next').click()
    await expect(page.locator('[data-part="licence"]')).toBeVisible()
    await looks('the view that is checked')
    await renter.action('Submit').click()
    await expect(page.locator('.ck-summary')).toBeVisible()
    await looks('the view with errors')
    await context.close()
  })
}
