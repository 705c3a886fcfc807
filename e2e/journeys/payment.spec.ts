import { expect, test, type Page } from '@playwright/test'
import { PaymentScreens } from '../pages/payment.ts'
import { expectAccessible } from '../support/axe.ts'
import { cardProviderPlays } from '../support/card-provider.ts'
import { fleetReservation } from '../support/fleet.ts'
import { codeOf, mailIds, nextMail } from '../support/mailbox.ts'
import { ownReservation } from '../support/own-reservation.ts'
import { viewports, type Language } from '../support/viewports.ts'
import { site, type Tenant } from '../support/addresses.ts'

const good = { number: '4111111111111111' }
const declined = { number: '4000000000000002' }
const slow = { number: '4000000000000077' }

/** What the company's own system sees: whether the check-in is done, and every movement of money. */
async function booked(tenant: Tenant, reference: string): Promise<{ isCompleted: boolean; ledger: readonly number[] }> {
  const { reservation, ledger } = await fleetReservation(tenant, reference)
  return { isCompleted: reservation.isCompleted === true, ledger: ledger.map(({ amount }) => amount) }
}

const fits = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

for (const [language, width] of [['pt', 'desktop'], ['en', 'mobile'], ['fr', 'narrow']] as const) {
  test(`CV1001 is paid by card, ${language}, ${width}: declined first, then taken once (PAY-14, PAY-15, PAY-17, PAY-26, P6)`, async ({ browser }) => {
    const viewport = width === 'narrow' ? { width: 320, height: 640 } : viewports[width]
    const context = await browser.newContext({ viewport, locale: language satisfies Language, reducedMotion: 'reduce' })
    const page = await context.newPage()
    const payment = new PaymentScreens(page)
    const booking = await ownReservation('costaverde', 'CV1001')
    await payment.opensOverview(booking)
    await expect(payment.amount('due')).toHaveAttribute('data-value', '179.55')
    await expectAccessible(page, 'overview')

    await payment.pays()
    await expect(payment.renter.errorOf('provider')).toHaveAttribute('data-error-key', 'SelectPaymentMethod')
    await payment.typesCard({ ...good, month: '13' })
    await payment.pays()
    await expect(page.locator('[data-modal-keys*="month.errors.invalid"]')).toBeVisible()
    await expectAccessible(page, 'card errors')
    await page.getByRole('dialog').locator('[data-action="Confirm"]').click()

    await payment.typesCard(declined)
    await payment.pays()
    await expect(payment.note('declined')).toBeInViewport()
    await expectAccessible(page, 'declined')
    expect(await fits(page)).toBeLessThanOrEqual(0)
    expect((await booked('costaverde', booking.reference)).ledger).toEqual([])

    const before = await mailIds(booking.mail)
    await payment.typesCard(good)
    await payment.mainButton().dblclick()
    await payment.expectComplete()
    await expect(payment.amount('due')).toHaveAttribute('data-value', '0.00')
    await expectAccessible(page, 'complete')
    expect(await booked('costaverde', booking.reference)).toEqual({ isCompleted: true, ledger: [179.55] })
    expect((await nextMail(booking.mail, before)).text).toContain(booking.reference)

    await page.reload()
    await payment.expectComplete()
    await page.goBack()
    await payment.expectComplete()
    await page.goto(site('costaverde', '/overview'))
    await payment.expectComplete()
    await context.close()
  })
}

test('CV1003: nothing is due, so there is one button and nothing to pay with (PAY-06, S1.50)', async ({ page }) => {
  const payment = new PaymentScreens(page)
  const booking = await ownReservation('costaverde', 'CV1003')
  await payment.opensOverview(booking)
  await expect(page.locator('input[name="provider"]')).toHaveCount(0)
  await expect(payment.renter.action('CompletePayLater')).toHaveCount(0)
  await payment.renter.action('Complete').click()
  await payment.expectComplete()
  expect(await booked('costaverde', booking.reference)).toEqual({ isCompleted: true, ledger: [] })
})

test('CV1006: partly paid and pre-paid; the rest is left for the counter (PAY-01, PAY-13, DEC-21, S1.52)', async ({ page }) => {
  const payment = new PaymentScreens(page)
  const booking = await ownReservation('costaverde', 'CV1006')
  await payment.opensOverview(booking)
  await expect(payment.amount('paid')).toBeVisible()
  await expect(page.locator('.ck-ledger')).toContainText('Pre-paid')
  const due = await payment.amount('due').getAttribute('data-value')
  await payment.renter.action('CompletePayLater').click()
  await payment.expectComplete()
  await expect(payment.amount('due')).toHaveAttribute('data-value', due ?? '')
  expect(await booked('costaverde', booking.reference)).toEqual({ isCompleted: true, ledger: [] })
})

test('AL3001: no gateway, so it is completed and paid at the counter (PAY-10, DEC-20)', async ({ page }) => {
  const payment = new PaymentScreens(page)
  const booking = await ownReservation('alpen', 'AL3001', { paidValue: 0 })
  await payment.opensOverview(booking)
  await expect(payment.note('PayAtCounter')).toBeVisible()
  await payment.renter.action('Complete').click()
  await payment.expectComplete()
  expect((await booked('alpen', booking.reference)).isCompleted).toBe(true)
})

