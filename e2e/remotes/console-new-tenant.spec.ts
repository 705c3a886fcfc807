import { expect, test } from '@playwright/test'
import { Renter } from '../pages/renter.ts'
import { port, type Tenant } from '../support/addresses.ts'
import { closesWhatIsLeft } from '../support/close-contexts.ts'
import { atTheConsole, expectUsable } from '../support/console.ts'

closesWhatIsLeft()

// A colour on its way from one state to the next belongs to neither.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('an operator makes a tenant as a copy of another, a reload keeps what was typed, its host answers, and an account that fails is not stored (DEC-329, DEC-330)', async ({ browser }) => {
  const id = `sol${Date.now().toString(36)}`
  const operator = await atTheConsole(browser, 'demo-operator', '/tenants')
  const { page } = operator
  await page.getByRole('link', { name: 'A new tenant' }).click()
  const next = page.getByRole('button', { name: 'Next' })
  await page.getByLabel(/^Short name/).fill('costaverde')
  await page.getByLabel('Host name of its check-in').fill(`${id}.localhost`)
  await next.click()
  await expect(page.getByText('Another tenant has it')).toBeVisible()
  await page.getByLabel(/^Short name/).fill(id)
  await operator.chooses('Copy rules and languages of', 'costaverde.localhost')
  await expectUsable(operator, 'a new tenant, the beginning')
  await next.click()

  await page.getByLabel('Name', { exact: true }).fill('Sol & Mar')
  await page.getByLabel('Button colour').fill('#0a5')
  await page.reload()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Sol & Mar')
  await page.locator('input[type=file]').setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="5"/></svg>') })
  await expectUsable(operator, 'a new tenant, its brand')
  await next.click()
  await next.click()
  await expect(page.getByText('Renters are sent here when nothing else helps')).toBeVisible()
  await page.getByLabel('Counter\'s phone').fill('+351 200 000 001')
  await page.getByLabel('Sender of mails').fill('check-in@sol.example')
  await expectUsable(operator, 'a new tenant, its contacts')
  await next.click()
  await expectUsable(operator, 'a new tenant, its rules')
  await next.click()
  await expect(page.locator('dl')).toContainText('Sol & Mar')
  await expectUsable(operator, 'a new tenant, the review')
  await page.getByRole('button', { name: 'Make the tenant' }).click()
  await expect(page.getByText('The tenant is made, and its check-in answers.')).toBeVisible()

  await expect.poll(async () => (await page.request.get(`http://127.0.0.1:${port}/`, { headers: { host: `${id}.localhost:${port}` } })).status()).toBe(200)
  const renter = new Renter(await (await browser.newContext()).newPage())
  await renter.opens(id as Tenant)
  await expect(renter.field('reference')).toBeVisible()
  await expect(renter.page.getByText('Sol & Mar').first()).toBeVisible()

  await operator.chooses('Account', 'Mail')
  await page.getByLabel('Mail server').fill('127.0.0.1')
  await page.getByLabel('Port').fill('9')
  await page.getByRole('button', { name: 'Try and store' }).click()
  await expect(page.getByText(/does not take this account/)).toBeVisible()
  await expect(page.getByText('Present one: none yet.').or(page.getByText('Present one: that of the installation.'))).toBeVisible()
  await expectUsable(operator, 'accounts of a new tenant')
})
