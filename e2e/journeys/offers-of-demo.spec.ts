import { expect, test, type Browser } from '@playwright/test'
import type { ExtrasSummary } from '@checkin/api'
import en from '@checkin/i18n/locales/en.json' with { type: 'json' }
import fr from '@checkin/i18n/locales/fr.json' with { type: 'json' }
import pt from '@checkin/i18n/locales/pt.json' with { type: 'json' }
import { Offers } from '../pages/offers.ts'
import { site, type Tenant } from '../support/addresses.ts'
import { Alerts } from '../support/alerts.ts'
import { expectAccessible } from '../support/axe.ts'
import { atReservation, type Device } from '../support/drivers.ts'
import { fleetReservation, makeLink } from '../support/fleet.ts'
import { ownReservation } from '../support/own-reservation.ts'
import { readyRenter } from '../support/ready-renter.ts'
import { viewports } from '../support/viewports.ts'

const { desktop, mobile } = viewports

/** A copy of a demo reservation, opened by a link; offers are reached by their addresses, as a reload or a bookmark does. */
async function at(browser: Browser, tenant: Tenant, like: string, device: Device = {}) {
  const booking = await ownReservation(tenant, like)
  // The terms come before any offer; where nothing is for sale the way ends at the overview, which wants the driver's data too (DEC-95).
  await readyRenter(booking, { data: tenant === 'alpen' })
  const here = await atReservation(browser, booking, device)
  const goes = async (path: string): Promise<void> => { await here.page.goto(site(tenant, path)) }
  const company = async (): Promise<ExtrasSummary> => (await fleetReservation(tenant, booking.reference)).summary
  return { ...here, goes, company, offers: new Offers(here.page) }
}

test('CV1004: an additional driver who is included asks to be completed, and costs nothing more (OFFERS-01, mobile, pt)', async ({ browser }) => {
  const { context, goes, page, renter } = await at(browser, 'costaverde', 'CV1004', { viewport: mobile, language: 'pt' })
  await goes('/additional-driver')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(pt.CompleteAdditionalDriver)
  await expectAccessible(page, 'additional driver, included')
  await renter.action('No').click()
  await expect(renter.screen('upselling')).toBeVisible()
  await context.close()
})

test('CV1005: what is taken already is said and passed, the driver and the upgrade (OFFERS-05, OFFERS-08, OFFERS-29, DEC-45, desktop, fr)', async ({ browser }) => {
  const { context, goes, renter } = await at(browser, 'costaverde', 'CV1005', { viewport: desktop, language: 'fr' })
  const alerts = await Alerts.of(context)
  await goes('/additional-driver')
  await alerts.expectText('AlreadyHasAdditionalDriver', fr.AlreadyHasAdditionalDriver)
  await expect(renter.screen('add-extras')).toBeVisible()
  await goes('/upselling')
  await alerts.expectText('AlreadyUpgraded', fr.AlreadyUpgraded)
  await expect(renter.screen('add-extras')).toBeVisible()
  await context.close()
})

test('CV1006: what a voucher pays has no price, and the rest is the company\'s to the cent (OFFERS-21, P-7, desktop, en)', async ({ browser }) => {
  const { context, goes, page, offers, company } = await at(browser, 'costaverde', 'CV1006')
  await goes('/extras')
  await expect(page.locator('[data-line="DAYS"] > .ck-num')).toHaveText(en.PrePaid)
  await offers.shows(await company(), 'EUR')
  await context.close()
})

test('CV1007: no upgrades are passed without a screen, a free driver is told as free (OFFERS-02, OFFERS-27, mobile, fr)', async ({ browser }) => {
  const { context, goes, page, renter } = await at(browser, 'costaverde', 'CV1007', { viewport: mobile, language: 'fr' })
  await goes('/additional-driver')
  await expect(page.getByRole('main')).toContainText(fr.Free)
  await renter.action('No').click()
  await expect(renter.screen('add-extras')).toBeVisible()
  await context.close()
})

