import { expect, test } from '@playwright/test'
import { aPerson, atVerifyDriver } from '../support/drivers.ts'
import { makeLink } from '../support/fleet.ts'

const keptOnServer = (url: string): boolean => new URL(url).pathname === '/api/draft'

test('what was typed follows the renter to another device and survives being offline; nothing readable lies in a browser (DEC-18)', async ({ browser }) => {
  const first = await atVerifyDriver(browser, 'costaverde')
  const person = aPerson('Maria')
  const number = `D${person.licence.replace(/\W/g, '')}`
  await first.entry.verifies(person)
  await first.entry.details()
  await first.entry.contact()
  await first.entry.types('issuePlace', 'Faro')
  const kept = first.page.waitForResponse((answer) => keptOnServer(answer.url()) && answer.request().method() === 'PUT' && (answer.request().postData() ?? '').includes(number))
  await first.entry.types('id', number)
  expect((await kept).status()).toBe(200)

  const second = await atVerifyDriver(browser, 'costaverde', {}, first.booking)
  await expect(second.renter.field('driversLicense')).toHaveValue(person.licence)
  await second.context.setOffline(true)
  await expect(second.page.locator('[data-waiting="offline"]')).toBeVisible()
  await second.renter.action('Next').click()
  await expect(second.page.locator('[data-refusal-key]')).toBeVisible()
  await expect(second.renter.screen('verify-driver')).toBeVisible()
  await expect(second.renter.field('driversLicense')).toHaveValue(person.licence)
  await second.context.setOffline(false)
  await expect(second.page.locator('[data-waiting]')).toHaveCount(0)

  await second.renter.action('Next').click()
  await expect(second.renter.field('address')).toHaveValue('Rua do Sol 1')
  await second.renter.action('Next').click()
  await expect(second.renter.screen('driver-contact')).toBeVisible()
  await second.renter.action('Next').click()
  await expect(second.renter.field('id')).toHaveValue(number)
  await expect(second.renter.field('issuePlace')).toHaveValue('Faro')
  for (const { page } of [first, second]) expect(await page.evaluate(() => JSON.stringify(sessionStorage) + JSON.stringify(localStorage))).not.toContain(number)
  await Promise.all([first.context.close(), second.context.close()])
})

test('another reservation in the same tab starts empty (DEC-85)', async ({ browser }) => {
  const mine = await atVerifyDriver(browser, 'alpen')
  await mine.entry.verifies(aPerson('Anna'))
  await mine.entry.types('address', 'Seeweg 1')
  const other = await atVerifyDriver(browser, 'alpen')
  await other.context.close()
  const { page, renter, entry } = mine
  await page.goto((await makeLink('alpen', other.booking.reference, 'verify')).url)
  await expect(renter.screen('reservation')).toContainText(other.booking.reference)
  await renter.action('Continue').click()
  await entry.verifies(aPerson('Anna'))
  if (await renter.field('address').count() > 0) await expect(renter.field('address')).not.toHaveValue('Seeweg 1')
  await mine.context.close()
})
