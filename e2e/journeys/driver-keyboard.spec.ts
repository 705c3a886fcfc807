import { expect, test } from '@playwright/test'
import { picture } from '../pages/driver.ts'
import { Keyboard } from '../pages/keyboard.ts'
import { aPerson, atVerifyDriver } from '../support/drivers.ts'
import { fleetReservation } from '../support/fleet.ts'

test('a driver with images is entered and saved by keyboard alone, countries by any of their names (SHELL-80, DRIVER-18 to DRIVER-56, DEC-103)', async ({ browser }) => {
  const { booking, context, page, renter } = await atVerifyDriver(browser, 'costaverde')
  const person = aPerson('Maria')
  const keyboard = new Keyboard(page)
  const chooses = async (name: string): Promise<void> => {
    await keyboard.chooses(name, picture(320, 200))
    await expect(page.locator('.ck-upload', { has: renter.field(name) }).locator('img')).toBeVisible()
  }

  await keyboard.dates('birthDate', ['1', '5', '1990'])
  await keyboard.types('email', person.email)
  await keyboard.types('driversLicense', person.licence)
  await keyboard.presses('Next')
  await expect(renter.screen('driver-details')).toBeVisible()
  await keyboard.types('address', 'Rua do Sol 1')
  await keyboard.names('countryId', 'Allemagne', 'Germany')
  await keyboard.reaches('input[name="countryId"]', 'backwards')
  // Escape leaves what was.
  await page.keyboard.type('Fra')
  await page.keyboard.press('Escape')
  await expect(renter.field('countryId')).toHaveValue('Germany')
  await keyboard.names('countryId', 'pt', 'Portugal')
  await keyboard.types('zipCode', '8000-138')
  await keyboard.types('taxNumber', '123456789')
  await keyboard.presses('Next')
  await expect(renter.screen('driver-contact')).toBeVisible()
  await keyboard.picks('mobilePrefix', '351')
  await keyboard.types('mobile', '912345678')
  await keyboard.presses('Next')
  await expect(renter.screen('driver-document')).toBeVisible()
  await keyboard.reaches('input[name="idType"]')
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
  await keyboard.types('id', `D${person.licence.replace(/\W/g, '')}`)
  await keyboard.typesDate('issueDate', ['1', '3', '20'], '2020-03-01')
  await keyboard.dates('expiryDate', ['1', '3', '2035'])
  await keyboard.types('issuePlace', 'Faro')
  await chooses('imageFront')
  await chooses('imageBack')
  await keyboard.presses('Next')
  await expect(renter.screen('driver-document-license')).toBeVisible()
  await keyboard.names('issueCountry', 'PRT', 'Portugal')
  await keyboard.typesDate('issueDate', ['1', 'june', '2015'], '2015-06-01')
  await keyboard.dates('expiryDate', ['1', '6', '2035'])
  await keyboard.types('issuePlace', 'Faro')
  await chooses('imageFront')
  await chooses('imageBack')
  await keyboard.presses('Submit')
  await expect(renter.screen('driver-document-license')).toHaveCount(0)
  expect(JSON.stringify(await fleetReservation('costaverde', booking.reference))).toContain(person.licence)
  await context.close()
})
