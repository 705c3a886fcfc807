import { expect, test } from '@playwright/test'
import { Renter } from '../pages/renter.ts'
import { expectVersion, rollout, versionForNewSession } from '../support/rollout.ts'
import { ownReservation } from '../support/own-reservation.ts'

const shown = (renter: Renter) => renter.page.locator('[data-module="mfe-verification"]').first()

test('one tenant moves to a new version; the other tenant and a running session keep theirs', async ({ browser }) => {
  const before = await versionForNewSession('costaverde', 'mfe-verification')
  expect(before).toBeDefined()
  const running = new Renter(await (await browser.newContext()).newPage())
  await running.verifies(await ownReservation('costaverde', 'CV1001'))
  await expect(shown(running)).toHaveAttribute('data-module-version', before!)

  await rollout('publish', 'mfe-verification', '--version', '1.0.1')
  await rollout('set', 'costaverde', 'verification@1.0.1', '--reason', 'journey')
  await expectVersion('costaverde', 'mfe-verification', '1.0.1')

  const fresh = new Renter(await (await browser.newContext()).newPage())
  await fresh.opens('costaverde')
  await expect(shown(fresh)).toHaveAttribute('data-module-version', '1.0.1')
  const other = new Renter(await (await browser.newContext()).newPage())
  await other.opens('islandcars')
  await expect(shown(other)).toHaveAttribute('data-module-version', before!)

  await running.page.reload()
  await expect(running.screen('reservation')).toBeVisible()
  await expect(shown(running)).toHaveAttribute('data-module-version', before!)
  await running.action('Exit').click()
  await expect(shown(running)).toHaveAttribute('data-module-version', '1.0.1')
})

test('a version goes back as a new revision, and the audit tells who, when and why', async () => {
  await rollout('back', 'costaverde', '--reason', 'journey back')
  await expect.poll(() => versionForNewSession('costaverde', 'mfe-verification')).not.toBe('1.0.1')
  const audit = await rollout('audit')
  expect(audit).toContain('journey back')
})

test('publishing the same version again changes nothing', async () => {
  expect(await rollout('publish', 'mfe-verification', '--version', '1.0.1')).toContain('published already')
})
