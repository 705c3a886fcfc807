import { expect, test } from '@playwright/test'
import { brokenModule } from '../support/broken-module.ts'
import { expectAccessible } from '../support/axe.ts'
import { closesWhatIsLeft } from '../support/close-contexts.ts'
import { aPerson, atVerifyDriver } from '../support/drivers.ts'
import { expectVersion, rollout, rolloutByTwo, versionForNewSession } from '../support/rollout.ts'
import { viewports } from '../support/viewports.ts'

closesWhatIsLeft()

/** What a careless library does: React does not find any more what it has to replace, and takes the whole page away. */
const damage = "document.querySelector('[data-screen]')?.remove()"

test('a page that a module damages is loaded again once with the last good modules, says so, and has what was typed; a second time it leads to the counter (DEC-242, DEC-297, ROL-6)', async ({ browser }) => {
  // A build and a publish on the way: on a busy machine more than the usual minute.
  const good = (await versionForNewSession('costaverde', 'mfe-driver'))!
  const folder = brokenModule('mfe-driver', 'damages-the-page', { 'src/steps/driver-contact/view.tsx': ['<StepForm onSubmit={submit}>', `<StepForm onSubmit={() => { ${damage}; submit() }}>`] })
  await rollout('publish', folder, '--version', '1.4.0')
  await rolloutByTwo('set', 'costaverde', 'driver@1.4.0', '--emergency', '--reason', 'a damaged page')
  await expectVersion('costaverde', 'mfe-driver', '1.4.0')

  const { context, entry, page, renter } = await atVerifyDriver(browser, 'costaverde')
  await page.setViewportSize(viewports.mobile)
  const failures: unknown[] = []
  await page.route('**/beacon', async (route) => {
    const report = JSON.parse(route.request().postData() ?? 'null') as { readonly outcome?: string }
    if (report.outcome === 'failed') failures.push(report)
    await route.fallback()
  })
  const version = page.locator('[data-module="mfe-driver"]').first()
  await expect(version).toHaveAttribute('data-module-version', '1.4.0')
  const person = aPerson('Maria')
  await entry.verifies(person)
  await entry.details()
  await entry.picks('mobilePrefix', '351')
  const kept = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/draft' && (answer.request().postData() ?? '').includes('912345678'))
  await entry.types('mobile', '912345678')
  expect((await kept).status()).toBe(200)
  await renter.action('Next').click()

  // The broken version is charged, whichever screen the page broke on.
  await expect.poll(() => failures).toContainEqual(expect.objectContaining({ module: 'mfe-driver', version: '1.4.0', phase: 'render', reason: 'broken-view' }))
  await expect(version).toHaveAttribute('data-module-version', good)
  await expect(renter.screen('driver-document')).toBeVisible()
  await expect(page.getByText('Something on this page failed, so it was loaded again. What you had typed is still there')).toBeVisible()
  await expectAccessible(page, 'a page that was loaded again')
  await renter.action('Back').click()
  await expect(renter.field('mobile')).toHaveValue('912345678')

  await page.evaluate(damage)
  await page.goBack()
  await expect(page.locator('[data-broken-page]').getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(page, 'the way to the counter')
  await context.close()
  await rolloutByTwo('back', 'costaverde', '--reason', 'the page was damaged')
  await expectVersion('costaverde', 'mfe-driver', good)
})
