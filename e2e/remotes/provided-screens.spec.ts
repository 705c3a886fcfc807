import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { getTenant } from '@checkin/registry'
import { expect, test, type Browser } from '@playwright/test'
import { Renter } from '../pages/renter.ts'
import { dataDir, root, site } from '../support/addresses.ts'
import { closesWhatIsLeft } from '../support/close-contexts.ts'
import { makeLink } from '../support/fleet.ts'
import { ownReservation } from '../support/own-reservation.ts'
import { readyRenter } from '../support/ready-renter.ts'
import { expectVersion, rollout, rolloutByTwo, versionForNewSession, viewer } from '../support/rollout.ts'

closesWhatIsLeft()

const tenant = 'costaverde'
/** Of this run alone: a version that was withdrawn never comes again. */
const run = Date.now() % 1_000_000
const version = `1.0.${run}`
const provided = join(dataDir, 'provided')

/** Makes something of the module as its team does. */
const generate = (generator: string, ...args: string[]): unknown => execFileSync(process.execPath, [join(root, `shared/tooling/src/generators/${generator}.ts`), ...args, '--in', provided], { cwd: root })

/** A module as `npm run new:remote` and `npm run new:step` make it, in a folder that is no part of this repository: the shell that serves was built without it. */
function makeModule(): string {
  rmSync(provided, { recursive: true, force: true })
  mkdirSync(provided, { recursive: true })
  generate('new-remote', 'parking')
  generate('new-step', 'parking', 'park')
  symlinkSync(join(root, 'mfe-verification/node_modules'), join(provided, 'mfe-parking/node_modules'))
  return join(provided, 'mfe-parking')
}

/** A renter whose data are given, on the question about extras. */
async function atExtras(browser: Browser): Promise<Renter> {
  const renter = new Renter(await (await browser.newContext()).newPage())
  const booking = await ownReservation(tenant, 'CV1001')
  await readyRenter(booking)
  await renter.page.goto((await makeLink(tenant, booking.reference, 'verify')).url)
  await expect(renter.screen('reservation')).toBeVisible()
  await renter.opens(tenant, '/add-extras')
  await expect(renter.screen('add-extras')).toBeVisible()
  return renter
}

test('a module that the shell was never built with comes with a release set: its screen is reached, is loaded again, leads on and back; without it check-in goes on (DEC-195 to DEC-199)', async ({ browser }) => {
  const shell = await versionForNewSession(tenant, 'mfe-offers')
  await rollout('publish', makeModule(), '--version', version)
  const stranger = new Renter(await (await browser.newContext()).newPage())
  expect((await stranger.page.goto(site(tenant, '/park')))?.status(), 'no set has it yet').toBe(404)
  await rolloutByTwo('set', tenant, `parking@${version}`, '--emergency', '--reason', 'somewhere to leave the car')
  await expectVersion(tenant, 'mfe-parking', version)
  expect(await versionForNewSession(tenant, 'mfe-offers')).toBe(shell)

  // Typed without a session: the guard leads to the first screen.
  await stranger.page.context().clearCookies()
  await stranger.opens(tenant, '/park')
  await expect(stranger.screen('verify-reservation')).toBeVisible()

  const renter = await atExtras(browser)
  const park = renter.screen('park')
  await renter.action('NoFinish').click()
  await expect(park).toHaveAttribute('data-module-version', version)
  await expect(renter.page).toHaveURL(/\/park$/)
  await renter.page.reload()
  await expect(park).toBeVisible()
  await renter.action('Park.back').click()
  await expect(renter.screen('add-extras')).toBeVisible()
  await renter.action('NoFinish').click()
  await renter.action('Park.next').click()
  await expect(renter.screen('overview')).toBeVisible()
  await renter.action('Back').click()
  await expect(park, 'Back of the overview comes to it again').toBeVisible()
  await renter.page.goBack()
  await expect(renter.screen('overview')).toBeVisible()
  await renter.opens(tenant, '/add-extras')
  await renter.action('NoFinish').click()
  await expect(renter.screen('overview'), 'passed once, also after the page was loaded again').toBeVisible()

  // Taken back while somebody stands on it: a session keeps its set.
  const second = await atExtras(browser)
  await second.action('NoFinish').click()
  await expect(second.screen('park')).toBeVisible()
  await rollout('back', tenant, '--reason', 'no room')
  await expect.poll(() => versionForNewSession(tenant, 'mfe-parking')).toBeUndefined()
  await second.page.reload()
  await expect(second.screen('park')).toBeVisible()
  // Withdrawn: the page loaded again is one of check-in, and nothing leads to the screen any more.
  await rollout('kill', `parking@${version}`, '--reason', 'it names a car park that was closed')
  await expect(async () => {
    await second.page.goto(site(tenant, '/park'))
    await expect(second.screen('reservation').or(second.screen('park'))).toBeVisible()
    expect(await second.screen('park').count()).toBe(0)
  }).toPass()
  await second.opens(tenant, '/add-extras')
  await second.action('NoFinish').click()
  await expect(second.screen('overview')).toBeVisible()
  await stranger.opens(tenant, '/park')
  await expect(stranger.screen('verify-reservation')).toBeVisible()
})

test('a team adds a screen to its module: check-in leads to it in the shell of before, and who began without it goes on without (DEC-195, DEC-197)', async ({ browser }) => {
  const shellNow = async (): Promise<string | undefined> => (await viewer.call(getTenant, { params: { host: new URL(site(tenant)).hostname } })).modules['shell']
  const [shell, one, two] = [await shellNow(), `1.1.${run}`, `1.2.${run}`]
  const folder = makeModule()
  await rollout('publish', folder, '--version', one)
  await rolloutByTwo('set', tenant, `parking@${one}`, '--emergency', '--reason', 'somewhere to leave the car')
  await expectVersion(tenant, 'mfe-parking', one)
  const before = await atExtras(browser)

  generate('new-step', 'parking', 'permit')
  await rollout('publish', folder, '--version', two)
  await rolloutByTwo('set', tenant, `parking@${two}`, '--emergency', '--reason', 'and a permit for it')
  await expectVersion(tenant, 'mfe-parking', two)
  expect(await shellNow(), 'the shell was neither built nor released anew').toBe(shell)

  const renter = await atExtras(browser)
  await renter.action('NoFinish').click()
  await expect(renter.screen('park')).toHaveAttribute('data-module-version', two)
  await renter.action('Park.next').click()
  await expect(renter.screen('permit')).toHaveAttribute('data-module-version', two)
  await renter.action('Permit.back').click()
  await expect(renter.screen('park')).toBeVisible()
  await renter.action('Park.next').click()
  await renter.action('Permit.next').click()
  await expect(renter.screen('overview')).toBeVisible()

  await before.action('NoFinish').click()
  await expect(before.screen('park')).toHaveAttribute('data-module-version', one)
  await before.action('Park.next').click()
  await expect(before.screen('overview')).toBeVisible()

  for (const each of [two, one]) await rollout('kill', `parking@${each}`, '--reason', 'the car park was closed')
  await expect.poll(() => versionForNewSession(tenant, 'mfe-parking')).toBeUndefined()
})
