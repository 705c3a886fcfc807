import { expect, test } from '@playwright/test'
import { DriverEntry } from '../pages/driver.ts'
import { aPerson } from '../support/drivers.ts'
import { PaymentScreens } from '../pages/payment.ts'
import { ownReservation } from '../support/own-reservation.ts'
import { movedMoreThan, watchShifts } from '../support/shifts.ts'
import { viewports } from '../support/viewports.ts'

/** What stands between the driver's data and the overview, with the button that leads on. */
const ways = [
  { layout: 'steps', tenant: 'costaverde', like: 'CV1001', presses: [['additional-driver', 'No'], ['upselling', 'ContinueWithoutUpgrade'], ['add-extras', 'NoFinish']] },
  { layout: 'page', tenant: 'norte', like: 'NO4001', presses: [['extras', 'Submit']] },
] as const

/** What moves so soon after a press is the answer to it and does not count; each answer of the server comes later. */
const answersAfter = 700

const devices = [
  { device: 'phone', options: { viewport: viewports.mobile, isMobile: true, hasTouch: true } },
  { device: 'desktop', options: { viewport: viewports.desktop } },
] as const

for (const { layout, tenant, like, presses } of ways) for (const { device, options } of devices) {
  test(`nothing moves on its own on any screen of a check-in on a ${device} whose offers are ${layout} (DEC-257)`, async ({ browser }) => {
    const context = await browser.newContext({ ...options, locale: 'en-GB' })
    const page = await context.newPage()
    const shifts = await watchShifts(page)
    await page.route('**/api/**', async (route) => {
      await new Promise((done) => { setTimeout(done, answersAfter) })
      await route.continue().catch(() => undefined)
    })
    const entry = new DriverEntry(page)
    const { renter } = entry
    await renter.verifies(await ownReservation(tenant, like))
    await expect(renter.screen('reservation')).toBeVisible()
    await renter.action('Continue').click()
    await entry.enters(aPerson('Maria', 'Silva', '1988-02-29'))
    await renter.action('Submit').click()
    for (const [screen, action] of presses) {
      await expect(renter.screen(screen)).toBeVisible()
      await page.waitForLoadState('networkidle')
      await renter.action(action).click()
    }
    await expect(renter.screen('overview')).toBeVisible()
    const card = new PaymentScreens(page)
    await card.typesCard({ number: '4111111111111111' })
    await card.pays()
    await expect(renter.screen('complete').getByRole('heading').first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(movedMoreThan(0.02, shifts)).toEqual([])
    await context.close()
  })
}