test('CV1006: the rest by card; while nobody has decided that is told, it goes on by itself after a reload, and is taken once (P9, P15, DEC-48)', async ({ page }) => {
  const payment = new PaymentScreens(page)
  const booking = await ownReservation('costaverde', 'CV1006')
  await payment.opensOverview(booking)
  const due = Number(await payment.amount('due').getAttribute('data-value'))
  await payment.typesCard(slow)
  await payment.pays()
  await expect(payment.attempt('checking')).toBeVisible()
  await page.reload()
  await payment.endsAfterPayment()
  expect(await booked('costaverde', booking.reference)).toEqual({ isCompleted: true, ledger: [due] })
})

test('CV1009 by a saved card, opened by a link: the code that comes by mail unlocks it (PAY-28, DEC-77)', async ({ page }) => {
  const payment = new PaymentScreens(page)
  const booking = await ownReservation('costaverde', 'CV1009', { isCompleted: false, paidValue: 100 })
  await payment.opensOverview(booking)
  const due = Number(await payment.amount('due').getAttribute('data-value'))
  await payment.provider('card').check()
  await payment.savedCard('saved').check()
  await expectAccessible(page, 'the code for saved cards')
  const before = await mailIds(booking.mail)
  await payment.renter.action('Code.send').click()
  await payment.renter.field('code').fill(codeOf(await nextMail(booking.mail, before)))
  await payment.renter.field('code').press('Enter')
  await expect(payment.savedCard('saved-0')).toBeChecked()
  await payment.pays()
  await payment.expectComplete()
  expect(await booked('costaverde', booking.reference)).toEqual({ isCompleted: true, ledger: [due] })
})

test('CV1006 in two tabs, one by wallet, one by card: the second sees that it is paid and pays nothing (P12, P19)', async ({ context }) => {
  const booking = await ownReservation('costaverde', 'CV1006')
  const one = new PaymentScreens(await context.newPage())
  await one.opensOverview(booking)
  const other = new PaymentScreens(await context.newPage())
  await other.opensOverviewByLink(booking)
  await other.typesCard(good)
  await one.opensOverviewByLink(booking)
  const due = Number(await one.amount('due').getAttribute('data-value'))
  await one.provider('wallet').check()
  await one.pays()
  await one.answersWallet('approve')
  await one.expectComplete()
  await other.pays()
  await expect(other.page.locator('[data-note], [data-screen="complete"], [data-refusal-key]').first()).toBeVisible()
  expect((await booked('costaverde', booking.reference)).ledger).toEqual([due])
})

test('CV1001 by wallet: a card script that does not load leaves the other ways open (DEC-92, P1)', async ({ browser }) => {
  const booking = await ownReservation('costaverde', 'CV1001')
  const userAgent = `Journeys/${booking.reference}`
  await cardProviderPlays('P1-500', userAgent)
  const context = await browser.newContext({ userAgent })
  const page = await context.newPage()
  const payment = new PaymentScreens(page)
  await payment.opensOverview(booking)
  await payment.provider('card').check()
  await expect(payment.renter.says('SomethingHappened')).toBeVisible()
  await expectAccessible(page, 'no card form')
  await expect(payment.renter.action('CompletePayLater')).toBeEnabled()
  await payment.provider('wallet').check()
  await payment.pays()
  await payment.answersWallet('approve')
  await payment.expectComplete()
  expect(await booked('costaverde', booking.reference)).toEqual({ isCompleted: true, ledger: [179.55] })
  await context.close()
})

test('a payment page runs the scripts of its inventory and no others, whatever was there before (SHELL-37)', async ({ page }) => {
  const payment = new PaymentScreens(page)
  const booking = await ownReservation('costaverde', 'CV1001')
  await payment.opensOverview(booking)
  await page.goto(site('costaverde', '/extras'))
  await payment.renter.action('ContinueWithoutExtras').click()
  await payment.expectOverview()
  await payment.provider('card').check()
  await expect(page.locator('[data-card-form="ready"]')).toBeVisible()
  const inventory = await page.evaluate(async () => (await (await fetch('/payment-scripts.json')).json()) as { url: string; owner: string }[])
  const loaded = await page.evaluate(() => [...new Set([...document.scripts].map(({ src }) => src).concat(
    performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => new URL(name).pathname.endsWith('.js'))))].filter((src) => src !== ''))
  const known = (address: string): boolean => inventory.some(({ url }) => (url.startsWith('/') ? new URL(address).pathname === url : address.startsWith(`${url}/`)))
  expect(loaded.filter((address) => !known(address))).toEqual([])
  expect(loaded.some((address) => address.includes('mfe-payment'))).toBe(true)
  expect(loaded.filter((address) => /mfe-(offers|driver|verification)/.test(address))).toEqual([])
  await expect(page.locator('script[data-card-script]')).toHaveCount(1)
})
