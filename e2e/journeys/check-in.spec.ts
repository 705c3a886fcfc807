import { expect, test } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { DriverEntry } from '../pages/driver.ts'
import { Alerts } from '../support/alerts.ts'
import { aPerson, atVerifyDriver } from '../support/drivers.ts'
import { fleetReservation } from '../support/fleet.ts'
import { ownReservation } from '../support/own-reservation.ts'
import { viewports } from '../support/viewports.ts'

for (const [width, viewport] of Object.entries(viewports)) {
  test(`from the mailed code over both drivers, all offers and the overview to the end, ${width}: the additional driver is charged only when the data are saved (SHELL-01, VERIF-26, OFFERS-07, DEC-41, DEC-104, DEC-105, STATES S1.7 to S1.52, S2.1 to S2.16)`, async ({ browser }) => {
    const booking = await ownReservation('costaverde', 'CV1001')
    const context = await browser.newContext({ viewport, locale: 'en', reducedMotion: 'reduce' })
    const alerts = await Alerts.of(context)
    const entry = new DriverEntry(await context.newPage())
    const { renter } = entry
    const isCharged = async (): Promise<boolean> => {
      const { reservation } = await fleetReservation('costaverde', booking.reference)
      return (reservation.extras ?? []).some((extra) => extra.extraID === 'ADDDRV' && extra.isAccepted === true)
    }
    await renter.verifies(booking)
    await renter.action('Continue').click()
    const main = aPerson('Maria', 'Silva', '1988-02-29')
    await entry.enters(main)
    await entry.submits()

    await expect(renter.screen('additional-driver')).toBeVisible()
    await renter.action('Yes').click()
    await expect(renter.screen('verify-driver')).toBeVisible()
    expect(await isCharged()).toBe(false)
    const additional = aPerson('Rui', 'Costa')
    await entry.enters(additional)
    await entry.submits()

    await expect(renter.screen('upselling')).toBeVisible()
    expect(await isCharged()).toBe(true)
    await renter.action('ContinueWithoutUpgrade').click()
    await expect(renter.screen('add-extras')).toBeVisible()
    await renter.action('Yes').click()
    await expect(renter.screen('extras')).toBeVisible()
    await renter.action('Submit').click()
    await expect(renter.screen('overview')).toContainText(booking.reference)
    await renter.action('CompletePayLater').click()
    await expect(renter.screen('complete')).toContainText(booking.reference)
    await alerts.expect(entry.page, 'ReservationUpdatedSuccess')
    await expect(entry.page).toHaveTitle(/^You're checked in - Express Checkout - ./)
    await expect(entry.page.getByRole('img', { name: `QR code of reservation ${booking.reference}` })).toBeVisible()
    await expect(entry.page.getByRole('link', { name: /^Questions\? Call / })).toHaveAttribute('href', /^tel:\+\d+$/)
    const answer = renter.action('YesIWantToProceed')
    await answer.scrollIntoViewIfNeeded()
    await expect(answer).toBeInViewport({ ratio: 1 })
    await expect(entry.page.getByRole('heading', { name: /security deposit/ }), 'question and answer in one view').toBeInViewport({ ratio: 1 })
    const [file] = await Promise.all([entry.page.waitForEvent('download'), renter.action('End.calendar').click()])
    expect(file.suggestedFilename()).toBe(`${booking.reference}.ics`)
    expect(await readFile(await file.path(), 'utf8')).toMatch(/BEGIN:VEVENT[\s\S]*SEQUENCE:[1-9][\s\S]*DTSTART;TZID=[^:]+:\d{8}T\d{6}\r\n/)

    const stored = JSON.stringify(await fleetReservation('costaverde', booking.reference))
    for (const person of [main, additional]) expect(stored).toContain(person.licence)
    await context.close()
  })
}

test('the shortest flow goes from the licence straight to the overview (AL3001, S1.27)', async ({ browser }) => {
  const { booking, context, entry, renter } = await atVerifyDriver(browser, 'alpen')
  await entry.enters(aPerson('Anna', 'Silva'))
  await entry.submits()
  await expect(renter.screen('overview')).toContainText(booking.reference)
  await context.close()
})
