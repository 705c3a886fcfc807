import { expect, test } from '@playwright/test'
import { PrecheckoutScreens } from '../pages/precheckout.ts'
import { makeLink } from '../support/fleet.ts'
import { ownReservation } from '../support/own-reservation.ts'
import { phone } from '../support/phone.ts'
import { readyRenter } from '../support/ready-renter.ts'
import { expectStays, refuses } from '../support/refusals.ts'

test('a deposit that is refused says why in a dialog and on the page until the next try (UX-1, UX-2, DEC-102, ERR-21, PRECHK-15)', async ({ browser }) => {
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
