import { expect, test } from '@playwright/test'
import { site } from '../support/addresses.ts'
import { expectAccessible } from '../support/axe.ts'
import { fleetReservation } from '../support/fleet.ts'
import { codeOf, mailIds, nextMail, ticketPathOf } from '../support/mailbox.ts'
import { ownReservation } from '../support/own-reservation.ts'
import { payingRenter } from '../support/ready-renter.ts'
import { viewports } from '../support/viewports.ts'

test('an extra and an upgrade that were paid are taken back on a phone, and the money goes back to the card (API-94, DEC-282)', async ({ browser }) => {
  const { reservation: { extras = [], vehicle, upgrades = [] } } = await fleetReservation('costaverde', 'CV1001')
  const [higher] = upgrades
  if (!higher) throw new Error('a higher group is offered')
  const booking = await ownReservation('costaverde', 'CV1001', { extras: [...extras, { extraID: 'NAVI', ratePeriodType: 'other' as const, description: 'Navigation', value: 10, taxRate: 23, isAvailableOnEC: true, isValuePerRA: true }] })
  await payingRenter(booking, { extraID: 'NAVI', groupId: higher.vehicle.groupId })
  const path = await ticketPathOf(booking.mail)
  const company = () => fleetReservation('costaverde', booking.reference)
  const before = (await company()).summary.cashier.previewValue

  const context = await browser.newContext({ viewport: viewports.mobile, locale: 'pt-PT', reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(site('costaverde', path))
  const screen = page.locator('[data-screen="ticket"]')
  const upgrade = screen.getByRole('checkbox', { name: higher.vehicle.name })
  await expect(screen.getByRole('checkbox', { name: /Navigation/ })).toBeVisible()
  await expect(screen.getByText('volta para o cartão ou a carteira com que pagou')).toHaveCount(2)
  await upgrade.check()
  await screen.getByRole('checkbox', { name: /Navigation/ }).check()
  await expectAccessible(page, 'paid additions of a ticket')
  const mails = await mailIds(booking.mail)
  await screen.locator('[data-action="Pass.undo.take"]').click()
  await screen.locator('[name="undoCode"]').fill(codeOf(await nextMail(booking.mail, mails)))
  await screen.locator('[data-action="Pass.undo.confirm"]').click()
  await expect(screen.locator('[data-refund="refunded"]')).toContainText('Reembolso efetuado')
  await expectAccessible(page, 'a refund on a ticket')

  const { reservation, ledger, summary: { cashier } } = await company()
  const refunds = ledger.filter(({ kind }) => kind === 'refund')
  expect(reservation.vehicle.groupId).toBe(vehicle.groupId)
  expect([refunds.length, cashier.pendingValues]).toEqual([1, 0])
  expect(refunds[0]?.amount).toBeCloseTo(before - cashier.previewValue, 2)
  await context.close()
})
