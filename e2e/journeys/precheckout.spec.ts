import { randomBytes } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { PrecheckoutScreens } from '../pages/precheckout.ts'
import { Renter } from '../pages/renter.ts'
import { site } from '../support/addresses.ts'
import { expectAccessible } from '../support/axe.ts'
import { agreed, makeLink } from '../support/fleet.ts'
import { mailIds, nextMail } from '../support/mailbox.ts'
import { ownReservation } from '../support/own-reservation.ts'
import { phone } from '../support/phone.ts'
import { readyRenter } from '../support/ready-renter.ts'
import { viewports } from '../support/viewports.ts'

// Three companies' pages and a card form in one journey: no single step may take long, all together may.
test('from the mail of a completed check-in, with a saved card, to the signed agreement on a phone (SHELL-01, PRECHK-01 to PRECHK-19, DEC-171, UX-6)', async ({ browser }) => {
  const context = await phone(browser)
  const booking = await ownReservation('costaverde', 'CV1009', { isCompleted: true })
  const { url } = await makeLink('costaverde', booking.reference, 'precheckout')
  const page = await context.newPage()
  const screens = new PrecheckoutScreens(page)
  await page.goto(url)
  // Without the tick the main button leads to the box and says why (DEC-171).
  await screens.renter.action('ProceedToRentalAgreement').click()
  await expect(screens.renter.field('terms')).toBeFocused()
  await expect(page.locator('[data-error-for="terms"]')).toBeInViewport()
  await screens.agrees()
  await expectAccessible(page, 'review')
  await screens.goesOnToAgreement()
  await expect(page.locator('[data-part="email"]')).toContainText('@')
  await screens.unlocksSavedCards(booking.mail)
  await expectAccessible(page, 'agreement')
  await screens.card('saved-0').check()
  await screens.proceeds()
  await screens.signsByKeyboard()
  await expect(screens.renter.screen('complete-rental-agreement')).toBeVisible()
  await expectAccessible(page, 'signed')

  const { agreement, payments } = await agreed(booking.reference)
  expect(agreement).toMatchObject({ state: 'signed' })
  expect(payments.filter(({ purpose, state }) => purpose === 'deposit' && state === 'authorised')).toHaveLength(1)

  await page.reload()
  await expect(screens.renter.screen('complete-rental-agreement')).toBeVisible()
  await page.goBack()
  await screens.comesBackToTheEnd()

  // The link leads nowhere any more: the reservation has its agreement (DEC-56).
  const other = await (await phone(browser)).newPage()
  await other.goto(url)
  await expect(new Renter(other).says('IsntPossibleChangeThisReservation')).toBeVisible()
  await other.context().close()
  await context.close()
})

test('check-in completed on one device, the mailed link opened on a phone, a new card, signed from the mail on a third (PRECHK-01, PRECHK-19, DEC-66)', async ({ browser }) => {
  const desk = await browser.newContext({ viewport: viewports.desktop, reducedMotion: 'reduce' })
  const signer = `${randomBytes(4).toString('hex')}@signs.example`
  const booking = await ownReservation('costaverde', 'CV1001', { emailToSign: signer })
  await readyRenter(booking)
  const renter = new Renter(await desk.newPage())
  await renter.verifies(booking)
  await renter.page.goto(site('costaverde', '/overview'))
  const before = await mailIds(booking.mail)
  await renter.action('CompletePayLater').click()
  await expect(renter.screen('complete')).toBeVisible()
  const link = /http\S+\/precheckout\/[\w-]+/.exec((await nextMail(booking.mail, before)).text)?.[0]
  await desk.close()

  const context = await phone(browser, { locale: 'fr' })
  const screens = new PrecheckoutScreens(await context.newPage())
  await screens.enters(link ?? '')
  await screens.goesOnToAgreement()
  await screens.typesNewCard('4111111111111111')
  await expectAccessible(screens.page, 'new card')
  await screens.proceeds()
  await screens.expectSignaturePage()
  const signing = /http:\/\/sign\S+/.exec((await nextMail(signer, new Set())).text)?.[0]
  await context.close()

  const third = await phone(browser)
  const elsewhere = new PrecheckoutScreens(await third.newPage())
  await elsewhere.page.goto(signing ?? '')
  await expectAccessible(elsewhere.page, 'signature, typed')
  await elsewhere.signsByHand()
  await elsewhere.page.locator('button[value="sign"]').click()
  await expect(elsewhere.page.getByRole('alert')).toBeFocused()
  await expectAccessible(elsewhere.page, 'signature, something missing')
  await elsewhere.signsByHand()
  await expectAccessible(elsewhere.page, 'signature, drawn')
  await elsewhere.signs()
  await expect(elsewhere.renter.screen('complete-rental-agreement')).toBeVisible()
  expect((await agreed(booking.reference)).agreement).toMatchObject({ state: 'signed' })
  await elsewhere.page.goto(signing ?? '')
  await expectAccessible(elsewhere.page, 'signed, at the provider')
  await third.close()
})
