import { expect, test, type Page } from '@playwright/test'
import { Operator } from '../pages/operator.ts'
import { port } from '../support/addresses.ts'
import { expectAccessible } from '../support/axe.ts'
import { closesWhatIsLeft } from '../support/close-contexts.ts'
import { rollout } from '../support/rollout.ts'
import { securityKey } from '../support/security-key.ts'
import { viewports } from '../support/viewports.ts'

closesWhatIsLeft()

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Signs in with a token as far as that leads. */
async function givesToken(page: Page, token: string): Promise<void> {
  await page.goto(`http://ops.localhost:${port + 1}/access`)
  await page.getByLabel('Token').fill(token)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('an operator\'s token is confirmed by a passkey, which the person adds, loses, and gets anew by two others', async ({ browser }) => {
  const made = await rollout('token', 'new', '--label', 'nadia journey', '--role', 'viewer')
  const [token = ''] = /crt_\S+/.exec(made) ?? []
  await rollout('approve', /Change (\d+) waits/.exec(made)?.[1] ?? '')
  const { page } = new Operator(await (await browser.newContext()).newPage())
  const lets = await securityKey(page)
  const sections = page.locator('section.panel')
  const passkeys = sections.filter({ has: page.getByRole('heading', { name: 'Passkeys' }) })

  await givesToken(page, token)
  await passkeys.getByLabel('Name of the passkey').fill('Key in the safe')
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(passkeys.getByRole('cell', { name: 'Key in the safe', exact: true })).toBeVisible()
  await expect(sections.filter({ has: page.getByRole('heading', { name: 'Sessions' }) }).getByText('token and passkey')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()

  await givesToken(page, token)
  await expect(page.getByRole('heading', { name: 'Confirm that it is you' })).toBeVisible()
  for (const [width, viewport] of Object.entries(viewports)) {
    await page.setViewportSize(viewport)
    await expectAccessible(page, `the second factor, ${width}`)
  }
  expect(await page.evaluate(async () => (await fetch('/api/registry/v1/tenants', { headers: { 'x-checkin-console': '1' } })).status)).toBe(401)
  await lets(false)
  await page.getByRole('button', { name: 'Use your passkey' }).click()
  await expect(page.getByRole('alert')).toContainText('No passkey was used')
  await lets(true)
  await page.getByRole('button', { name: 'Use your passkey' }).click()
  await expect(page.getByRole('navigation', { name: 'Console' })).toBeVisible()

  const admin = new Operator(await (await browser.newContext()).newPage())
  await admin.signsIn('demo-operator', '/access')
  await admin.page.getByRole('button', { name: 'Revoke Key in the safe of nadia journey' }).click()
  await admin.page.getByRole('button', { name: 'Revoke', exact: true }).last().click()
  await expect(admin.page.getByText('Key in the safe confirms nobody from now on')).toBeVisible()
  await givesToken(page, token)
  await expect(page.getByRole('alert')).toContainText('Your passkeys were revoked')
  await page.getByRole('button', { name: 'Sign out' }).click()

  await admin.page.getByRole('button', { name: 'Reset passkeys of nadia journey, Key in the safe' }).click()
  await admin.page.getByRole('button', { name: 'Propose' }).click()
  await expect(admin.page.getByText('Proposed: a second person decides under Rollouts')).toBeVisible()
  const approver = new Operator(await (await browser.newContext()).newPage())
  await approver.signsIn('demo-approver', '/rollouts')
  const change = approver.page.locator('article[data-change]').filter({ hasText: 'nadia journey may make a passkey anew' })
  await change.getByRole('button', { name: 'Approve' }).click()
  await expect(change).toContainText('applied')

  await givesToken(page, token)
  await passkeys.getByLabel('Name of the passkey').fill('Another key')
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(passkeys.getByRole('cell', { name: 'Another key', exact: true })).toBeVisible()
  expect(await rollout('passkey', 'list')).toMatch(/nadia journey +Another key/)
  await rollout('token', 'revoke', 'nadia journey')
})
