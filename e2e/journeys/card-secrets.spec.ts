import { expect, test, type Request } from '@playwright/test'
import { PaymentScreens } from '../pages/payment.ts'
import { cardProvider, dataDir, logFile, site } from '../support/addresses.ts'
import { ownReservation } from '../support/own-reservation.ts'
import { filesWith } from '../support/search-files.ts'

/** A card of four digits of security code: three would be found by chance in ids and times. */
const card = { number: '378282246310005', cvv: '9876' }
const spellings = [card.number, '3782 822463 10005', '3782-822463-10005']
/** The code on its own, not as a part of a longer word or number. */
const cvvAlone = new RegExp(`(?<![\\w.])${card.cvv}(?![\\w.])`)

test('a card pays, and its digits are nowhere but at the provider: pages, storages, calls, logs, database (PAY-19, I6)', async ({ page }) => {
  // It reads every file of the installation; a busy machine takes its time.
  const requests: Request[] = []
  page.on('request', (request) => { requests.push(request) })
  const screens = new PaymentScreens(page)
  const booking = await ownReservation('costaverde', 'CV1001')
  await screens.opensOverview(booking)
  await screens.typesCard(card)
  const whilePaying = await everythingHere()
  await screens.pays()
  await screens.expectComplete()
  const afterwards = await everythingHere()

  const ours = requests.filter((request) => !request.url().startsWith(cardProvider))
  const calls = (await Promise.all(ours.map(async (request) => {
    const answer = request.url().includes('/api/') ? await request.response().then((response) => response?.text()).catch(() => '') : ''
    return [request.url(), JSON.stringify(await request.allHeaders()), request.postData() ?? '', answer ?? ''].join(' ')
  }))).join('\n')
  for (const [place, text] of Object.entries({ whilePaying, afterwards, calls })) {
    for (const spelling of spellings) expect(text, place).not.toContain(spelling)
    expect(text, place).not.toMatch(cvvAlone)
  }
  expect(await filesWith(dataDir, [...spellings, `"cvv":"${card.cvv}"`, `cvv=${card.cvv}`]), 'files of the installation').toEqual([])

  // The same searches find what is there, so they can fail.
  const atProvider = requests.filter((request) => request.url().startsWith(cardProvider)).map((request) => request.postData() ?? '').join()
  expect(atProvider).toContain(card.number)
  expect(atProvider).toMatch(cvvAlone)
  expect(calls).toContain('ix::')
  expect((await filesWith(dataDir, [booking.reference])).some((file) => file.includes('base') || file.includes('pg_wal'))).toBe(true)
  expect(await filesWith(dataDir, ['"route":"/api/payment"'])).toContain(logFile.slice(dataDir.length + 1))

  function everythingHere(): Promise<string> {
    return page.evaluate(() => [
      document.documentElement.outerHTML, JSON.stringify(Object.entries(localStorage)), JSON.stringify(Object.entries(sessionStorage)), document.cookie, location.href, JSON.stringify(history.state),
      JSON.stringify([...document.querySelectorAll('input')].map((input) => input.value)), performance.getEntriesByType('resource').map(({ name }) => name).join(),
    ].join('\n'))
  }
})

test('the token page makes a token where cards are tried, with a script and frames of the provider only (PAY-30, SHELL-37)', async ({ page }) => {
  const screens = new PaymentScreens(page)
  await screens.renter.verifies(await ownReservation('costaverde', 'CV1001'))
  const scripts: string[] = []
  page.on('request', (request) => { if (request.resourceType() === 'script') scripts.push(request.url()) })
  await page.goto(site('costaverde', '/test/token'))
  await expect(page.locator('[data-card-form="ready"]')).toBeVisible()
  expect(scripts.filter((url) => url.startsWith(cardProvider) && url.includes('payment.1.3'))).toHaveLength(1)
})
