import { expect, request, test } from '@playwright/test'
import { site } from '../support/addresses.ts'
import { expectAccessible } from '../support/axe.ts'
import { erasePersonalData, fleetReservation, putReservation } from '../support/fleet.ts'
import { ticketPathOf } from '../support/mailbox.ts'
import { ownReservation } from '../support/own-reservation.ts'
import { payingRenter } from '../support/ready-renter.ts'
import { viewports } from '../support/viewports.ts'
import { changedObjects, wallets } from '../support/wallets.ts'

test('a phone has the pass of a ticket, is pushed to when the company changes the time, and shows the new one (API-90, API-96, API-97, DEC-280)', async ({ browser }, info) => {
  const booking = await ownReservation('costaverde', 'CV1001')
  await payingRenter(booking)
  const path = await ticketPathOf(booking.mail)
  const context = await browser.newContext({ viewport: viewports.mobile, locale: 'en-GB', reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(site('costaverde', path))
  const ticket = page.locator('[data-screen="ticket"]')
  await expect(ticket.getByRole('link', { name: /Apple Wallet/ })).toBeVisible()
  // Google's own page is not asked: the address that leads there is enough to have saved it.
  const google = await ticket.getByRole('link', { name: /Google Wallet/ }).getAttribute('href') ?? ''
  const api = await request.newContext()
  const { host, port } = new URL(site('costaverde'))
  expect((await api.get(`http://127.0.0.1:${port}${new URL(google, site('costaverde')).pathname}`, { headers: { host }, maxRedirects: 0 })).status()).toBe(303)
  await api.dispose()

  const second = await browser.newContext({ viewport: viewports.mobile, locale: 'en-GB' })
  const phone = await second.newPage()
  await phone.goto(wallets)
  await expectAccessible(phone, 'the page of the wallets')
  await phone.getByLabel('Address of a ticket').fill(site('costaverde', path))
  await phone.getByRole('button', { name: 'Add its pass to a phone' }).click()
  const pass = phone.getByRole('listitem').filter({ hasText: booking.reference })
  await expect(pass).toContainText('changed 0 times')

  const { reservation } = await fleetReservation('costaverde', booking.reference)
  const day = reservation.checkOut.dateAndTime.slice(0, 10)
  await putReservation('costaverde', booking.reference, { ...reservation, checkOut: { ...reservation.checkOut, dateAndTime: `${day}T05:45` } })
  await expect(pass.locator('[data-pick-up]')).toHaveText(`${day} 05:45`, { timeout: 40_000 })
  await expect(pass).toContainText('changed 1 times')
  await expect(phone.locator('[data-push]').first()).toBeVisible()
  await expect(ticket).toContainText('05:45')
  await expect.poll(changedObjects).toContain(`${day} 05:45`)
  await phone.screenshot({ path: info.outputPath('phone.png'), fullPage: true })

  await erasePersonalData('costaverde', booking.reference)
  await expect.poll(changedObjects, { timeout: 40_000 }).not.toContain(`${day} 05:45`)
  await second.close()
  await context.close()
})
