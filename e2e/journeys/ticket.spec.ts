import { expect, request, test } from '@playwright/test'
import { site } from '../support/addresses.ts'
import { expectAccessible } from '../support/axe.ts'
import { erasePersonalData, fleetReservation, putReservation } from '../support/fleet.ts'
import { codeOf, mailIds, nextMail, ticketPathOf } from '../support/mailbox.ts'
import { ownReservation } from '../support/own-reservation.ts'
import { addingRenter, payingRenter } from '../support/ready-renter.ts'
import { viewports } from '../support/viewports.ts'

test('the confirmation leads to a ticket, which a phone shows without a session and changes with the rental (API-52, API-53, DEC-206, DEC-207, DEC-208)', async ({ browser }) => {
  const booking = await ownReservation('costaverde', 'CV1001')
  await payingRenter(booking)
  const path = await ticketPathOf(booking.mail)
  const context = await browser.newContext({ viewport: viewports.mobile, locale: 'pt', reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(site('costaverde', path))
  const screen = page.locator('[data-screen="ticket"]')
  await expect(screen.getByRole('heading', { level: 1 })).toHaveText('O seu bilhete')
  await expect(screen.locator('.ck-reference')).toHaveText(booking.reference)
  await expect(screen.getByRole('img', { name: booking.reference }).or(screen.locator('svg[aria-label]')).first()).toBeVisible()
  await expectAccessible(page, 'the ticket')
  expect(await screen.textContent()).not.toContain(booking.surname)
  expect((await context.cookies()).filter(({ name }) => name.includes('checkin_session'))).toEqual([])

  const { reservation } = await fleetReservation('costaverde', booking.reference)
  await putReservation('costaverde', booking.reference, { ...reservation, checkOut: { ...reservation.checkOut, place: 'Braga Station' } })
  await expect(screen.getByText('Braga Station').first()).toBeVisible()

  const address = await screen.locator('[data-action="End.calendar"]').getAttribute('href') ?? ''
  const api = await request.newContext()
  const { host } = new URL(site('costaverde'))
  const file = await (await api.get(`http://127.0.0.1:${new URL(site('costaverde')).port}${address}`, { headers: { host } })).text()
  expect(file).toContain('LOCATION:Braga Station')
  expect(file).toMatch(/SEQUENCE:[1-9]/)
  await api.dispose()
  await context.close()
})

test('a ticket that was seen opens without a network, comes anew with one, and is gone when its link is (DEC-225)', async ({ browser }) => {
  const booking = await ownReservation('costaverde', 'CV1001')
  await payingRenter(booking)
  const path = await ticketPathOf(booking.mail)
  const context = await browser.newContext({ viewport: viewports.mobile, locale: 'en-GB', reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(site('costaverde', path))
  const screen = page.locator('[data-screen="ticket"]')
  const reference = screen.locator('.ck-reference').first()
  await expect(reference).toHaveText(booking.reference)
  await expect(page.locator('link[rel="manifest"]')).toHaveAttribute('href', new RegExp(`^${path}/manifest\\.webmanifest`))
  const token = path.split('/').at(-1) ?? ''
  const isKept = () => page.evaluate(async (name) => (await caches.has(name)) && (await (await caches.open(name)).keys()).length > 5 && navigator.serviceWorker.controller !== null, `ticket ${token}`)
  await expect.poll(isKept).toBe(true)
  await expect(screen.locator('svg[aria-label], [role="img"]').first()).toBeVisible()

  await context.setOffline(true)
  await page.reload()
  await expect(reference).toHaveText(booking.reference)
  await expect(screen.getByText(/^Saved on .* offline/)).toBeVisible()
  await page.goto(site('costaverde', `/ticket/${'A'.repeat(43)}`)).catch(() => null)
  await expect(page.getByText(booking.reference)).toHaveCount(0)

  await context.setOffline(false)
  const { reservation } = await fleetReservation('costaverde', booking.reference)
  await putReservation('costaverde', booking.reference, { ...reservation, checkOut: { ...reservation.checkOut, place: 'Braga Station' } })
  const answer = await page.goto(site('costaverde', path))
  expect(answer?.fromServiceWorker()).toBe(true)
  await expect(screen.getByText('Braga Station').first()).toBeVisible()
  await expect(screen.getByText(/offline/)).toHaveCount(0)

  await erasePersonalData('costaverde', booking.reference)
  await expect(screen.getByRole('heading', { level: 1 })).toHaveText('This ticket is no longer valid')
  await expect.poll(() => page.evaluate((name) => caches.has(name), `ticket ${token}`)).toBe(false)
  await context.close()
})

test('what was added in check-in is taken back on a phone with a code from the mail, and stays with the company once there is an agreement (API-93, API-94, DEC-287)', async ({ browser }) => {
  const { reservation: { extras = [] } } = await fleetReservation('costaverde', 'CV1001')
  const offered = { extras: [...extras, { extraID: 'NAVI', ratePeriodType: 'other' as const, description: 'Navigation', value: 10, taxRate: 23, isAvailableOnEC: true, isValuePerRA: true }] }
  const booking = await ownReservation('costaverde', 'CV1001', offered)
  await addingRenter(booking, 'NAVI')
  const path = await ticketPathOf(booking.mail)
  const context = await browser.newContext({ viewport: viewports.mobile, locale: 'fr', reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(site('costaverde', path))
  const screen = page.locator('[data-screen="ticket"]')
  const box = screen.getByRole('checkbox', { name: /Navigation/ })
  await expect(box).toBeVisible()
  const before = (await fleetReservation('costaverde', booking.reference)).summary.cashier.previewValue
  await box.check()
  await expectAccessible(page, 'additions of a ticket')
  const mails = await mailIds(booking.mail)
  await screen.getByRole('button', { name: 'Annuler ce qui est coché' }).click()
  await screen.getByLabel('Code reçu par e-mail').fill('000000')
  await screen.getByRole('button', { name: 'Annuler ces options' }).click()
  await expect(screen.getByText('Ce code est faux ou n’est plus valable. Réessayez.')).toBeVisible()
  await expectAccessible(page, 'the code of a ticket')
  await screen.getByLabel('Code reçu par e-mail').fill(codeOf(await nextMail(booking.mail, mails)))
  await screen.getByRole('button', { name: 'Annuler ces options' }).click()
  await expect(screen.getByText('C’est annulé. Le nouveau total est ci-dessous.')).toBeVisible()
  await expect(box).toHaveCount(0)
  expect((await fleetReservation('costaverde', booking.reference)).summary.cashier.previewValue).toBeCloseTo(before - 12.3, 2)
  expect((await context.cookies()).filter(({ name }) => name.includes('checkin_session'))).toEqual([])
  await context.close()

  const other = await ownReservation('costaverde', 'CV1001', offered)
  await addingRenter(other, 'NAVI')
  const second = await browser.newContext({ viewport: viewports.mobile, locale: 'en-GB', reducedMotion: 'reduce' })
  const shown = await second.newPage()
  await shown.goto(site('costaverde', await ticketPathOf(other.mail)))
  await expect(shown.getByRole('checkbox', { name: /Navigation/ })).toBeVisible()
  const { reservation } = await fleetReservation('costaverde', other.reference)
  await putReservation('costaverde', other.reference, { ...reservation, hasRentalAgreement: true })
  await expect(shown.getByText('There is a rental agreement. Ask at the counter.')).toBeVisible()
  await expect(shown.getByRole('checkbox')).toHaveCount(0)
  await second.close()
})
