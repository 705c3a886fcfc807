import { randomBytes } from 'node:crypto'
import { expect, test, type Browser, type BrowserContext } from '@playwright/test'
import { PrecheckoutScreens } from '../pages/precheckout.ts'
import { Renter } from '../pages/renter.ts'
import { site } from '../support/addresses.ts'
import { expectAccessible } from '../support/axe.ts'
import { fleetReservation, makeLink } from '../support/fleet.ts'
import { mailIds, nextMail } from '../support/mailbox.ts'
import { ownReservation } from '../support/own-reservation.ts'
import { viewports } from '../support/viewports.ts'

interface Agreed {
  readonly agreement: { readonly state: string; readonly signature: { readonly signedAt?: string } | null; readonly hold: { readonly held: number } | null } | null
  readonly payments: readonly { readonly purpose: string; readonly state: string; readonly captureBefore: string | null }[]
}
const agreed = async (reference: string): Promise<Agreed> => (await fleetReservation('costaverde', reference)) as unknown as Agreed

const phone = (browser: Browser, more: Parameters<Browser['newContext']>[0] = {}): Promise<BrowserContext> =>
  browser.newContext({ viewport: viewports.mobile, hasTouch: true, reducedMotion: 'reduce', ...more })

// Three companies' pages and a card form in one journey: no single step may take long, all together may.
test.describe.configure({ timeout: 150_000 })

test('from the mail of a completed check-in, with a saved card, to the signed agreement on a phone (PRECHK-01 to PRECHK-19)', async ({ browser }) => {
  const context = await phone(browser)
  const booking = await ownReservation('costaverde', 'CV1009', { isCompleted: true })
  const { url } = await makeLink('costaverde', booking.reference, 'precheckout')
  const page = await context.newPage()
  const screens = new PrecheckoutScreens(page)
  await screens.enters(url)
  await expectAccessible(page, 'review')
  await screens.goesOnToAgreement()
  await expect(page.locator('[data-part="email"]')).toContainText('@')
  await screens.unlocksSavedCards(booking.mail)
  await expectAccessible(page, 'agreement')
  await screens.card('saved-0').check()
  await screens.proceeds()
  await screens.signs()
  await expect(screens.renter.screen('complete-rental-agreement')).toBeVisible()
  await expectAccessible(page, 'signed')

  const { agreement, payments } = await agreed(booking.reference)
  expect(agreement).toMatchObject({ state: 'signed' })
  expect(payments.filter(({ purpose, state }) => purpose === 'deposit' && state === 'authorised')).toHaveLength(1)

  await page.reload()
  await expect(screens.renter.screen('complete-rental-agreement')).toBeVisible()
  await page.goBack()
  await expect(screens.renter.screen('complete-rental-agreement')).toBeVisible()

  // The link leads nowhere any more: the reservation has its agreement (DEC-56).
  const other = await (await phone(browser)).newPage()
  await other.goto(url)
  await expect(new Renter(other).alert('IsntPossibleChangeThisReservation')).toBeVisible()
  await other.context().close()
  await context.close()
})

test('check-in completed on one device, the mailed link opened on a phone, a new card, signed from the mail on a third (PRECHK-01, PRECHK-19, DEC-66)', async ({ browser }) => {
  const desk = await browser.newContext({ viewport: viewports.desktop, reducedMotion: 'reduce' })
  const signer = `${randomBytes(4).toString('hex')}@signs.example`
  const booking = await ownReservation('costaverde', 'CV1001', { emailToSign: signer })
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
  await elsewhere.signs()
  await expect(elsewhere.renter.screen('complete-rental-agreement')).toBeVisible()
  expect((await agreed(booking.reference)).agreement).toMatchObject({ state: 'signed' })
  await third.close()
})

test('every refusal of deposit, agreement and signature leaves a true message (PRECHK-15, PRECHK-17, PRECHK-20, ERR-37 to ERR-41)', async ({ browser }) => {
  const outcomes = [
    { card: '4000000000000002', scenario: null, key: 'preauth-payment', then: 'stays' },
    { card: '4111111111111111', scenario: 'agreement-fails', key: 'preauth-agreement', then: 'stays' },
    { card: '4111111111111111', scenario: 'summary-fails', key: 'preauth-summary-email', then: 'signs' },
    { card: '4111111111111111', scenario: 'previously-processed', key: 'preauth-already-processed', then: 'signs' },
    { card: '4111111111111111', scenario: 'refused', key: 'preauth-signature', then: 'is refused' },
  ] as const
  for (const { card, scenario, key, then } of outcomes) {
    await test.step(key, async () => {
      const context = await phone(browser)
      const booking = await ownReservation('costaverde', 'CV1009', { isCompleted: true, ...(scenario !== null && { emailToSign: `maria.sign-${scenario}@journeys.example` }) })
      const screens = new PrecheckoutScreens(await context.newPage())
      await screens.enters((await makeLink('costaverde', booking.reference, 'precheckout')).url)
      await screens.goesOnToAgreement()
      await screens.typesNewCard(card)
      await screens.proceeds()
      if (then === 'is refused') {
        await screens.signs()
        await expect(screens.modal(key)).toBeVisible({ timeout: 20_000 })
        await expect(screens.page.getByText('Your rental agreement has been signed successfully')).toHaveCount(0)
      } else {
        await expect(screens.modal(key)).toBeVisible({ timeout: 20_000 })
        await screens.closesModal()
        if (then === 'signs') await screens.expectSignaturePage()
        else await expect(screens.renter.action('Proceed')).toBeVisible()
      }
      await context.close()
    })
  }
})

