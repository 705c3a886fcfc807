import { expect, test, type Locator, type Page } from '@playwright/test'
import { PrecheckoutScreens } from '../pages/precheckout.ts'
import { makeLink } from '../support/fleet.ts'
import { ownReservation } from '../support/own-reservation.ts'
import { phone } from '../support/phone.ts'
import { readyRenter } from '../support/ready-renter.ts'

/** Milliseconds for which a toast is there (SHELL-75). */
const toast = 2600

/** Lets the server refuse calls of a method, each with the answer that `next` names. */
async function refuses(page: Page, path: string, method: 'GET' | 'POST' | 'PUT'): Promise<{ next: readonly [status: number, code: string | null, data?: unknown] }> {
  const answer: { next: readonly [number, string | null, unknown?] } = { next: [503, 'DatabaseUnavailable'] }
  await page.route(path, async (route) => {
    if (route.request().method() !== method) return route.continue()
    const [status, code, data = null] = answer.next
    return route.fulfill({ status, headers: { 'retry-after': '120' }, json: { data, status, title: '', code, requestId: 'refused-by-the-test' } })
  })
  return answer
}

/** What was refused is said in words where the renter is, and still when a toast would have gone. */
async function expectStays(page: Page, words: Locator): Promise<void> {
  await expect(words).toBeVisible()
  await page.clock.runFor(toast * 4)
  await expect(page.locator('[data-alert-key]')).toHaveCount(0)
  await expect(words).toBeVisible()
  await expect(words).toBeInViewport()
  await expect(words).not.toHaveText(/^$|FieldsError|Notice\./)
}

test('a deposit that is refused says why in a dialog and on the page until the next try (UX-1, UX-2, DEC-102, ERR-21, PRECHK-15)', async ({ browser }) => {
  test.slow()
  const context = await phone(browser)
  const page = await context.newPage()
  await page.clock.install()
  const booking = await ownReservation('costaverde', 'CV1001', { isCompleted: true })
  await readyRenter(booking)
  const screens = new PrecheckoutScreens(page)
  await screens.enters((await makeLink('costaverde', booking.reference, 'precheckout')).url)
  await screens.goesOnToAgreement()
  const answer = await refuses(page, '**/api/precheckout', 'POST')
  await screens.typesNewCard('4111111111111111')
  for (const context of ['payment', 'agreement'] as const) {
    answer.next = [400, 'PreauthorisationFailed', { errors: [{ context }] }]
    await screens.proceeds()
    const said = await screens.modal(`preauth-${context}`).getByRole('heading').textContent() ?? ''
    expect(said).not.toMatch(/^$|preauth/)
    await screens.closesModal()
    await expectStays(page, screens.renter.screen('rental-agreement').locator('.ck-notice').filter({ hasText: said }))
  }
  await context.close()
})
