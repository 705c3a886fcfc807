import { expect, test } from '@playwright/test'
import { PaymentScreens } from '../pages/payment.ts'
import { PrecheckoutScreens } from '../pages/precheckout.ts'
import { fleetReservation, makeLink } from '../support/fleet.ts'
import { ownReservation } from '../support/own-reservation.ts'

// Several pages with card forms beside each other.
test.describe.configure({ timeout: 150_000 })
const good = '4111111111111111'

test('who presses Pay in a second tab reads that it is already paid, by card as by wallet, and goes on to the end (P12, P19)', async ({ browser }) => {
  const booking = await ownReservation('costaverde', 'CV1006')
  const tab = async () => new PaymentScreens(await (await browser.newContext()).newPage())
  const [winner, byCard, byWallet] = [await tab(), await tab(), await tab()]
  await winner.opensOverview(booking)
  const due = Number(await winner.amount('due').getAttribute('data-value'))
  await byCard.opensOverviewByLink(booking)
  await byCard.typesCard({ number: good })
  await byWallet.opensOverviewByLink(booking)
  await byWallet.provider('wallet').check()
  await winner.typesCard({ number: good })
  await winner.pays()
  await winner.expectComplete()
  for (const loser of [byCard, byWallet]) {
    await loser.pays()
    await expect(loser.note('paid')).toContainText('It is already paid')
    await expect(loser.note('paid')).toContainText('nothing was taken twice')
    await loser.renter.action('Complete').click()
    await loser.expectComplete()
    await loser.page.context().close()
  }
  const { ledger, reservation } = await fleetReservation('costaverde', booking.reference)
  expect([ledger.map(({ kind, amount }) => `${kind} ${amount}`), reservation.isCompleted]).toEqual([[`charge ${due}`], true])
  await winner.page.context().close()
})

test('who leaves the deposit in a second tab reads that it was already processed and goes on to sign: one hold (DEC-63, P12)', async ({ browser }) => {
  const booking = await ownReservation('costaverde', 'CV1009', { isCompleted: true })
  const { url } = await makeLink('costaverde', booking.reference, 'precheckout')
  const tab = async () => new PrecheckoutScreens(await (await browser.newContext()).newPage())
  const tabs = [await tab(), await tab()] as const
  for (const one of tabs) {
    await one.enters(url)
    await one.goesOnToAgreement()
    await one.typesNewCard(good)
  }
  const [winner, loser] = tabs
  await winner.proceeds()
  await winner.expectSignaturePage()
  await loser.proceeds()
  await expect(loser.modal('preauth-already-processed')).toBeVisible({ timeout: 20_000 })
  await loser.closesModal()
  await loser.expectSignaturePage()
  const { ledger } = await fleetReservation('costaverde', booking.reference)
  expect(ledger.map(({ kind }) => kind)).toEqual(['hold'])
  for (const { page } of tabs) await page.context().close()
})
