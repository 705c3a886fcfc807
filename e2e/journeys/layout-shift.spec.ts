import { join } from 'node:path'
import { expect, test, type Browser, type Page } from '@playwright/test'
import { DriverEntry } from '../pages/driver.ts'
import { allowsPhone, invitesByLink, provesInvitation, sendsPicture, showsCode } from '../pages/other-device.ts'
import { PaymentScreens } from '../pages/payment.ts'
import { PrecheckoutScreens } from '../pages/precheckout.ts'
import { site } from '../support/addresses.ts'
import { aPerson } from '../support/drivers.ts'
import { makeLink } from '../support/fleet.ts'
import { ownReservation } from '../support/own-reservation.ts'
import { readyRenter } from '../support/ready-renter.ts'
import { movedMoreThan, watchShifts, type ShiftOfScreen } from '../support/shifts.ts'
import { viewports } from '../support/viewports.ts'

/** What stands between the driver's data and the overview, with the button that leads on. */
const ways = [
  { layout: 'steps', tenant: 'costaverde', like: 'CV1001', presses: [['additional-driver', 'No'], ['upselling', 'ContinueWithoutUpgrade'], ['add-extras', 'NoFinish']] },
  { layout: 'page', tenant: 'norte', like: 'NO4001', presses: [['extras', 'Submit']] },
] as const

/** What moves so soon after a press is the answer to it and does not count; each answer of the server comes later. */
const answersAfter = 700

async function answersLate(page: Page): Promise<void> {
  await page.route('**/api/**', async (route) => {
    await new Promise((done) => { setTimeout(done, answersAfter) })
    await route.continue().catch(() => undefined)
  })
}

const devices = [
  { device: 'phone', options: { viewport: viewports.mobile, isMobile: true, hasTouch: true } },
  { device: 'desktop', options: { viewport: viewports.desktop } },
] as const

for (const { layout, tenant, like, presses } of ways) for (const { device, options } of devices) {
  test(`nothing moves on its own on any screen of a check-in on a ${device} whose offers are ${layout} (DEC-257)`, async ({ browser }) => {
    const context = await browser.newContext({ ...options, locale: 'en-GB' })
    const page = await context.newPage()
    const shifts = await watchShifts(page)
    await answersLate(page)
    const entry = new DriverEntry(page)
    const { renter } = entry
    await renter.verifies(await ownReservation(tenant, like))
    await expect(renter.screen('reservation')).toBeVisible()
    await renter.action('Continue').click()
    await entry.enters(aPerson('Maria', 'Silva', '1988-02-29'))
    await renter.action('Submit').click()
    for (const [screen, action] of presses) {
      await expect(renter.screen(screen)).toBeVisible()
      await page.waitForLoadState('networkidle')
      await renter.action(action).click()
    }
    await expect(renter.screen('overview')).toBeVisible()
    const card = new PaymentScreens(page)
    await card.typesCard({ number: '4111111111111111' })
    await card.pays()
    await expect(renter.screen('complete').getByRole('heading').first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(movedMoreThan(0.02, shifts)).toEqual([])
    await context.close()
  })
}

/** A device whose every answer comes after what a press may move, with notes of what moves. */
async function slowly(browser: Browser, { options }: (typeof devices)[number] = devices[0]): Promise<{ readonly page: Page; readonly shifts: readonly ShiftOfScreen[] }> {
  const context = await browser.newContext({ ...options, locale: 'en-GB' })
  const page = await context.newPage()
  const shifts = await watchShifts(page)
  await answersLate(page)
  return { page, shifts }
}

test('nothing moves on its own from the mailed link to the signed agreement (DEC-257)', async ({ browser }) => {
  const { page, shifts } = await slowly(browser)
  const booking = await ownReservation('costaverde', 'CV1009', { isCompleted: true })
  const screens = new PrecheckoutScreens(page)
  await screens.enters((await makeLink('costaverde', booking.reference, 'precheckout')).url)
  await screens.goesOnToAgreement()
  await screens.typesNewCard('4111111111111111')
  await screens.proceeds()
  await screens.signs()
  await expect(screens.renter.screen('complete-rental-agreement').getByRole('heading').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(movedMoreThan(0.02, shifts)).toEqual([])
  await page.context().close()
})

test('nothing moves on its own while documents are photographed by a phone, read, checked and saved (DEC-257, DEC-176)', async ({ browser }) => {
  const { page: laptop, shifts: laptops } = await slowly(browser, devices[1])
  const entry = new DriverEntry(laptop)
  const { renter } = entry
  await laptop.goto((await makeLink('norte', (await ownReservation('norte', 'NO4001')).reference, 'verify')).url)
  await expect(renter.screen('reservation')).toBeVisible()
  const terms = renter.field('terms')
  if (await terms.count() > 0) await terms.check()
  await renter.action('Continue').click()
  const address = await showsCode(entry)
  const { page, shifts } = await slowly(browser)
  await page.goto(address)
  await allowsPhone(entry, page)
  for (const [side, file] of [['document.front', 'passport'], ['licence.front', 'licence-front'], ['licence.back', 'licence-back']] as const) {
    await sendsPicture(page, laptop, side, join(import.meta.dirname, `../pictures/specimen-${file}.png`))
  }
  const person = aPerson('Maria')
  await entry.types('email', person.email)
  await entry.types('driversLicense', person.licence)
  await renter.action('Next').click()
  await entry.addsWhatIsMissing('L898902C3')
  await renter.action('Submit').click()
  await expect(renter.screen('extras').getByRole('heading').first()).toBeVisible()
  expect([movedMoreThan(0.02, shifts), movedMoreThan(0.02, laptops)]).toEqual([[], []])
  await Promise.all([laptop.context().close(), page.context().close()])
})

test('nothing moves on its own while the other driver is invited and gives the own data (DEC-257, DEC-209)', async ({ browser }) => {
  const own = await slowly(browser)
  const entry = new DriverEntry(own.page)
  const { renter } = entry
  const booking = await ownReservation('norte', 'NO4001')
  await readyRenter(booking)
  await renter.verifies(booking)
  await expect(renter.screen('reservation')).toBeVisible()
  await own.page.goto(site('norte', '/extras'))
  await renter.action('Yes').click()
  await own.page.locator('[data-invitation="none"]').waitFor()
  const address = await invitesByLink(entry)

  const person = aPerson('Rui', 'Costa')
  const other = await slowly(browser)
  const invited = new DriverEntry(other.page)
  await other.page.goto(address)
  await provesInvitation(invited, person.email)
  await invited.fillsInvited(person)
  await invited.renter.action('Invited.save').click()
  await other.page.locator('[data-screen="invitation"] form').waitFor({ state: 'detached' })
  expect([movedMoreThan(0.02, own.shifts), movedMoreThan(0.02, other.shifts)]).toEqual([[], []])
  await Promise.all([own.page.context().close(), other.page.context().close()])
})
