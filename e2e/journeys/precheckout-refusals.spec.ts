import { expect, test } from '@playwright/test'
import { PrecheckoutScreens } from '../pages/precheckout.ts'
import { expectAccessible } from '../support/axe.ts'
import { fleetReservation, makeLink } from '../support/fleet.ts'
import { ownReservation } from '../support/own-reservation.ts'
import { readyRenter } from '../support/ready-renter.ts'
import { phone } from '../support/phone.ts'

const good = '4111111111111111'
const outcomes = [
  { card: '4000000000000002', scenario: null, key: 'preauth-payment', then: 'stays' },
  { card: good, scenario: 'agreement-fails', key: 'preauth-agreement', then: 'stays' },
  { card: good, scenario: 'summary-fails', key: 'preauth-summary-email', then: 'signs' },
  { card: good, scenario: 'previously-processed', key: 'preauth-already-processed', then: 'signs' },
  // A signature that the provider does not take is none; it may be tried again.
  { card: good, scenario: 'refused', key: null, then: 'is refused' },
  // A provider that does not serve at first is waited for, and nothing is said of it.
  { card: good, scenario: 'away', key: null, then: 'signs' },
] as const

/** CV1001 has an amount due beside its deposit, CV1009 has none. */
for (const like of ['CV1001', 'CV1009']) {
  test(`every refusal of deposit, agreement and signature leaves a true message: ${like} (PRECHK-15, PRECHK-17, PRECHK-20, ERR-37 to ERR-41)`, async ({ browser }) => {
    for (const { card, scenario, key, then } of outcomes) {
      await test.step(key ?? scenario, async () => {
        const context = await phone(browser)
        const booking = await ownReservation('costaverde', like, { isCompleted: true, ...(scenario !== null && { emailToSign: `maria.sign-${scenario}@journeys.example` }) })
        await readyRenter(booking)
        const screens = new PrecheckoutScreens(await context.newPage())
        await screens.enters((await makeLink('costaverde', booking.reference, 'precheckout')).url)
        await screens.goesOnToAgreement()
        await screens.typesNewCard(card)
        await screens.proceeds()
        if (then === 'is refused') await screens.signs()
        if (key !== null) await expect(screens.modal(key)).toBeVisible()
        if (then === 'is refused') {
          await expect(screens.page.getByRole('heading', { level: 1, name: 'Your signature was not accepted' })).toBeVisible()
          await expect(screens.renter.action('SignAgain')).toBeVisible()
          await expect(screens.page.getByText('Your rental agreement has been signed successfully')).toHaveCount(0)
        } else {
          if (key !== null) await screens.closesModal()
          if (then === 'signs') await screens.expectSignaturePage()
          else await expect(screens.renter.action('Proceed')).toBeVisible()
        }
        await context.close()
      })
    }
  })
}

test('a renter who does not want to sign reads that nothing is signed, and signs after all with the same hold (DEC-130, STATES S3.56, S3.57)', async ({ browser }) => {
  const context = await phone(browser)
  const booking = await ownReservation('costaverde', 'CV1001', { isCompleted: true })
  await readyRenter(booking)
  const screens = new PrecheckoutScreens(await context.newPage())
  await screens.enters((await makeLink('costaverde', booking.reference, 'precheckout')).url)
  await screens.goesOnToAgreement()
  await screens.typesNewCard(good)
  await screens.proceeds()
  await screens.refusesToSign()
  await expect(screens.page.getByRole('heading', { level: 1, name: 'You have not signed' })).toBeVisible()
  await expectAccessible(screens.page, 'a refused signature')
  await expect(screens.page.getByRole('dialog')).toHaveCount(0)
  await screens.renter.action('SignAgain').click()
  await screens.signs()
  await expect(screens.page.getByText('Your rental agreement has been signed successfully')).toBeVisible()
  const { payments } = await fleetReservation('costaverde', booking.reference)
  expect(payments.filter(({ purpose }) => purpose === 'deposit')).toHaveLength(1)
  await context.close()
})