test('IC2002: a share of the rental is priced by the server, and the last hotspot is not sold twice (OFFERS-18, P-9, desktop, en)', async ({ browser }) => {
  const { context, goes, page, offers, company, renter } = await at(browser, 'islandcars', 'IC2002')
  await goes('/extras')
  await offers.shows(await company(), 'GBP')
  await offers.shows(await offers.presses('PREM', 'Add'), 'GBP')
  await offers.shows(await offers.presses('WIFI', 'Plus'), 'GBP')
  const before = await page.locator('[data-amount="total"]').getAttribute('data-value')
  await offers.card('WIFI').locator('[data-action="Plus"]').click()
  await expect(page.locator('[data-refusal-key]')).toBeVisible()
  await expect(offers.card('WIFI').locator('output')).toHaveText('1')
  await expect(page.locator('[data-amount="total"]')).toHaveAttribute('data-value', before ?? '')
  await renter.action('Submit').click()
  await expect(renter.screen('extras')).toHaveCount(0)
  await context.close()
})

test('AL3001: nothing is offered where nothing is for sale (SHELL-51 to SHELL-53, mobile, pt)', async ({ browser }) => {
  const { context, goes, page, renter } = await at(browser, 'alpen', 'AL3001', { viewport: mobile, language: 'pt' })
  for (const path of ['/additional-driver', '/upselling', '/add-extras']) {
    await goes(path)
    // The way on is a page load of its own: what is not offered is known when it has ended.
    await expect(renter.screen('overview')).toBeVisible()
    await expect(page.locator('[data-screen="additional-driver"] [data-action], [data-screen="upselling"] [data-group], [data-screen="add-extras"] [data-action]')).toHaveCount(0)
    await expect(renter.screen(path.slice(1))).toHaveCount(0)
  }
  await context.close()
})

test('CV1001: screen, API and company agree to the cent through add, quantity, remove, upgrade and back (OFFERS-15, OFFERS-16, OFFERS-25)', async ({ browser }) => {
  const { context, goes, page, offers, company, renter } = await at(browser, 'costaverde', 'CV1001')
  await goes('/extras')
  await offers.shows(await company(), 'EUR')
  const start = await page.locator('[data-amount="total"]').getAttribute('data-value')
  for (const [extraID, press] of [['GPS', 'Add'], ['BST', 'Plus'], ['BST', 'Plus'], ['BST', 'Minus'], ['GPS', 'Remove'], ['BST', 'Minus']] as const) {
    await offers.shows(await offers.presses(extraID, press), 'EUR')
  }
  await expect(page.locator('[data-amount="total"]')).toHaveAttribute('data-value', start ?? '')

  await offers.presses('GPS', 'Add')
  await goes('/upselling')
  await page.locator('[data-group="C"] [data-action="Upgrade"]').click()
  const promised = await page.locator('[data-vehicle="new"] dd[data-value]').getAttribute('data-value')
  await renter.action('YesIwantUpgrade').click()
  await expect(renter.screen('add-extras')).toBeVisible()
  await renter.action('Yes').click()
  await expect(renter.screen('extras')).toBeVisible()
  const upgraded = await company()
  expect(upgraded.cashier.previewValue.toFixed(2)).toBe(promised)
  // What was added before and never submitted is not there: nothing is bought by accident.
  await offers.shows(upgraded, 'EUR')
  await context.close()
})

const offering: readonly (readonly [tenant: Tenant, like: string, currency: string, upgrades: boolean])[] = [
  ['costaverde', 'CV1003', 'EUR', true], ['costaverde', 'CV1004', 'EUR', true], ['costaverde', 'CV1005', 'EUR', false], ['costaverde', 'CV1006', 'EUR', true],
  ['costaverde', 'CV1007', 'EUR', false], ['costaverde', 'CV1008', 'EUR', true], ['costaverde', 'CV1010', 'EUR', false], ['costaverde', 'CV1011', 'EUR', true],
  ['islandcars', 'IC2001', 'GBP', true], ['islandcars', 'IC2002', 'GBP', true],
]

