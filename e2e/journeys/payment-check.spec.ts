import { expect, test, type Browser } from '@playwright/test'
import { PaymentScreens } from '../pages/payment.ts'
import { expectAccessible } from '../support/axe.ts'
import { fleetReservation } from '../support/fleet.ts'
import { ownReservation } from '../support/own-reservation.ts'
import { passOn } from '../support/pass-on.ts'
import { viewports } from '../support/viewports.ts'

test('every part is changed from the overview and leads back to it, with the way to pay and the choice of extras kept (DEC-184, STATES S1.91 to S1.98)', async ({ browser }) => {
  const booking = await ownReservation('costaverde', 'CV1001')
  const context = await browser.newContext({ viewport: viewports.mobile, locale: 'pt', reducedMotion: 'reduce' })
  const payment = new PaymentScreens(await context.newPage())
  const { page, renter } = payment
  await payment.opensOverview(booking)
  await payment.provider('googlepay').check()
  await expectAccessible(page, 'the overview')
  await expect(page.locator('[data-check="licence"]')).toContainText(/•••• \w{3}$|•••• \w{3}/)

  await renter.action('Change.extras').click()
  await expect(renter.screen('extras')).toBeVisible()
  const card = page.locator('[data-extra]', { has: page.locator('[data-action="Add"]') }).first()
  const id = await card.getAttribute('data-extra')
  await card.locator('[data-action="Add"]').click()
  await expect(page.locator(`[data-extra="${id}"] [data-action="Remove"]`)).toBeEnabled()
  await renter.action('Submit').click()
  await payment.expectOverview()
  const due = await payment.amount('due').getAttribute('data-value')
  await expect(payment.provider('googlepay')).toBeChecked()

  await renter.action('Change.driver').click()
  await expect(renter.screen('driver-details')).toBeVisible()
  await renter.action('Back').click()
  await payment.expectOverview()

  await renter.action('Change.licence').click()
  await expect(renter.screen('driver-document-license')).toBeVisible()
  await page.reload()
  await expect(renter.screen('driver-document-license').getByRole('heading', { level: 1 })).toBeVisible()
  await renter.action('Submit').click()
  await payment.expectOverview()
  await expect(payment.amount('due')).toHaveAttribute('data-value', due ?? '')

  await renter.action('Change.offer-driver').click()
  await expect(renter.screen('additional-driver')).toBeVisible()
  await renter.action('No').click()
  await payment.expectOverview()

  await renter.action('Change.vehicle').click()
  await expect(renter.screen('upselling')).toBeVisible()
  await renter.action('ContinueWithoutUpgrade').click()
  await payment.expectOverview()
  await context.close()
})

test('a wallet of the device pays: closed, declined and used up before, nothing is taken; then Apple Pay ends the check-in, which says where to go and saves the receipt (DEC-184, DEC-185, API-42, API-43)', async ({ browser }) => {
  const booking = await ownReservation('costaverde', 'CV1001')
  const context = await browser.newContext({ viewport: viewports.mobile, locale: 'en', reducedMotion: 'reduce' })
  const payment = new PaymentScreens(await context.newPage())
  const { page, renter } = payment
  await payment.opensOverview(booking)
  await payment.paysByDevice('googlepay', null)
  await expect(payment.note('cancelled')).toBeVisible()
  await payment.paysByDevice('googlepay', 'declined')
  await expect(payment.note('declined')).toBeVisible()
  await payment.paysByDevice('applepay', 'used')
  await expect(payment.note('declined')).toBeVisible()
  await payment.paysByDevice('applepay', 'ordinary')
  await payment.expectComplete()
  await expect(page.locator('[data-station="keys"]')).toHaveText('You get the keys at the counter.')
  await expect(page.locator('[data-station="open"]')).toContainText('07:00–23:30')
  await expectAccessible(page, 'the end')
  const [file] = await Promise.all([page.waitForEvent('download'), renter.action('End.paper.receipt').click({ timeout: 45_000 })])
  expect(file.suggestedFilename()).toBe(`receipt-${booking.reference}.pdf`)
  await context.close()
})

/** What the company's ledger says was taken of a reservation, one entry per charge. */
const taken = async (reference: string): Promise<readonly number[]> => (await fleetReservation('costaverde', reference)).ledger.map(({ amount }) => amount)

async function atOverview(browser: Browser, locale = 'en') {
  const context = await browser.newContext({ viewport: viewports.mobile, locale, reducedMotion: 'reduce' })
  const payment = new PaymentScreens(await context.newPage())
  const booking = await ownReservation('costaverde', 'CV1001')
  await payment.opensOverview(booking)
  return { context, payment, booking, due: Number(await payment.amount('due').getAttribute('data-value')) }
}

test('Google Pay whose bank asks is confirmed in the page, and charged once (P8, DEC-184)', async ({ browser }) => {
  const { context, payment, booking, due } = await atOverview(browser)
  await payment.paysByDevice('googlepay', 'confirmed')
  await payment.confirmsAtBank()
  await payment.endsAfterPayment()
  expect(await taken(booking.reference)).toEqual([due])
  await context.close()
})

test('a wallet of the device whose answer the provider loses is asked about, charged once, and the renter gets on (P9, DEC-184)', async ({ browser }) => {
  const { context, payment, booking, due } = await atOverview(browser, 'pt')
  await payment.paysByDevice('applepay', 'lost')
  await payment.endsAfterPayment()
  expect(await taken(booking.reference)).toEqual([due])
  await context.close()
})

test('a wallet of the device whose answer never reaches the page: the page asks what became of it, charges nothing again, and the renter gets on (P9, DEC-48, DEC-184)', async ({ browser }) => {
  const { context, payment, booking, due } = await atOverview(browser)
  const { page } = payment
  let orders = 0
  await page.route('**/api/payment', async (call) => {
    orders += 1
    await passOn(call)
    await call.abort('connectionreset')
  })
  await payment.paysByDevice('googlepay', 'ordinary')
  await expect.poll(() => orders).toBe(1)
  await expect.poll(() => taken(booking.reference)).toEqual([due])
  // Whoever reloads meanwhile is told the same.
  await page.reload()
  await payment.endsAfterPayment()
  expect([orders, await taken(booking.reference)]).toEqual([1, [due]])
  await context.close()
})
