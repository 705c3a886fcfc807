import { expect, test } from '@playwright/test'
import { Renter } from '../pages/renter.ts'
import { codeOf, mailIds, nextMail } from '../support/mailbox.ts'
import { ownReservation } from '../support/own-reservation.ts'

test('a renter whose reference strangers guess at checks in all the same: the page pays for the try by itself (DEC-100, SEC-12)', async ({ page }) => {
  const booking = await ownReservation('costaverde', 'CV1001')
  const renter = new Renter(page)
  await renter.opens('costaverde')
  const guesses = await page.evaluate(async (reference) => {
    const statuses: number[] = []
    for (const surname of ['Costa', 'Matos', 'Reis', 'Lopes', 'Pinto', 'Rocha']) {
      const { status } = await fetch('/api/reservation/prelookup', {
        method: 'POST', headers: { 'content-type': 'application/json', identifier: location.host }, body: JSON.stringify({ reference, surname, checkoutdate: '', mail: '' }),
      })
      statuses.push(status)
    }
    return statuses
  }, booking.reference)
  expect(guesses).toEqual([404, 404, 404, 404, 404, 429])

  const answers: number[] = []
  page.on('response', (answer) => { if (answer.url().endsWith('/reservation/prelookup')) answers.push(answer.status()) })
  await renter.locates(booking)
  await expect(renter.field('mail')).toBeVisible()
  expect(answers).toEqual([429, 200])
  const before = await mailIds(booking.mail)
  await renter.asksForCode(booking.mail)
  await renter.entersCode(codeOf(await nextMail(booking.mail, before)))
  await expect(renter.screen('reservation')).toContainText(booking.reference)
})
