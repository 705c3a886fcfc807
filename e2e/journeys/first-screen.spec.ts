import { expect, test } from '@playwright/test'
import { site } from '../support/addresses.ts'
import { Renter } from '../pages/renter.ts'
import { ownReservation } from '../support/own-reservation.ts'

for (const tenant of ['costaverde', 'islandcars', 'alpen'] as const) {
  test(`the first screen of ${tenant} asks for all that its HTML names, each once, and for nothing else before it is painted`, async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => { if (request.url().includes('/assets/')) asked.push(new URL(request.url()).pathname) })
    const html = (await (await page.goto(site(tenant)))?.text()) ?? ''
    await expect(new Renter(page).field('reference')).toBeVisible()
    const files = asked.filter((path) => /\.(js|css)$/.test(path))
    const named = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+\.(?:js|css))"/g)].map((match) => match[1])
    expect(files.filter((path, at) => files.indexOf(path) !== at), 'loaded twice').toEqual([])
    expect([...new Set(named)].filter((path) => !files.includes(path ?? '')), 'named for nothing').toEqual([])
    const early = await page.evaluate(() => {
      const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
      return performance.getEntriesByType('resource').filter((entry) => entry.startTime < painted).map((entry) => new URL(entry.name).pathname)
    })
    expect(early.filter((path) => /\.(js|css)$/.test(path) && !named.includes(path)), 'asked for without being named').toEqual([])
    expect(files).not.toEqual([])
  })
}

test('the whole way to the reservation breaks no policy and logs no error', async ({ page }) => {
  const complaints: string[] = []
  page.on('console', (message) => { if (['error', 'warning'].includes(message.type())) complaints.push(message.text()) })
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => { console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`) })
  })
  await new Renter(page).verifies(await ownReservation('costaverde', 'CV1001'))
  expect(complaints).toEqual([])
})

test('nothing personal and no credential is left where scripts can read it', async ({ page }) => {
  const booking = await ownReservation('costaverde', 'CV1001')
  await new Renter(page).verifies(booking)
  const readable = await page.evaluate(() => JSON.stringify([document.cookie, Object.entries(localStorage)]))
  expect(readable).not.toContain(booking.mail)
  expect(readable).not.toContain('checkin_session')
  const cookies = await page.context().cookies()
  const session = cookies.find((cookie) => cookie.name.endsWith('checkin_session'))
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
})

test('without scripts the page says what is needed and where else check-in is done', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'fr' })
  const page = await context.newPage()
  await page.goto(site('costaverde'))
  await expect(page.getByText(/comptoir/)).toBeVisible()
  await context.close()
})
