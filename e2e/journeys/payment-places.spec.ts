import { expect, test, type Page, type Route } from '@playwright/test'
import { PaymentScreens } from '../pages/payment.ts'
import { expectAccessible } from '../support/axe.ts'
import { fleetReservation } from '../support/fleet.ts'
import { ownReservation } from '../support/own-reservation.ts'
import { passOn } from '../support/pass-on.ts'

const secure = { number: '4000000000003220' }

/** Lets a call reach its server, or does not, and keeps the answer from the page until the page is gone: the moment in which a renter reloads. */
async function heldBack(page: Page, path: string, reaches: 'the server' | 'nobody'): Promise<{ readonly arrived: Promise<void>; readonly over: () => Promise<void> }> {
  const { promise: arrived, resolve: reached } = Promise.withResolvers<void>()
  const hold = async (route: Route): Promise<void> => {
    if (reaches === 'the server') await passOn(route)
    reached()
  }
  await page.route(path, hold)
  return { arrived, over: () => page.unroute(path, hold) }
}

test.describe('in French', () => {
  test.use({ locale: 'fr-FR', viewport: { width: 320, height: 640 }, colorScheme: 'dark' })

  test('IC2001 by card: reloaded and turned back at every point, it is paid once (PAY-08, PAY-17, PAY-40, P8, P18)', async ({ page }) => {
    const payment = new PaymentScreens(page)
    const booking = await ownReservation('islandcars', 'IC2001')
    const ledger = async (): Promise<readonly unknown[]> => (await fleetReservation('islandcars', booking.reference)).ledger
    const turnsBack = async (): Promise<void> => {
      await page.goBack()
      await expect(payment.renter.screen('overview')).toHaveCount(0)
      await page.goForward()
    }

    // Interception is on from the start: a frame of another origin that comes while it is switched on may ask past it.
    await page.route('**/js/integrated/tokenize', (route) => route.fallback())

    await test.step('the overview, and the fields on it', async () => {
      await payment.opensOverview(booking)
      await page.reload()
      await payment.expectOverview()
      await payment.provider('card').check()
      await expect(page.locator('[data-card-form="ready"]')).toBeVisible()
      await turnsBack()
      await payment.expectOverview()
    })

    await test.step('while the token is made: nobody has been asked for money', async () => {
      for (const leave of [() => page.reload(), turnsBack]) {
        const token = await heldBack(page, '**/js/integrated/tokenize', 'nobody')
        await payment.typesCard(secure)
        await payment.pays()
        await token.arrived
        await leave()
        await token.over()
        await payment.expectOverview()
        await expect(payment.mainButton()).toBeEnabled()
      }
      expect(await ledger()).toEqual([])
    })

    await test.step('the order on its way: it is found again', async () => {
      const order = await heldBack(page, '**/api/payment', 'the server')
      await payment.typesCard(secure)
      await payment.pays()
      await order.arrived
      await page.reload()
      await order.over()
      await expect(payment.attempt('pending')).toBeVisible()
    })

    await test.step('the bank\'s page: it is gone on with', async () => {
      await payment.attempt('pending').locator('[data-action="Continue"]').click()
      await expect(payment.bank().locator('html')).toHaveAttribute('lang', 'fr')
      // Looked at as a page of its own, with all the rules for one.
      const bank = await page.context().newPage()
      await bank.goto(await payment.attempt('frame').locator('iframe').getAttribute('src') ?? '')
      await expectAccessible(bank, 'the bank\'s page')
      await bank.locator('button[value="confirm"]').click()
      await expect(bank.locator('#wrong')).toBeVisible()
      await expectAccessible(bank, 'the bank\'s page, wrong code')
      await bank.close()
      await page.reload()
      for (const leave of [() => page.reload(), turnsBack]) {
        await payment.attempt('pending').locator('[data-action="Continue"]').click()
        await expect(payment.bank().locator('input[name="otp"]')).toBeVisible()
        await leave()
        await expect(payment.attempt('pending')).toBeVisible()
      }
      expect(await ledger()).toEqual([])
    })

    await test.step('confirmed, and the page leaves before it hears of it: it is told what was paid', async () => {
      await payment.attempt('pending').locator('[data-action="Continue"]').click()
      await expect(payment.bank().locator('input[name="otp"]')).toBeVisible()
      const news = await heldBack(page, '**/api/payment/state/*', 'the server')
      await payment.confirmsAtBank()
      await expect.poll(async () => (await ledger()).length).toBe(1)
      await page.reload()
      await news.over()
      await expect(payment.note('paid')).toBeVisible()
      await payment.renter.action('Complete').click()
      await payment.expectComplete()
    })

    await test.step('the end', async () => {
      await page.reload()
      await payment.expectComplete()
      await page.goBack()
      await payment.expectComplete()
      expect(await ledger()).toHaveLength(1)
    })
  })
})

test('by wallet: its page, the way back and the way out are loaded again, and it is paid once (PAY-16, PAY-32 to PAY-36, P16 to P18)', async ({ page }) => {
  const payment = new PaymentScreens(page)
  const booking = await ownReservation('islandcars', 'IC2001')
  const returns: string[] = []
  page.on('request', (request) => { if (request.isNavigationRequest() && /\/reservation\/[^/]+\/(success|cancel)/.test(request.url())) returns.push(request.url()) })
  await payment.opensOverview(booking)
  await payment.provider('wallet').check()
  await payment.pays()
  await expect(payment.walletButton('approve')).toBeVisible()
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expectAccessible(page, 'the wallet\'s page')
  await payment.answersWallet('cancel')
  await payment.expectOverview()
  await page.goto(returns[0] ?? '')
  await payment.expectOverview()

  await payment.provider('wallet').check()
  await payment.pays()
  await expect(payment.walletButton('approve')).toBeVisible()
  await page.goBack()
  await expect(payment.attempt('pending')).toBeVisible()
  await expectAccessible(page, 'an open payment')
  await page.goForward()
  await payment.answersWallet('approve')
  await payment.expectComplete()
  const success = returns.find((url) => url.includes('/success')) ?? ''
  // Again, and with parameters that somebody changed: the page only asks its server.
  for (const address of [success, success.replace(/token=[^&]*/, 'token=changed'), returns[0] ?? '']) {
    await page.goto(address)
    await payment.expectComplete()
  }
  const { reservation, ledger } = await fleetReservation('islandcars', booking.reference)
  expect([reservation.isCompleted, ledger.length]).toEqual([true, 1])
})
