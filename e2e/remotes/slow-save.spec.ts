import { expect, test } from '@playwright/test'
import { closesWhatIsLeft } from '../support/close-contexts.ts'
import { aPerson, atVerifyDriver } from '../support/drivers.ts'
import { fleetReservation } from '../support/fleet.ts'
import { stopService } from '../support/services.ts'

closesWhatIsLeft()

test('a save that is not answered says that it still works, and ends well once it is; the driver is stored once (SHELL-59, DEC-48)', async ({ browser }) => {
  const { booking, context, entry, page, renter } = await atVerifyDriver(browser, 'alpen')
  const person = aPerson('Anna')
  await entry.enters(person)
  let saves = 0
  page.on('request', (request) => { if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/driver') saves += 1 })
  const goOn = await stopService('services/reservation-api/src/main.ts')
  try {
    await renter.action('Submit').click()
    await expect(page.locator('[data-waiting="stillWorking"]')).toBeVisible()
    await expect(renter.screen('driver-document-license')).toBeVisible()
  } finally {
    await goOn()
  }
  await expect(renter.screen('driver-document-license')).toHaveCount(0)
  await expect(page.locator('[data-waiting]')).toHaveCount(0)
  expect(saves).toBe(1)
  expect(JSON.stringify(await fleetReservation('alpen', booking.reference))).toContain(person.licence)
  await context.close()
})
