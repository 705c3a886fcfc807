import { expect, test } from '@playwright/test'
import { site } from '../support/addresses.ts'
import { closesWhatIsLeft } from '../support/close-contexts.ts'
import { draftState, keepsDraft } from '../support/console-drafts.ts'
import { atTheConsole, expectUsable } from '../support/console.ts'
import { fleetReservation } from '../support/fleet.ts'
import { ticketPathOf } from '../support/mailbox.ts'
import { ownReservation } from '../support/own-reservation.ts'
import { payingRenter } from '../support/ready-renter.ts'
import { viewports } from '../support/viewports.ts'

closesWhatIsLeft()

// A colour on its way from one state to the next belongs to neither.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const [stations, braga] = ['/tenants/costaverde/stations', 'Braga, Rua Nova']

test('what a company says of a station is kept as a draft, applied, and stands on the renter\'s ticket beside what its system gave (DEC-356)', async ({ browser }) => {
  const { reservation } = await fleetReservation('costaverde', 'CV1001')
  const booking = await ownReservation('costaverde', 'CV1001', { checkOut: { dateAndTime: reservation.checkOut.dateAndTime, place: braga, timeZone: reservation.checkOut.timeZone, station: { address: 'Rua Nova 1, 4700 Braga', latitude: null, longitude: null, hours: null, keys: null } } })
  await payingRenter(booking)
  const path = await ticketPathOf(booking.mail)
  const phone = await (await browser.newContext({ viewport: viewports.mobile, locale: 'pt', reducedMotion: 'reduce' })).newPage()
  const lines = phone.locator('[data-station]')
  await phone.goto(site('costaverde', path))
  await expect(lines).toHaveText(['Rua Nova 1, 4700 Braga'])

  const operator = await atTheConsole(browser, 'demo-operator', stations)
  const { page } = operator
  await expectUsable(operator, 'the stations of a company')
  const row = page.locator(`[data-place="${braga}"]`)
  await row.getByRole('button', { name: `Change ${braga}` }).click()
  await row.getByLabel('Address in one line').fill('Rua Velha 2')
  await row.getByLabel('Degrees north').fill('41.55')
  await expect(row.getByText('These cannot be used yet: Degrees east')).toBeVisible()
  await expect(row.getByRole('button', { name: 'Use this' })).toBeDisabled()
  await row.getByLabel('Degrees east').fill('-8.42')
  await row.getByLabel('Telephone of the station').fill('+351 253 555 111')
  await row.getByRole('button', { name: 'Add hours' }).click()
  await row.getByLabel('Until, line 1').fill('20:30')
  await row.getByLabel('Words about the keys, Portuguese').fill('Caixa 7, atrás da porta azul.')
  await expectUsable(operator, 'a station that is changed')
  await row.getByRole('button', { name: 'Use this' }).click()
  await expect(row).toContainText('from the system; said here: Rua Velha 2')
  await keepsDraft(operator, 'Keep as a draft', 'where the keys are in Braga')
  await phone.reload()
  await expect(lines, 'nobody is served by a draft').toHaveText(['Rua Nova 1, 4700 Braga'])
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(draftState(operator)).toHaveText('Applied')

  await expect.poll(async () => { await phone.reload(); return lines.last().textContent() }).toBe('+351 253 555 111')
  await expect(lines.first()).toHaveText('Rua Nova 1, 4700 Braga')
  await expect(phone.locator('[data-station="keys"]')).toHaveText('Caixa 7, atrás da porta azul.')

  await page.goto(new URL('/tenants/costaverde/history', page.url()).href)
  await page.getByRole('region', { name: 'Revisions' }).getByRole('link').first().click()
  await page.getByRole('button', { name: 'Take the last change back' }).click()
  await expect.poll(async () => { await phone.reload(); return lines.allTextContents() }).toEqual(['Rua Nova 1, 4700 Braga'])
})

test('who may only look reads stations and changes none (DEC-356)', async ({ browser }) => {
  const viewer = await atTheConsole(browser, 'demo-viewer', stations)
  await expect(viewer.page.getByText('Only an operator changes stations')).toBeVisible()
  await expect(viewer.page.locator('[data-place]').first()).toBeVisible()
  await expect(viewer.page.getByRole('button', { name: /^Change|Keep as a draft|Add it/ })).toHaveCount(0)
  await expectUsable(viewer, 'the stations of a company, to look at')
})
