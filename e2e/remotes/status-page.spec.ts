import { expect, test } from '@playwright/test'
import { port } from '../support/addresses.ts'
import { expectAccessible } from '../support/axe.ts'
import { closesWhatIsLeft } from '../support/close-contexts.ts'
import { consoleComplaints } from '../support/complaints.ts'
import { rollout } from '../support/rollout.ts'
import { viewports } from '../support/viewports.ts'

closesWhatIsLeft()

const registry = `http://127.0.0.1:${port + 5}`
/** Of this run alone: a version that was withdrawn never comes again. */
const run = Date.now() % 1_000_000
const [advised, withdrawn] = [`1.0.${run}`, `1.0.${run + 1_000_000}`]

test('everybody reads which versions may be rolled out: deprecated, withdrawn and rolled back, on a page that is accessible in both colour schemes (DEC-336)', async ({ browser }) => {
  for (const version of [advised, withdrawn]) await rollout('publish', 'mfe-offers', '--version', version)
  await rollout('set', 'norte', `offers@${withdrawn}`, '--percent', '10', '--reason', 'a first look')
  await rollout('back', 'norte', '--reason', 'norte complains')
  await rollout('deprecate', `offers@${advised}`, '--instead', '1.0.0', '--notice', 'Slow on old phones', '--reason', 'seen at norte')
  await rollout('kill', `offers@${withdrawn}`, '--notice', 'Forgets what was chosen', '--reason', 'seen at norte')
  expect(await rollout('status', '--module', 'offers')).toMatch(new RegExp(`1\\.0\\.${run} .*deprecated since .*Slow on old phones; take 1\\.0\\.0 instead`))
  expect(await rollout('status')).toContain(`for everybody: ${registry}/status`)

  for (const [colorScheme, viewport] of [['light', viewports.desktop], ['dark', viewports.mobile]] as const) {
    const context = await browser.newContext({ colorScheme, viewport })
    const page = await context.newPage()
    const problems = consoleComplaints(page, ['error'])
    await page.goto(`${registry}/status`)
    await expectAccessible(page, 'the list of modules')
    await page.getByRole('link', { name: 'mfe-offers' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Versions of mfe-offers')
    await expect(page.getByRole('row', { name: advised })).toContainText('Slow on old phones')
    await expect(page.getByRole('row', { name: withdrawn })).toContainText(/Withdrawn for ever.*Forgets what was chosen.*Rolled back.*by an operator/)
    await expect(page.locator('body')).not.toContainText(/norte|demo-/)
    await expectAccessible(page, `the versions of a module, ${colorScheme}`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
    if (process.env['CHECKIN_E2E_SHOTS']) await page.screenshot({ path: `${process.env['CHECKIN_E2E_SHOTS']}/status-${colorScheme}.png` })
    await page.getByRole('link', { name: '1.0.0', exact: true }).first().click()
    await expect(page).toHaveURL(/#v1\.0\.0$/)
    expect(problems).toEqual([])
    await context.close()
  }
})
