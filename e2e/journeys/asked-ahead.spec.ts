import { expect, test, type Page } from '@playwright/test'
import { PaymentScreens } from '../pages/payment.ts'
import { Renter } from '../pages/renter.ts'
import { site } from '../support/addresses.ts'
import { makeLink } from '../support/fleet.ts'
import { ownReservation } from '../support/own-reservation.ts'
import { readyRenter } from '../support/ready-renter.ts'

/** A renter who has given everything, on the screen before the overview. */
async function beforeTheOverview(page: Page): Promise<Renter> {
  const booking = await ownReservation('costaverde', 'CV1001')
  await readyRenter(booking)
  const renter = new Renter(page)
  await page.goto((await makeLink('costaverde', booking.reference, 'verify')).url)
  await expect(renter.screen('reservation').getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto(site('costaverde', '/add-extras'))
  await expect(renter.screen('add-extras').getByRole('heading', { level: 1 })).toBeVisible()
  return renter
}

/** How the document that is shown came, as the browser says it. */
const delivery = (page: Page): Promise<unknown> => page.evaluate(() => (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming & { readonly deliveryType?: string }).deliveryType)

/** Waits until the browser, outside of the page, has what it asked for ahead. */
async function isAskedAhead(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Preload.enable')
  const statuses: string[] = []
  session.on('Preload.prefetchStatusUpdated', ({ prefetchUrl, status }) => { if (prefetchUrl.endsWith('/overview')) statuses.push(status) })
  await session.send('Preload.disable')
  await session.send('Preload.enable')
  await expect.poll(() => statuses).toContain('Ready')
}

test('the overview that a browser asked for ahead is the one that a press opens; until then nothing of it runs or reports (DEC-371)', async ({ page }) => {
  const reports: string[] = []
  page.on('request', (request) => { if (request.url().endsWith('/beacon')) reports.push(request.postData() ?? '') })
  const renter = await beforeTheOverview(page)
  const cookies = (await page.context().cookies()).map(({ name, value }) => [name, value])
  await isAskedAhead(page)
  expect(reports.filter((report) => report.includes('overview'))).toEqual([])
  expect((await page.context().cookies()).map(({ name, value }) => [name, value])).toEqual(cookies)
  await renter.action('NoFinish').click()
  await new PaymentScreens(page).expectOverview()
  expect(await delivery(page)).toBe('navigational-prefetch')
  expect(reports.filter((report) => report.includes('"overview"') && report.includes('reached'))).toHaveLength(1)
})

test('an overview that was asked for before a version was withdrawn is loaded anew (DEC-371)', async ({ page }) => {
  const renter = await beforeTheOverview(page)
  await isAskedAhead(page)
  await page.context().addCookies([{ name: 'release-ended', value: '1', url: site('costaverde') }])
  await renter.action('NoFinish').click()
  await new PaymentScreens(page).expectOverview()
  expect(await delivery(page)).not.toBe('navigational-prefetch')
})
