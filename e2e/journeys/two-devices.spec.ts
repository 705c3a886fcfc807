import { expect, test, type Browser } from '@playwright/test'
import type { ExtrasSummary } from '@checkin/api'
import { Offers } from '../pages/offers.ts'
import { PaymentScreens } from '../pages/payment.ts'
import { Renter } from '../pages/renter.ts'
import type { Booking } from '../pages/renter.ts'
import { site } from '../support/addresses.ts'
import { Alerts } from '../support/alerts.ts'
import { expectAccessible } from '../support/axe.ts'
import { atReservation } from '../support/drivers.ts'
import { fleetReservation, makeLink, putReservation } from '../support/fleet.ts'
import { ownReservation } from '../support/own-reservation.ts'
import { readyRenter } from '../support/ready-renter.ts'
import { viewports, type Language } from '../support/viewports.ts'

const declined = { number: '4000000000000002' }

/** A device of the renter, who came by a link and chose so many boosters. */
async function onDevice(browser: Browser, booking: Booking, { boosters, language = 'en', width }: { readonly boosters: number; readonly language?: Language; readonly width: keyof typeof viewports }) {
  const context = await browser.newContext({ viewport: viewports[width], locale: language, reducedMotion: 'reduce' })
  const page = await context.newPage()
  const payment = new PaymentScreens(page)
  await payment.opensOverviewByLink(booking)
  await page.goto(site(booking.tenant, '/extras'))
  const offers = new Offers(page)
  for (let count = 0; count < boosters; count += 1) await offers.presses('BST', 'Plus')
  await payment.renter.action('Submit').click()
  await payment.expectOverview()
  return { page, payment, close: () => context.close() }
}
const boostersOf = async ({ tenant, reference }: Booking): Promise<number | undefined> => {
  const { summary }: { readonly summary: ExtrasSummary } = await fleetReservation(tenant, reference)
  return summary.extras.find(({ extraID }) => extraID === 'BST')?.quantity
}

test('one extra on two devices: the later one overwrites nothing, says what is new and goes on (DEC-127)', async ({ browser }) => {
  const booking = await ownReservation('costaverde', 'CV1001')
  await readyRenter(booking)
  const phone = await onDevice(browser, booking, { boosters: 1, width: 'mobile', language: 'pt' })
  const laptop = await onDevice(browser, booking, { boosters: 2, width: 'desktop' })
  // The laptop's card is declined, but its two boosters are stored.
  await laptop.payment.typesCard(declined)
  await laptop.payment.pays()
  await expect(laptop.payment.note('declined')).toBeVisible()
  expect(await boostersOf(booking)).toBe(2)

  await phone.payment.renter.action('CompletePayLater').click()
  await expect(phone.payment.note('newer')).toBeInViewport()
  await expect(phone.page.locator('[data-difference="BST"]')).toContainText('1 ×')
  await expect(phone.page.locator('[data-difference="BST"]')).toContainText('2 ×')
  await expectAccessible(phone.page, 'changed meanwhile')
  expect([await boostersOf(booking), (await fleetReservation('costaverde', booking.reference)).reservation.isCompleted]).toEqual([2, false])
  await expect(phone.page.locator('[data-line="BST"]')).toContainText('2 ×')
  await phone.payment.renter.action('CompletePayLater').click()
  await phone.payment.expectComplete()
  expect([await boostersOf(booking), (await fleetReservation('costaverde', booking.reference)).reservation.isCompleted]).toEqual([2, true])
  await Promise.all([phone.close(), laptop.close()])
})

test('what the company changed without anything new to the renter is stored upon without a word (DEC-127)', async ({ browser }) => {
  const booking = await ownReservation('costaverde', 'CV1001')
  await readyRenter(booking)
  const phone = await onDevice(browser, booking, { boosters: 1, width: 'mobile' })
  const { reservation } = await fleetReservation('costaverde', booking.reference)
  await putReservation('costaverde', booking.reference, { ...reservation, numberEMG: 'EMG-2' })
  await phone.payment.renter.action('CompletePayLater').click()
  await phone.payment.expectComplete()
  expect(await boostersOf(booking)).toBe(1)
  await phone.close()
})

test('one driver on two devices: what the other one saved stands beside what was typed, and the renter takes either (DEC-127, DEC-140)', async ({ browser }) => {
  const booking = await ownReservation('costaverde', 'CV1001')
  await readyRenter(booking)
  const laptop = await atReservation(browser, booking)
  await laptop.page.goto(site('costaverde', '/driver-document-license'))
  await expect(laptop.renter.screen('driver-document-license')).toBeVisible()

  const other = await atReservation(browser, booking, { viewport: viewports.mobile, language: 'fr' })
  await other.page.goto(site('costaverde', '/driver-contact'))
  await other.renter.field('mobile').fill('934567890')
  for (const screen of ['driver-document', 'driver-document-license']) {
    await other.renter.action('Next').click()
    await expect(other.renter.screen(screen)).toBeVisible()
  }
  await other.entry.types('issuePlace', 'Lagos')
  await other.renter.action('Submit').click()
  await expect(other.renter.screen('driver-document-license')).toHaveCount(0)

  await laptop.entry.types('issuePlace', 'Tavira')
  await laptop.renter.action('Submit').click()
  const difference = (field: string) => laptop.page.locator(`[data-note="driver-changed"] [data-difference="${field}"]`)
  await expect(difference('contact.mobile')).toContainText('934567890')
  await expect(difference('licence.issuePlace')).toContainText('Lagos')
  await expect(difference('licence.issuePlace')).toContainText('Tavira')
  await expect(laptop.page.locator('[data-difference]')).toHaveCount(2)
  await expectAccessible(laptop.page, 'a driver that another device saved')
  await difference('contact.mobile').locator('[data-action="TakeSaved"]').click()
  await expect(difference('contact.mobile')).toHaveCount(0)
  await laptop.renter.action('Submit').click()
  await expect(laptop.renter.screen('driver-document-license')).toHaveCount(0)
  const { reservation: { driver } } = await fleetReservation('costaverde', booking.reference)
  expect([driver?.mobileObj?.phone, driver?.driverLicense?.issuePlace]).toEqual(['934567890', 'Tavira'])
  await Promise.all([laptop.context.close(), other.context.close()])
})

