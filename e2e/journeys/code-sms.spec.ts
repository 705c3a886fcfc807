import { randomInt } from 'node:crypto'
import { expect, test, type Browser } from '@playwright/test'
import { Renter } from '../pages/renter.ts'
import { expectAccessible } from '../support/axe.ts'
import { fleetReservation } from '../support/fleet.ts'
import { ownReservation } from '../support/own-reservation.ts'
import { nextMessage, textMessages } from '../support/text-messages.ts'
import { viewports } from '../support/viewports.ts'

interface Waiting {
  /** The last four digits. */
  readonly end?: string
  readonly locale?: string
  readonly viewport?: { readonly width: number; readonly height: number }
}

/** Somebody of Norte who waits for the code, with a number whose lf messages. */
async function waitsForCode(browser: Browser, { end = String(randomInt(1000, 9000)), locale = 'en', viewport = viewports.mobile }: Waiting = {}) {
  const phone = `91${randomInt(100, 999)}${end}`
  const { customer: { name, surname }, driver } = (await fleetReservation('norte', 'NO4001')).reservation
  const booking = await ownReservation('norte', 'NO4001', { driver: { name, surname, ...driver, mobileObj: { prefix: '351', phone } } })
  const context = await browser.newContext({ viewport, locale, reducedMotion: 'reduce' })
  const renter = new Renter(await context.newPage())
  await renter.opens('norte')
  await renter.locates(booking)
  await renter.asksForCode(booking.mail)
  await expect(renter.screen('verify-code')).toBeVisible()
  await expect(renter.action('Sms.send')).toBeVisible()
  return { renter, page: renter.page, context, number: `+351${phone}`, status: renter.page.locator('[data-sms]') }
}

test('the code comes by text message to the phone on file and opens the reservation (DEC-230, DEC-283, API-62, API-63)', async ({ browser }, info) => {
  const { renter, page, context, number, status } = await waitsForCode(browser)
  await page.screenshot({ path: info.outputPath('offered.png'), fullPage: true })
  await expectAccessible(page, 'the code by text message')
  await expect(page.locator('#sms-where')).toContainText(number.slice(-2))
  await expect(page.locator('body')).not.toContainText(number.slice(-9))
  await renter.action('Sms.send').press('Enter')
  await expect(renter.action('Sms.send')).toBeFocused()
  const code = /\b\d{6}\b/.exec(await nextMessage(number))?.[0] ?? ''
  await expect(status).toHaveAttribute('data-sms', 'delivered')
  await expect(page.locator('label', { hasText: 'Code from' })).toHaveText(/^Code from the text message/)
  await expect(page.locator('.ck-lead')).toContainText(number.slice(-2))
  await page.screenshot({ path: info.outputPath('delivered.png'), fullPage: true })

  const messages = await context.newPage()
  await messages.goto(textMessages)
  await expect(messages.getByText(code).first()).toBeVisible()
  await renter.entersCode(code)
  await expect(renter.screen('reservation')).toBeVisible()
  await context.close()
})

for (const { what, end } of [{ what: 'refused', end: '9901' }, { what: 'undelivered', end: '9905' }]) {
  test(`a text message that is ${what} says so, and another code by e-mail is the way on (DEC-283)`, async ({ browser }, info) => {
    const { renter, page, context, status } = await waitsForCode(browser, { end, locale: 'pt', viewport: viewports.desktop })
    await page.screenshot({ path: info.outputPath('offered.png'), fullPage: true })
    await renter.field('code').fill('123')
    await renter.action('Sms.send').click()
    await expect(status).toHaveAttribute('data-sms', 'failed')
    await expect(status.getByRole('status')).toContainText('Peça um novo código')
    await expect(renter.action('ResendCode')).toBeVisible()
    await page.screenshot({ path: info.outputPath('failed.png'), fullPage: true })
    await context.close()
  })
}
