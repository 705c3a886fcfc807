import { mkdir, rm } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { dataDir, port } from '../support/addresses.ts'
import { expectAccessible } from '../support/axe.ts'
import { closesWhatIsLeft } from '../support/close-contexts.ts'
import { securityKey } from '../support/security-key.ts'
import { startAt } from '../support/start-product.ts'
import { viewports } from '../support/viewports.ts'

closesWhatIsLeft()

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Beside the product of the other journeys, whose console asks nobody for a passkey who has none. */
const base = port + 40
const place = { port: base, dataDir: `${dataDir}-passkeys`, env: { CHECKIN_CONSOLE_SECOND_FACTOR: 'required' } }
const ops = `http://ops.localhost:${base + 1}`
let stop: () => Promise<void>
test.beforeAll(async () => {
  test.setTimeout(300_000)
  await rm(place.dataDir, { recursive: true, force: true })
  await mkdir(place.dataDir, { recursive: true })
  stop = await startAt(place)
})
test.afterAll(() => stop())

test('where a passkey is required, an operator without one makes it before anything else is shown or answered, then arrives (DEC-300)', async ({ page, browser }) => {
  const lets = await securityKey(page)
  const register = page.getByRole('button', { name: 'Make the passkey' })
  await page.goto(`${ops}/tenants`)
  await page.getByLabel('Token').fill('demo-operator')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('make a passkey, with this device or a security key')).toBeVisible()
  for (const [width, viewport] of Object.entries(viewports)) {
    await page.setViewportSize(viewport)
    await expectAccessible(page, `the first passkey, ${width}`)
  }

  // Whatever address is typed, there is this screen alone, and the server answers none of its calls.
  for (const path of ['/releases', '/tenants/costaverde', '/money?company=costaverde&reference=CV1001', '/access', '/audit']) {
    await page.goto(ops + path)
    await expect(register).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Console' })).toHaveCount(0)
  }
  const statuses = await page.evaluate(async () => {
    const calls = [['GET', '/api/registry/v1/tenants'], ['GET', '/api/registry/v1/audit'], ['GET', '/api/registry/v1/tokens'], ['POST', '/api/registry/v1/changes/1/approve'], ['GET', '/api/internal/v1/tenants'], ['GET', '/api/internal/v1/attention']] as const
    return Promise.all(calls.map(async ([method, path]) => (await fetch(path, { method, headers: { 'x-checkin-console': '1' } })).status))
  })
  expect(statuses.filter((status) => status < 400 || status >= 500)).toEqual([])

  await page.goto(`${ops}/tenants`)
  await register.click()
  await expect(page.getByText('Enter 3 to 100 letters')).toBeVisible()
  await expectAccessible(page, 'the first passkey without a name')
  await lets(false)
  await page.getByLabel('Name of the passkey').fill('Key in the safe')
  await register.click()
  await expect(page.getByRole('alert')).toBeVisible()
  await lets(true)
  await register.click()
  await expect(page.getByRole('navigation', { name: 'Console' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Tenants', level: 1 })).toBeVisible()

  // From now on the token alone makes no passkey: it is asked for the one that there is.
  const thief = await (await browser.newContext()).newPage()
  await securityKey(thief)
  await thief.goto(`${ops}/tenants`)
  await thief.getByLabel('Token').fill('demo-operator')
  await thief.getByRole('button', { name: 'Sign in' }).click()
  await expect(thief.getByRole('button', { name: 'Use your passkey' })).toBeVisible()
  await expect(thief.getByRole('button', { name: 'Make the passkey' })).toHaveCount(0)
})
