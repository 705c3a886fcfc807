import { expect, test, type Page } from '@playwright/test'
import { Renter } from '../pages/renter.ts'
import { site } from '../support/addresses.ts'
import { expectAccessible } from '../support/axe.ts'
import { makeLink } from '../support/fleet.ts'
import { ownReservation } from '../support/own-reservation.ts'
import { readyRenter } from '../support/ready-renter.ts'
import { languages, viewports } from '../support/viewports.ts'

/** What the page scrolls to by the shortest way comes to lie above the bar of buttons, not under it. */
async function expectNothingUnderBar(page: Page): Promise<void> {
  await expect(page.locator('[data-extra="GPS"] [data-action="Add"]')).toBeVisible()
  const covered = await page.evaluate(() => [...document.querySelectorAll('.ck-offer button')].filter((button) => {
    window.scrollTo({ top: 0, behavior: 'instant' })
    button.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    return button.getBoundingClientRect().bottom > (document.querySelector('.ck-actions')?.getBoundingClientRect().top ?? 0)
  }).map(({ textContent }) => textContent))
  expect(covered).toEqual([])
}

for (const language of languages) {
  for (const [width, viewport] of Object.entries(viewports)) {
    test(`offers of CV1001 show the server's prices, ${language}, ${width} (OFFERS-02, OFFERS-13, OFFERS-22, DEC-170)`, async ({ browser }) => {
      const context = await browser.newContext({ viewport, locale: language, reducedMotion: 'reduce' })
      const page = await context.newPage()
      const renter = new Renter(page)
      const booking = await ownReservation('costaverde', 'CV1001')
      await readyRenter(booking, { data: false })
      await page.goto((await makeLink('costaverde', booking.reference, 'verify')).url)
      await expect(renter.screen('reservation')).toBeVisible()

      await page.goto(site('costaverde', '/additional-driver'))
      await expect(renter.screen('additional-driver')).toContainText('€30.00')
      await expectAccessible(page, 'additional driver')

      await page.goto(site('costaverde', '/extras'))
      if (width === 'mobile') await expectNothingUnderBar(page)
      await page.locator('[data-extra="GPS"] [data-action="Add"]').click()
      await expect(page.locator('[data-amount="total"]')).toHaveAttribute('data-value', '310.30')
      // One main button, with the new total on it (DEC-170).
      await expect(page.locator('.ck-actions [data-kind="primary"]')).toHaveCount(1)
      await expect(renter.action('Submit')).toContainText('310.30')
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      expect(overflow).toBeLessThanOrEqual(0)
      await expectAccessible(page, 'extras')

      await page.goto(site('costaverde', '/upselling'))
      await page.locator('[data-group="C"] [data-action="Upgrade"]').click()
      await expect(page.locator('[data-vehicle="new"]')).toBeVisible()
      await expect(page.locator('[data-difference]')).toHaveAttribute('data-difference', '40.00')
      await expectAccessible(page, 'comparison')
      await renter.action('YesIwantUpgrade').click()
      await expect(renter.screen('add-extras')).toBeVisible()
      await context.close()
    })
  }
}
