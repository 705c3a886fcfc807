import { expect, test, type Browser } from '@playwright/test'
import en from '@checkin/i18n/locales/en.json' with { type: 'json' }
import fr from '@checkin/i18n/locales/fr.json' with { type: 'json' }
import pt from '@checkin/i18n/locales/pt.json' with { type: 'json' }
import { Offers } from '../pages/offers.ts'
import { site, type Tenant } from '../support/addresses.ts'
import { expectAccessible } from '../support/axe.ts'
import { atReservation, type Device } from '../support/drivers.ts'
import { fleetReservation, makeLink } from '../support/fleet.ts'
import { ownReservation } from '../support/own-reservation.ts'
import { readyRenter } from '../support/ready-renter.ts'
import { viewports, type Language } from '../support/viewports.ts'

const words = { en, pt, fr } as const

/** A renter on the extras, with all that the overview wants given before. */
async function atExtras(browser: Browser, tenant: Tenant, like: string, device: Device = {}) {
  const booking = await ownReservation(tenant, like)
  await readyRenter(booking)
  const here = await atReservation(browser, booking, device)
  await here.page.goto(site(tenant, '/extras'))
  const held = async () => JSON.stringify((await fleetReservation(tenant, booking.reference)).reservation.extras)
  return { ...here, held, offers: new Offers(here.page) }
}

for (const [language, viewport] of [['en', viewports.desktop], ['pt', viewports.mobile], ['fr', { width: 320, height: 640 }]] as const satisfies readonly (readonly [Language, object])[]) {
  test(`going on without extras after a change asks, and Escape goes back to it: ${language}, ${viewport.width} px (DEC-106, SHELL-78, UX-9)`, async ({ browser }) => {
    const { context, page, offers, renter } = await atExtras(browser, 'costaverde', 'CV1001', { language, viewport })
    await offers.presses('GPS', 'Add')
    await offers.continuesWithout()
    const question = offers.question()
    await expect(question.getByRole('heading')).toHaveText(words[language].KeepOrDropExtras)
    await expect(question.locator('[data-action="Keep"]')).toBeFocused()
    await expect(question.locator('[data-action="Drop"]')).toHaveText(words[language].Drop)
    // As high as its words: no button is stretched with the dialog.
    expect((await question.locator('[data-action="Drop"]').boundingBox())?.height).toBeLessThan(100)
    await expectAccessible(page, `keep or drop, ${language}`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0)
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    await expect(renter.action('ContinueWithoutExtras')).toBeFocused()
    await expect(offers.card('GPS').locator('[data-action="Remove"]')).toBeEnabled()
    await context.close()
  })
}

test('kept, the extra is on the overview; dropped later, what was kept before stays (S1.79, S1.80)', async ({ browser }) => {
  const { context, page, offers, renter, held } = await atExtras(browser, 'costaverde', 'CV1001')
  const before = await held()
  await offers.presses('GPS', 'Add')
  await offers.continuesWithout('Keep')
  await expect(renter.screen('overview')).toBeVisible()
  await expect(page.locator('[data-line="GPS"]')).toBeVisible()

  await page.goto(site('costaverde', '/extras'))
  await offers.presses('BST', 'Plus')
  await offers.continuesWithout('Drop')
  await expect(renter.screen('overview')).toBeVisible()
  await expect(page.locator('[data-line="GPS"]')).toBeVisible()
  await expect(page.locator('[data-line="BST"]')).toHaveCount(0)
  expect(await held()).toBe(before)
  await context.close()
})

test('dropped, the last one in stock is another tab\'s, and the company holds what it held (OFFERS-18, DEC-123)', async ({ browser }) => {
  const { context, page, booking, offers, renter, held } = await atExtras(browser, 'islandcars', 'IC2002')
  const before = await held()
  await offers.presses('WIFI', 'Plus')
  await offers.continuesWithout('Drop')
  await expect(renter.screen('overview')).toBeVisible()
  await expect(page.locator('[data-line="WIFI"]')).toHaveCount(0)
  expect(await held()).toBe(before)

  const other = await context.newPage()
  const second = new Offers(other)
  await other.goto((await makeLink('islandcars', booking.reference, 'verify')).url)
  await expect(other.locator('[data-screen="reservation"]')).toBeVisible()
  await other.goto(site('islandcars', '/extras'))
  await second.presses('WIFI', 'Plus')
  await context.close()
})

test('a question that the browser\'s Back leaves behind goes with its screen, and a reload begins anew (DEC-106)', async ({ browser }) => {
  const { context, page, offers, renter } = await atExtras(browser, 'costaverde', 'CV1001')
  await page.goto(site('costaverde', '/add-extras'))
  await renter.action('Yes').click()
  await expect(renter.screen('extras')).toBeVisible()
  await offers.presses('GPS', 'Add')
  await offers.continuesWithout()
  await page.goBack()
  await expect(renter.screen('add-extras')).toBeVisible()
  await expect(offers.question()).toHaveCount(0)
  await renter.action('Yes').click()
  await expect(offers.card('GPS').locator('[data-action="Add"]')).toBeEnabled()
  await page.reload()
  await expect(offers.card('GPS').locator('[data-action="Add"]')).toBeEnabled()
  await page.locator('[data-action="ContinueWithoutExtras"]').click()
  await expect(renter.screen('overview')).toBeVisible()
  await context.close()
})