test('NoIwillSignOTC holds nothing and ends at the counter; by keyboard alone at 320 px in French (PRECHK-18, PAY-42)', async ({ browser }) => {
  const context = await phone(browser, { viewport: { width: 320, height: 640 }, locale: 'fr' })
  const booking = await ownReservation('costaverde', 'CV1009', { isCompleted: true })
  const page = await context.newPage()
  const screens = new PrecheckoutScreens(page)
  await page.goto((await makeLink('costaverde', booking.reference, 'precheckout')).url)
  await expect(screens.renter.screen('precheckout')).toBeVisible()
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  const reaches = async (selector: string): Promise<void> => {
    for (let stop = 0; stop < 40 && !(await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)); stop += 1) await page.keyboard.press('Tab')
    await expect(page.locator(`${selector}:focus`)).toBeVisible()
  }
  const enter = async (key: string, next: string): Promise<void> => {
    await reaches(`[data-action="${key}"]`)
    expect(await overflow()).toBeLessThanOrEqual(0)
    await page.keyboard.press('Enter')
    await expect(screens.renter.screen(next).getByRole('heading', { level: 1 })).toBeVisible()
  }
  await reaches('input[name="terms"]')
  await page.keyboard.press('Space')
  await enter('ProceedToRentalAgreement', 'precheckout-steps')
  await enter('Continue', 'overview-precheckout')
  await enter('ProceedToRentalAgreement', 'rental-agreement')
  await screens.expectAgreement()
  await reaches('input[name="card"]')
  await page.keyboard.press('Space')
  await reaches('[data-action="Code.send"]')
  await page.keyboard.press('Enter')
  await expect(screens.renter.field('code')).toBeFocused()
  await expectAccessible(page, 'code panel')
  await enter('NoIwillSignOTC', 'complete-rental-agreement-no-payment')
  await expectAccessible(page, 'sign at the counter')
  const { agreement, payments } = await agreed(booking.reference)
  expect([agreement, payments]).toEqual([null, []])
  await enter('BackToHome', 'verify-reservation')
  await context.close()
})

test('a link that is unknown or another company\'s says so and opens nothing (PRECHK-02, ERR-34)', async ({ page }) => {
  const booking = await ownReservation('costaverde', 'CV1009', { isCompleted: true })
  const { token } = await makeLink('costaverde', booking.reference, 'precheckout')
  const renter = new Renter(page)
  for (const address of [site('costaverde', `/precheckout/${'x'.repeat(43)}`), site('islandcars', `/precheckout/${token}`)]) {
    await page.goto(address)
    await expect(renter.alert('Notice.linkNotValid')).toBeVisible()
    await expect(renter.screen('verify-reservation')).toBeVisible()
  }
  for (const tenant of ['costaverde', 'islandcars'] as const) {
    await page.goto(site(tenant, `/completed/signed/${token}/signature-of-nobody`))
    await expect(page.locator('[data-modal-keys="preauth-signature"]')).toBeVisible()
  }
})

test('the inspection takes five pictures and sends none (PRECHK-22 to PRECHK-25, STATES S4)', async ({ browser }) => {
  const context = await phone(browser)
  const page = await context.newPage()
  const renter = new Renter(page)
  await renter.verifies(await ownReservation('costaverde', 'CV1003'))
  await page.goto(site('costaverde', '/verify/damages'))
  await expect(renter.screen('verify-damages')).toBeVisible()
  const sent: string[] = []
  page.on('request', (request) => { if (request.method() !== 'GET' && request.url().includes('/api/')) sent.push(request.url()) })
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
  const pictures = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `car-${at}.png`, mimeType: 'image/png', buffer: png }))
  await page.locator('input[name="pictures"]').setInputFiles(pictures(4))
  await renter.action('NoCorrectAmount').click()
  await expect(renter.errorOf('pictures')).toHaveAttribute('data-error-key', 'Atleast5Images')
  await expect(renter.alert('Atleast5Images')).toBeVisible()
  await page.locator('input[name="pictures"]').setInputFiles(pictures(1))
  await expectAccessible(page, 'damages')
  await renter.action('NoCorrectAmount').click()
  await expect(renter.screen('verify-km')).toBeVisible()
  await renter.action('Back').click()
  await expect(renter.screen('verify-damages')).toBeVisible()
  await renter.action('YesItsCorrect').click()
  await renter.action('NoCorrectAmount').click()
  await page.locator('input[name="pictures"]').setInputFiles(pictures(1))
  await expectAccessible(page, 'mileage')
  await renter.action('Confirm').click()
  await expect(renter.screen('verify-fuel')).toBeVisible()
  await renter.action('YesItsCorrect').click()
  await expect(renter.screen('reservation')).toBeVisible()
  expect(sent).toEqual([])
  await context.close()
})
