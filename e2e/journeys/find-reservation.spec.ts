import { expect, test, type Page } from '@playwright/test'
import { Renter } from '../pages/renter.ts'
import { site, type Tenant } from '../support/addresses.ts'
import { codeOf, mailIds, nextMail } from '../support/mailbox.ts'
import { ownReservation } from '../support/own-reservation.ts'
import { languages, viewports } from '../support/viewports.ts'

const likeOf: Readonly<Record<Tenant, string>> = { costaverde: 'CV1001', islandcars: 'IC2001', alpen: 'AL3001', norte: 'NO4001' }

const mailWords = { en: 'code', pt: 'código', fr: 'code' } as const

for (const tenant of ['costaverde', 'islandcars'] as const) {
  for (const language of languages) {
    for (const [width, viewport] of Object.entries(viewports)) {
      test(`a renter of ${tenant} reaches the reservation with the mailed code, ${language}, ${width} (VERIF-26, STATES S1.1 to S1.7)`, async ({ browser }) => {
        const booking = await ownReservation(tenant, likeOf[tenant])
        const context = await browser.newContext({ viewport, locale: language })
        const renter = new Renter(await context.newPage())
        await renter.opens(tenant)
        await expect(renter.page.locator('html')).toHaveAttribute('lang', language)
        await renter.locates(booking)
        const before = await mailIds(booking.mail)
        await renter.asksForCode(booking.mail)
        const mail = await nextMail(booking.mail, before)
        expect(mail.text.toLowerCase()).toContain(mailWords[language])
        await renter.entersCode(codeOf(mail))

        await expect(renter.screen('reservation')).toBeVisible()
        await expect(renter.page).toHaveURL(site(tenant, '/reservation'))
        await expect(renter.screen('reservation')).toContainText(booking.reference)
        await expect(renter.screen('reservation').locator('input')).toHaveCount(0)
        await expect(renter.screen('reservation')).toHaveAttribute('data-module', 'mfe-verification')
        await context.close()
      })
    }
  }
}

test('a tenant without terms asks for none, and Continue leads to the driver (VERIF-09, VERIF-25, STATES S1.13)', async ({ page }) => {
  const renter = new Renter(page)
  const booking = await ownReservation('alpen', 'AL3001')
  await renter.verifies(booking)
  await expect(renter.screen('reservation')).toContainText(booking.reference)
  await renter.action('Continue').click()
  await expect(renter.screen('verify-driver')).toBeVisible()
})

test('the reservation survives a reload without another code, and Exit ends the session in the browser and on the server (SHELL-38, SHELL-56, DEC-85)', async ({ page }) => {
  const renter = new Renter(page)
  await renter.verifies(await ownReservation('costaverde', 'CV1001'))
  await page.reload()
  await expect(renter.screen('reservation')).toBeVisible()
  await renter.action('Exit').click()
  await expect(renter.screen('verify-reservation')).toBeVisible()
  await expect.poll(() => page.evaluate(() => Object.keys(sessionStorage).length === 0 || !JSON.stringify(sessionStorage).includes('sessionKey'))).toBe(true)
  await page.goto(site('costaverde', '/reservation'))
  await expect(renter.screen('verify-reservation')).toBeVisible()
})

test('a guarded address without a session leads to the first screen (SHELL-39, ERR-36)', async ({ page }) => {
  const renter = new Renter(page)
  for (const path of ['/reservation', '/verify-driver', '/driver-details', '/overview', '/complete', '/precheckout/steps']) {
    await page.goto(site('costaverde', path))
    await expect(renter.screen('verify-reservation')).toBeVisible()
    await expect(page).toHaveURL(site('costaverde', '/'))
  }
})

test('the language changes everywhere without a reload and stays (SHELL-72, SHELL-81)', async ({ page }) => {
  const renter = new Renter(page)
  await renter.opens('costaverde')
  await renter.field('reference').fill('KEEP-ME')
  await page.evaluate(() => { (window as unknown as { sameDocument: boolean }).sameDocument = true })
  await chooseLanguage(page, 'Français')
  await expect(renter.action('Locate')).toHaveText('Trouver la réservation')
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  await expect(renter.field('reference')).toHaveValue('KEEP-ME')
  expect(await page.evaluate(() => (window as unknown as { sameDocument?: boolean }).sameDocument)).toBe(true)
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  await expect(renter.action('Locate')).toHaveText('Trouver la réservation')
})

async function chooseLanguage(page: Page, name: string): Promise<void> {
  await page.locator('select[name="language"]:visible').selectOption({ label: name })
}
