import { mkdirSync } from 'node:fs'
import { expect, test, type Page } from '@playwright/test'
import { walksPrecheckout, walksTheOffers, walksToTheDriver, type Look } from '../pages/languages.ts'
import { Renter } from '../pages/renter.ts'
import { expectAccessible } from '../support/axe.ts'
import { ownReservation } from '../support/own-reservation.ts'
import { viewports } from '../support/viewports.ts'

const pictures = process.env['CHECKIN_PICTURES']

/** A page in Arabic holds its width, runs from right to left, and is accessible. */
const looker = (page: Page, width: string): Look => async (where) => {
  expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir, getComputedStyle(document.body).direction]), where).toEqual(['ar', 'rtl', 'rtl'])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), `${where} scrolls sideways`).toBeLessThanOrEqual(0)
  expect(await page.evaluate(() => /\{\{|\w+\.(?:title|lead|hint|eyebrow|Required)\b/.exec(document.body.innerText)?.[0]), where).toBeUndefined()
  // What a company wrote in Latin letters runs as they do, and stands where the words around it stand.
  expect(await page.evaluate(() => [...document.querySelectorAll<HTMLElement>('main :is(h2, h3, p, dd, b, span, del)')]
    .filter((each) => getComputedStyle(each).unicodeBidi === 'plaintext')
    .filter((each) => getComputedStyle(each).textAlign !== (getComputedStyle(each.parentElement ?? document.body).textAlign === 'end' ? 'left' : 'right'))
    .map((each) => each.textContent)), where).toEqual([])
  if (pictures) {
    mkdirSync(pictures, { recursive: true })
    await page.screenshot({ path: `${pictures}/${width}-${where}.png`, fullPage: true })
  }
  await expectAccessible(page, `${where}, ${width}`)
}

for (const [width, viewport] of Object.entries(viewports)) {
  test(`check-in in Arabic runs from right to left and is accessible on every screen, ${width} (DEC-181)`, async ({ browser }) => {
    const context = await browser.newContext({ viewport, locale: 'ar', reducedMotion: 'reduce' })
    const page = await context.newPage()
    const renter = new Renter(page)
    const look = looker(page, width)
    await renter.opens('norte')
    await expect(renter.field('reference')).toBeVisible()
    // What is typed in Latin letters keeps its direction and begins where the label begins.
    expect(await renter.field('reference').evaluate((input) => [getComputedStyle(input).direction, getComputedStyle(input).textAlign])).toEqual(['ltr', 'end'])
    await walksToTheDriver(page, await ownReservation('norte', 'NO4001'), look)
    await walksTheOffers(page, await ownReservation('norte', 'NO4001'), look)
    await walksPrecheckout(page, await ownReservation('norte', 'NO4001', { isCompleted: true, isPrecheckoutEligible: true }), look)
    await context.close()
  })
}

test('the page turns with the language that is chosen, and back, and comes turned the next time (SHELL-72, DEC-181)', async ({ browser }) => {
  const context = await browser.newContext({ viewport: viewports.mobile, locale: 'en', reducedMotion: 'reduce' })
  const page = await context.newPage()
  const renter = new Renter(page)
  const turned = () => page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])
  await renter.opens('norte')
  await expect(renter.field('reference')).toBeVisible()
  await renter.field('reference').fill('NO4001')
  await page.locator('select[name="language"]').selectOption('ar')
  await expect.poll(turned).toEqual(['ar', 'rtl'])
  await expect(renter.action('Locate')).toHaveText('العثور على الحجز')
  await expect(renter.field('reference')).toHaveValue('NO4001')
  // The server's own answer, as the next visit gets it.
  expect(await page.evaluate(async () => (await fetch('/')).text())).toContain('<html lang="ar" dir="rtl"')
  await page.locator('select[name="language"]').selectOption('en')
  await expect.poll(turned).toEqual(['en', 'ltr'])
  await context.close()
})
