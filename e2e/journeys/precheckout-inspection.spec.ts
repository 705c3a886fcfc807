import { expect, test } from '@playwright/test'
import { Renter } from '../pages/renter.ts'
import { site } from '../support/addresses.ts'
import { expectAccessible } from '../support/axe.ts'
import { makeLink } from '../support/fleet.ts'
import { ownReservation } from '../support/own-reservation.ts'
import { phone } from '../support/phone.ts'

test('the inspection takes five pictures, keeps them and sends none (PRECHK-22 to PRECHK-25, DEC-131, STATES S4)', async ({ browser }) => {
  const context = await phone(browser)
  const page = await context.newPage()
  const renter = new Renter(page)
  const booking = await ownReservation('costaverde', 'CV1003')
  await page.goto((await makeLink('costaverde', booking.reference, 'verify')).url)
  await expect(renter.screen('reservation')).toBeVisible()
  await page.goto(site('costaverde', '/verify/damages'))
  await expect(renter.screen('verify-damages')).toBeVisible()
  const sent: string[] = []
  page.on('request', (request) => { if (request.method() !== 'GET' && request.url().includes('/api/')) sent.push(request.url()) })
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
  const pictures = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `car-${at}.png`, mimeType: 'image/png', buffer: png }))
  await page.locator('input[name="pictures"]').setInputFiles(pictures(4))
  await renter.action('NoCorrectAmount').click()
  await expect(renter.errorOf('pictures')).toHaveAttribute('data-error-key', 'Atleast5Images')
  await expect(renter.says('Atleast5Images')).toBeVisible()
  await page.locator('input[name="pictures"]').setInputFiles(pictures(1))
  await expectAccessible(page, 'damages')
  await renter.action('NoCorrectAmount').click()
  await expect(renter.screen('verify-km')).toBeVisible()
  await renter.action('Back').click()
  await expect(renter.screen('verify-damages')).toBeVisible()
  await expect(page.locator('[data-picture]')).toHaveCount(5)
  await expect(page.locator('[data-part="damages"] dd')).toHaveText('Known damages: 2')
  await expect(page.locator('[data-part="fuel"] dd')).toHaveText('8/8')
  await renter.action('YesItsCorrect').click()
  await expect(page.locator('[data-part="figure"] dd')).toHaveText('18240 km')
  await renter.action('NoCorrectAmount').click()
  await page.locator('input[name="pictures"]').setInputFiles(pictures(1))
  await expectAccessible(page, 'mileage')
  await renter.action('Confirm').click()
  await expect(renter.screen('verify-fuel')).toBeVisible()
  await expectAccessible(page, 'fuel level')
  await renter.action('YesItsCorrect').click()
  await expect(renter.screen('reservation')).toBeVisible()
  expect(sent).toEqual([])
  await context.close()
})
