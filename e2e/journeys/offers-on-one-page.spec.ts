import { expect, test, type Browser } from '@playwright/test'
import { Offers } from '../pages/offers.ts'
import { site } from '../support/addresses.ts'
import { Alerts } from '../support/alerts.ts'
import { expectAccessible } from '../support/axe.ts'
import { atReservation, type Device } from '../support/drivers.ts'
import { fleetReservation } from '../support/fleet.ts'
import { ownReservation } from '../support/own-reservation.ts'
import { readyRenter } from '../support/ready-renter.ts'
import { viewports } from '../support/viewports.ts'

/** A renter of Norte, whose offers stand on one page. */
async function atNorte(browser: Browser, device: Device = {}) {
  const booking = await ownReservation('norte', 'NO4001')
  await readyRenter(booking)
  const here = await atReservation(browser, booking, { language: 'pt', ...device })
  const goes = async (path: string): Promise<void> => { await here.page.goto(site('norte', path)) }
  const company = async () => (await fleetReservation('norte', booking.reference)).summary
  return { ...here, goes, company, offers: new Offers(here.page) }
}

for (const [width, viewport] of Object.entries({ ...viewports, narrow: { width: 320, height: 640 } })) {
  test(`all offers of NO4001 stand on one page and change one account, pt, ${width} (DEC-107, OFFERS-02, OFFERS-16, OFFERS-22)`, async ({ browser }) => {
    const { context, goes, page, company, offers, renter } = await atNorte(browser, { viewport })
    await goes('/extras')
    await expect(page.locator('[data-group]').first()).toBeVisible()
    await expect(renter.screen('extras').locator('[data-action="Yes"]')).toBeVisible()
    await expect(offers.card('GPS')).toBeVisible()
    // The driver, the groups, then insurance before the other extras.
    const headings = await renter.screen('extras').getByRole('heading', { level: 2 }).allTextContents()
    expect(headings.slice(0, 3)).toEqual(['Adicionar um condutor adicional', 'Um carro maior para a sua viagem?', 'Seguros'])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0)
    await expectAccessible(page, `offers on one page, ${width}`)
    const pictures = process.env['CHECKIN_PICTURES']
    if (pictures) await page.screenshot({ path: `${pictures}/page-${width}.png`, fullPage: true })

    const priced = await offers.presses('GPS', 'Add')
    await page.locator('[data-group="C"] [data-action="Upgrade"]').click()
    await expect(page.locator('[data-vehicle="new"]')).toBeVisible()
    await expectAccessible(page, `comparison on the page, ${width}`)
    if (pictures) await page.screenshot({ path: `${pictures}/compare-${width}.png`, fullPage: true })
    const alerts = await Alerts.of(context)
    await renter.action('YesIwantUpgrade').click()
    await alerts.expect(page, 'UpsellingSuccess')
    await expect(page.locator('[data-group], [data-vehicle]')).toHaveCount(0)
    await expect(renter.screen('extras').locator('.ck-offers-section').nth(1)).toContainText('O seu veículo foi alterado para um grupo superior')
    // The server's figures for the new group, with the extra that was chosen before.
    await expect.poll(async () => Number(await page.locator('[data-amount="total"]').getAttribute('data-value'))).toBeGreaterThan(priced.cashier.previewValue + 10)
    expect((await company()).extras.find(({ extraID }) => extraID === 'GPS')?.isAccepted).toBe(false)
    if (pictures) await page.screenshot({ path: `${pictures}/upgraded-${width}.png`, fullPage: true })
    const total = await page.locator('[data-amount="total"]').getAttribute('data-value')

    await renter.action('Submit').click()
    await expect(renter.screen('overview')).toBeVisible()
    await expect(page.locator('[data-line="GPS"]')).toBeVisible()
    await expect(page.locator('[data-amount="total"]')).toHaveAttribute('data-value', total ?? '')
    await renter.action('Back').click()
    await expect(renter.screen('extras')).toBeVisible()
    await context.close()
  })
}

test('an offer\'s own address leads to the page, also from the browser\'s history (DEC-107, SHELL-16 to SHELL-18)', async ({ browser }) => {
  const { context, goes, page, renter } = await atNorte(browser)
  for (const path of ['/additional-driver', '/upselling', '/add-extras']) {
    await goes(path)
    await expect(renter.screen('extras')).toBeVisible()
    await expect(page).toHaveURL(site('norte', '/extras'))
  }
  await context.close()
})

test('the additional driver\'s screens come back to the page, with what was changed of the extras, and keep or drop is still asked (S1.82, S2.6, DEC-106)', async ({ browser }) => {
  const { context, goes, page, offers, renter } = await atNorte(browser, { viewport: viewports.mobile })
  await goes('/extras')
  await offers.presses('GPS', 'Add')
  await renter.action('Yes').click()
  await expect(renter.screen('verify-driver')).toBeVisible()
  await page.reload()
  await renter.action('Back').click()
  await expect(renter.screen('extras')).toBeVisible()
  await expect(offers.card('GPS').locator('[data-action="Remove"]')).toBeEnabled()
  await offers.continuesWithout('Drop')
  await expect(renter.screen('overview')).toBeVisible()
  await expect(page.locator('[data-line="GPS"]')).toHaveCount(0)
  await context.close()
})
