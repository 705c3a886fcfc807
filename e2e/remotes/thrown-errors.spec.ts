import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Browser } from '@playwright/test'
import { Operator } from '../pages/operator.ts'
import { expectAccessible } from '../support/axe.ts'
import { brokenModule } from '../support/broken-module.ts'
import { closesWhatIsLeft } from '../support/close-contexts.ts'
import { aPerson, atVerifyDriver } from '../support/drivers.ts'
import { expectVersion, rollout, rolloutByTwo, versionForNewSession } from '../support/rollout.ts'
import { viewports } from '../support/viewports.ts'

closesWhatIsLeft()

const source = 'src/steps/verify-driver/view.tsx'
const thrown = 'const plate: { letters: string } | undefined = JSON.parse("[]")[0]; if (plate!.letters) return'

/** The page of a version at the console, of somebody with a role. */
async function versionPage(browser: Browser, token: string, version: string): Promise<Operator> {
  const operator = new Operator(await (await browser.newContext({ viewport: viewports.desktop, reducedMotion: 'reduce' })).newPage())
  await operator.signsIn(token, `/versions/mfe-driver/${version}`)
  await expect(operator.page.getByRole('heading', { level: 1 })).toBeVisible()
  return operator
}

test('an error that a renter\'s page throws stands at the console by file and line of its source, for operators and approvers alone (DEC-314, ECO-6)', async ({ browser }) => {
  // A build and a publish on the way: on a busy machine more than the usual minute.
  const good = (await versionForNewSession('costaverde', 'mfe-driver'))!
  const folder = brokenModule('mfe-driver', 'throws', { [source]: ['  return <div ref={screen}>', `  return <div ref={screen} onKeyUp={() => {\n    ${thrown}\n  }}>`] })
  const line = readFileSync(join(folder, source), 'utf8').split('\n').findIndex((each) => each.includes(thrown)) + 1
  await rollout('publish', folder, '--version', '1.5.0')
  await rolloutByTwo('set', 'costaverde', 'driver@1.5.0', '--emergency', '--reason', 'an error to be read back')
  await expectVersion('costaverde', 'mfe-driver', '1.5.0')

  const { context, entry, page } = await atVerifyDriver(browser, 'costaverde')
  await expect(page.locator('[data-module="mfe-driver"]').first()).toHaveAttribute('data-module-version', '1.5.0')
  const reports: string[] = []
  await page.route('**/beacon', async (route) => {
    reports.push(route.request().postData() ?? '')
    await route.fallback()
  })
  const person = aPerson('Maria')
  await entry.types('name', person.name)
  await page.keyboard.press('Shift')
  await expect.poll(() => reports.filter((report) => report.includes('"stack"'))).not.toEqual([])
  // The page goes on, and what it sent has neither the message nor what was typed.
  await expect(entry.renter.screen('verify-driver')).toBeVisible()
  expect(reports.filter((report) => report.includes('letters') || report.includes(person.name))).toEqual([])
  await context.close()

  const { page: console } = await versionPage(browser, 'demo-operator', '1.5.0')
  const errors = console.getByRole('region', { name: 'Where errors were thrown' })
  await expect(errors.getByRole('listitem').first()).toContainText(new RegExp(`${source.replaceAll('.', '\\.')}, line ${line}, column \\d+`))
  await expect(errors.getByRole('listitem').first().locator('code')).toHaveText(thrown)
  await expect(errors).toContainText(/time[s]? on costaverde\.localhost/)
  for (const [width, viewport] of Object.entries(viewports)) {
    await console.setViewportSize(viewport)
    await errors.scrollIntoViewIfNeeded()
    await expectAccessible(console, `the page of a version that threw, ${width}`)
    await errors.screenshot({ path: test.info().outputPath(`${width}.png`) })
    await console.screenshot({ path: test.info().outputPath(`${width}-page.png`) })
  }

  await expect((await versionPage(browser, 'demo-approver', '1.5.0')).page.getByRole('region', { name: 'Where errors were thrown' })).toContainText(`${source}, line ${line}`)
  const viewer = (await versionPage(browser, 'demo-viewer', '1.5.0')).page
  await expect(viewer.getByText('1.5.0').first()).toBeVisible()
  await expect(viewer.getByRole('region', { name: 'Where errors were thrown' })).toHaveCount(0)
  expect(await viewer.evaluate(async () => (await fetch('/api/registry/v1/modules/mfe-driver/versions/1.5.0/stacks', { headers: { 'x-checkin-console': '1' } })).status)).toBe(403)
  await rolloutByTwo('back', 'costaverde', '--reason', 'the error was read back')
  await expectVersion('costaverde', 'mfe-driver', good)
})