test('an upgrade that is compared while another device changed the extras: nothing is stored, what is new is shown, and the next yes takes it (DEC-127)', async ({ browser }) => {
  const booking = await ownReservation('costaverde', 'CV1001')
  await readyRenter(booking)
  const here = await atReservation(browser, booking, { viewport: viewports.mobile })
  await here.page.goto(site('costaverde', '/upselling'))
  await here.page.locator('[data-group="C"] [data-action="Upgrade"]').click()
  await expect(here.page.locator('[data-vehicle="new"]')).toBeVisible()
  const laptop = await onDevice(browser, booking, { boosters: 2, width: 'desktop' })
  await laptop.payment.typesCard(declined)
  await laptop.payment.pays()
  await expect(laptop.payment.note('declined')).toBeVisible()

  const upgraded = async () => (await fleetReservation('costaverde', booking.reference)).reservation.vehicle.groupId
  const before = await upgraded()
  await here.renter.action('YesIwantUpgrade').click()
  await expect(here.page.locator('[data-note="newer"] [data-difference="BST"]')).toContainText('2 ×')
  expect(await upgraded()).toBe(before)
  const alerts = await Alerts.of(here.context)
  await here.renter.action('YesIwantUpgrade').click()
  await alerts.expect(here.page, 'UpsellingSuccess')
  expect([await upgraded(), await boostersOf(booking)]).toEqual(['C', 2])
  await Promise.all([here.context.close(), laptop.close()])
})

test('two tabs of one browser at one reservation: the later one overwrites nothing; one whose session ended says why until somebody acts (DEC-127, DEC-55)', async ({ context }) => {
  const booking = await ownReservation('costaverde', 'CV1001')
  await readyRenter(booking)
  const tabs = [new PaymentScreens(await context.newPage()), new PaymentScreens(await context.newPage())] as const
  const [first, second] = tabs
  for (const tab of tabs) {
    await tab.page.goto((await makeLink('costaverde', booking.reference, 'verify')).url)
    await expect(tab.renter.screen('reservation')).toBeVisible()
  }
  for (const [tab, boosters] of [[first, 1], [second, 2]] as const) {
    await tab.page.goto(site('costaverde', '/extras'))
    for (let count = 0; count < boosters; count += 1) await new Offers(tab.page).presses('BST', 'Plus')
    await tab.renter.action('Submit').click()
    await tab.expectOverview()
  }
  await second.typesCard(declined)
  await second.pays()
  await expect(second.note('declined')).toBeVisible()
  await first.renter.action('CompletePayLater').click()
  await expect(first.page.locator('[data-difference="BST"]')).toContainText('2 ×')
  expect(await boostersOf(booking)).toBe(2)

  // The browser opens another reservation: the first tab's session is over.
  const next = await ownReservation('costaverde', 'CV1001')
  await second.page.goto((await makeLink('costaverde', next.reference, 'verify')).url)
  await expect(second.renter.screen('reservation')).toContainText(next.reference)
  await first.page.reload()
  const ended = new Renter(first.page).says('Notice.sessionEnded')
  await expect(ended).toBeVisible()
  await expect(first.renter.screen('verify-reservation')).toBeVisible()
  await expectAccessible(first.page, 'why a tab was refused')
  await first.page.locator('[data-screen="verify-reservation"] h1').click()
  await expect(ended).toHaveCount(0)
})

test('a renter who proved a code sees under Help where the reservation is open besides, and closes it there; a device with a link alone sees nothing (DEC-304)', async ({ browser }) => {
  const booking = await ownReservation('costaverde', 'CV1001')
  const linked = new Renter(await (await browser.newContext({ reducedMotion: 'reduce' })).newPage())
  await linked.page.goto((await makeLink('costaverde', booking.reference, 'verify')).url)
  await expect(linked.screen('reservation')).toBeVisible()
  await linked.action('Help.open').click()
  await expect(linked.page.locator('[data-support-code]')).toBeVisible()
  await expect(linked.page.locator('[data-other-devices]')).toHaveCount(0)

  const here = new Renter(await (await browser.newContext({ reducedMotion: 'reduce', viewport: viewports.mobile })).newPage())
  await here.verifies(booking)
  await here.action('Help.open').click()
  await expect(here.page.locator('[data-other-devices="1"] [data-device="desktop"]')).toBeVisible()
  await expectAccessible(here.page, 'other devices')
  await here.action('Devices.close').click()
  await expect(here.page.locator('[data-other-devices="0"]')).toBeVisible()
  await linked.page.reload()
  await expect(linked.screen('verify-reservation')).toBeVisible()
  await here.page.reload()
  await expect(here.screen('reservation')).toBeVisible()
  await Promise.all([linked.page.context().close(), here.page.context().close()])
})