for (const [tenant, like, currency, hasUpgrades] of offering) {
  test(`${like}: screen, API and company agree to the cent through add, remove${hasUpgrades ? ', upgrade' : ''} and back (OFFERS-15, OFFERS-25, PRICING)`, async ({ browser }) => {
    const { context, goes, page, offers, company, renter } = await at(browser, tenant, like)
    await goes('/extras')
    const start = await company()
    await offers.shows(start, currency)
    await offers.shows(await offers.presses('GPS', 'Add'), currency)
    await offers.shows(await offers.presses('GPS', 'Remove'), currency)
    await offers.shows(start, currency)
    if (hasUpgrades) {
      await goes('/upselling')
      await page.locator('[data-group] [data-action="Upgrade"]').first().click()
      const promised = await page.locator('[data-vehicle="new"] dd[data-value]').getAttribute('data-value')
      await renter.action('YesIwantUpgrade').click()
      await expect(renter.screen('add-extras')).toBeVisible()
      const upgraded = await company()
      expect(upgraded.cashier.previewValue.toFixed(2)).toBe(promised)
      await goes('/extras')
      await offers.shows(upgraded, currency)
    }
    await context.close()
  })
}

test('the list of upgrades is accessible, before and after one is looked at (OFFERS-27)', async ({ browser }) => {
  const { context, goes, page } = await at(browser, 'costaverde', 'CV1001', { viewport: mobile, language: 'fr' })
  await goes('/upselling')
  await expect(page.locator('[data-group]').first()).toBeVisible()
  await expectAccessible(page, 'list of upgrades')
  await context.close()
})

test('two tabs change the extras at once: each shows what the server says, and an upgrade in one reprices the other', async ({ browser }) => {
  const one = await at(browser, 'costaverde', 'CV1001')
  const other = await one.context.newPage()
  const second = new Offers(other)
  const { url } = await makeLink('costaverde', one.booking.reference, 'verify')
  await other.goto(url)
  await expect(other.locator('[data-screen="reservation"]')).toBeVisible()
  await Promise.all([one.goes('/extras'), other.goto(site('costaverde', '/extras'))])
  const [mine, theirs] = await Promise.all([one.offers.presses('GPS', 'Add'), second.presses('BST', 'Plus')])
  await one.offers.shows(mine, 'EUR')
  await second.shows(theirs, 'EUR')

  await one.goes('/upselling')
  await one.page.locator('[data-group="C"] [data-action="Upgrade"]').click()
  await one.renter.action('YesIwantUpgrade').click()
  await expect(one.renter.screen('add-extras')).toBeVisible()
  const repriced = await second.presses('BST', 'Plus')
  await second.shows(repriced, 'EUR')
  expect(repriced.cashier.previewValue).toBeGreaterThan(theirs.cashier.previewValue + 10)
  await one.context.close()
})

test('the cards move by keyboard and by their arrows, and on a phone the account is pulled up by its total (OFFERS-12)', async ({ browser }) => {
  const { context, goes, page } = await at(browser, 'costaverde', 'CV1001', { viewport: mobile })
  await goes('/extras')
  const row = page.locator('.ck-slider').first()
  const track = row.locator('.ck-slider-track')
  const moved = (): Promise<number> => track.evaluate((list) => Math.abs(list.scrollLeft))
  await row.locator('.ck-slider-arrows button').last().click()
  await expect.poll(moved).toBeGreaterThan(40)
  const there = await moved()
  await row.locator('.ck-slider-arrows button').first().press('Enter')
  await expect.poll(moved).toBeLessThan(there)
  // A card out of sight comes into sight when the focus reaches it.
  const last = track.locator('button:enabled').last()
  await last.focus()
  await expect(last).toBeInViewport()

  const bar = page.locator('[data-action="ToggleAccount"]')
  const account = page.locator('.ck-ledger')
  await expect(account).toBeHidden()
  await bar.click()
  await expect(account).toBeInViewport()
  await expect(bar).toHaveAttribute('aria-expanded', 'true')
  await expectAccessible(page, 'account pulled up')
  await page.keyboard.press('Escape')
  await expect(account).toBeHidden()
  await context.close()
})
