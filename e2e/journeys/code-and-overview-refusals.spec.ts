import { expect, test, type Locator, type Page } from '@playwright/test'
import { PaymentScreens } from '../pages/payment.ts'
import { Renter } from '../pages/renter.ts'
import { ownReservation } from '../support/own-reservation.ts'
import { phone } from '../support/phone.ts'
import { expectStays, refuses } from '../support/refusals.ts'

const refusal = (page: Page, key: string): Locator => page.locator(`[data-refusal-key="${key}"]`)

test('a code that is wrong stands at its field, one that could not be checked says why, until another is typed (UX-1, UX-2, DEC-102, ERR-06)', async ({ browser }) => {
  const context = await phone(browser)
  const page = await context.newPage()
  await page.clock.install()
  const renter = new Renter(page)
  const booking = await ownReservation('costaverde', 'CV1001')
  await renter.opens('costaverde')
  await renter.locates(booking)
  await renter.asksForCode(booking.mail)
  await expect(renter.screen('verify-code')).toBeVisible()
  const answer = await refuses(page, '**/api/validate', 'POST')
  const cases = [
    [[404, 'CodeNotFound'], renter.errorOf('code')], [[429, 'TooManyRequests'], refusal(page, 'Notice.tooManyTries')], [[503, 'DatabaseUnavailable'], refusal(page, 'Notice.tryAgainSoon')],
  ] as const
  for (const [next, words] of cases) {
    answer.next = next
    await renter.entersCode('000001')
    await expectStays(page, words)
    await expect(renter.errorOf('code')).toHaveCount(next[1] === 'CodeNotFound' ? 1 : 0)
    await renter.field('code').fill('')
    await expect(words).toHaveCount(0)
  }
  await context.close()
})

test('a payment that is refused, and a check-in that cannot be completed, say why above the overview until the renter does something about it (UX-1, UX-2, DEC-102, ERR-30, PAY-12)', async ({ browser }) => {
  const context = await phone(browser)
  const page = await context.newPage()
  await page.clock.install()
  const payment = new PaymentScreens(page)
  await payment.opensOverview(await ownReservation('costaverde', 'CV1001'))
  await payment.provider('wallet').check()
  const [paying, completing] = [await refuses(page, '**/api/payment', 'POST'), await refuses(page, '**/api/reservation', 'PUT')]
  const reasons = [[400, 'AgeNotAllowed', 'AgeNotAllowedForReservation'], [400, 'Undesirable', 'UndesirableDriverError'], [503, 'DatabaseUnavailable', 'Notice.tryAgainSoon'], [429, 'TooManyRequests', 'Notice.tooManyTries']] as const
  const buttons = [[paying, payment.mainButton()], [completing, payment.renter.action('CompletePayLater')]] as const
  for (const [answer, button] of buttons) {
    paying.next = null
    for (const [status, code, key] of reasons) {
      answer.next = [status, code]
      await button.click()
      await expectStays(page, refusal(page, key))
      await expect(page.locator('[data-refusal-key]')).toHaveCount(1)
      await payment.provider('card').check()
      await expect(page.locator('[data-refusal-key]')).toHaveCount(0)
      await payment.provider('wallet').check()
    }
  }
  await context.close()
})
