import { expect, test, type Browser } from '@playwright/test'
import type { ExtrasSummary } from '@checkin/api'
import { Offers } from '../pages/offers.ts'
import { PaymentScreens } from '../pages/payment.ts'
import type { Booking } from '../pages/renter.ts'
import { site } from '../support/addresses.ts'
import { expectAccessible } from '../support/axe.ts'
import { fleetReservation, putReservation } from '../support/fleet.ts'
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
  test.slow()
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
  test.slow()
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
