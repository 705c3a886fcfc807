import { expect, test } from '@playwright/test'
import { DriverEntry } from '../pages/driver.ts'
import { PaymentScreens } from '../pages/payment.ts'
import { aPerson } from '../support/drivers.ts'
import { ownReservation } from '../support/own-reservation.ts'
import { expectNoSidewaysScroll, expectNothingHidden, zoomed } from '../support/zoomed.ts'

test('the whole check-in with a payment is walked at 400 %: nothing scrolls sideways, and no control is hidden when it has the focus (DEC-183, WCAG 1.4.10, 2.4.11)', async ({ browser }) => {
  const context = await browser.newContext({ viewport: zoomed, locale: 'en', reducedMotion: 'reduce' })
  const page = await context.newPage()
  const entry = new DriverEntry(page)
  const { renter } = entry
  const card = new PaymentScreens(page)
  /** Looks at the screen before the renter goes on. */
  const looks = async (screen: string): Promise<void> => {
    await expect(renter.screen(screen).getByRole('heading').first()).toBeVisible()
    await expectNoSidewaysScroll(page, screen)
    await expectNothingHidden(renter.screen(screen), screen)
  }

  await renter.verifies(await ownReservation('costaverde', 'CV1001'))
  await looks('reservation')
  await renter.action('Continue').click()
  await looks('verify-driver')
  const person = aPerson('Maria', 'Silva', '1988-02-29')
  await entry.verifies(person)
  await looks('driver-details')
  await entry.details()
  await looks('driver-contact')
  await entry.contact()
  await looks('driver-document')
  await entry.document(`D${person.licence.replace(/\W/g, '')}`)
  await looks('driver-document-license')
  await entry.licence(person.licence)
  await entry.submits()
  for (const [screen, action] of [['additional-driver', 'No'], ['upselling', 'ContinueWithoutUpgrade'], ['add-extras', 'Yes'], ['extras', 'Submit']] as const) {
    await looks(screen)
    await renter.action(action).click()
  }
  await looks('overview')
  await card.typesCard({ number: '4111111111111111' })
  await expectNoSidewaysScroll(page, 'the form of a card')
  await expectNothingHidden(renter.screen('overview'), 'the form of a card')
  await card.pays()
  await card.endsAfterPayment()
  await looks('complete')
  await context.close()
})
