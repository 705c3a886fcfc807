import { execFileSync } from 'node:child_process'
import { cpSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { getTenant } from '@checkin/registry'
import { expect, test } from '@playwright/test'
import { Renter } from '../pages/renter.ts'
import { dataDir, port, root, site } from '../support/addresses.ts'
import { closesWhatIsLeft } from '../support/close-contexts.ts'
import { makeLink } from '../support/fleet.ts'
import { ownReservation } from '../support/own-reservation.ts'
import { readyRenter } from '../support/ready-renter.ts'
import { expectVersion, pageDataIn, rollout, rolloutByTwo, viewer } from '../support/rollout.ts'

closesWhatIsLeft()

const tenant = 'costaverde'
const older = '0.9.0'
/** Of this run alone: a version that was withdrawn never comes again. */
const version = `1.1.${Date.now() % 1_000_000}`

/** The offers of today with a screen of their own more, as their team makes one; the shell of today does not know it either. */
function withRoofBox(): string {
  const [place, folder] = [join(dataDir, 'newer'), join(dataDir, 'newer/mfe-offers')]
  rmSync(place, { recursive: true, force: true })
  cpSync(join(root, 'mfe-offers'), folder, { recursive: true, filter: (path) => !/[\\/](node_modules|dist)$/.test(path) })
  symlinkSync(join(root, 'mfe-offers/node_modules'), join(folder, 'node_modules'))
  execFileSync(process.execPath, [join(root, 'shared/tooling/src/generators/new-step.ts'), 'offers', 'roof-box', '--in', place], { cwd: root })
  return folder
}

/** Publishes the shell that is kept as it was built then (decision 0259). Answers the versions of the contracts that it gives. */
function publishOlderShell(): Readonly<Record<string, string>> {
  const args = [join(root, 'services/module-registry/src/test/kept-release.ts'), join(root, `e2e/releases/shell-${older}.br`), `http://127.0.0.1:${port + 5}`, join(dataDir, 'keys')]
  return (JSON.parse(execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' })) as { readonly contracts: Readonly<Record<string, string>> }).contracts
}

test('a shell of an earlier release, as it was published then, shows the new screen of a newer module: the renter reaches it, loads it again, goes back and on (DEC-195, DEC-337)', async ({ browser }) => {
  const host = new URL(site(tenant)).hostname
  const { modules: { 'shell': today = '', 'mfe-offers': offers = '' } } = await viewer.call(getTenant, { params: { host } })
  expect(publishOlderShell()['flow'], 'it speaks an earlier version of the flow\'s contract').toBe('1.7.0')
  await rollout('publish', withRoofBox(), '--version', version)
  await rolloutByTwo('set', tenant, `shell@${older}`, `offers@${version}`, '--emergency', '--reason', 'an earlier shell with a newer module')
  try {
    await expectVersion(tenant, 'mfe-offers', version)
    const renter = new Renter(await (await browser.newContext()).newPage())
    const booking = await ownReservation(tenant, 'CV1001')
    await readyRenter(booking)
    const opened = await renter.page.goto((await makeLink(tenant, booking.reference, 'verify')).url)
    expect(pageDataIn(await opened?.text() ?? '').release.shellVersion).toBe(older)
    await expect(renter.screen('reservation')).toBeVisible()
    await renter.opens(tenant, '/add-extras')
    await renter.action('NoFinish').click()
    const box = renter.screen('roof-box')
    await expect(box).toHaveAttribute('data-module-version', version)
    await expect(renter.page).toHaveURL(/\/roof-box$/)
    await renter.page.reload()
    await expect(box).toBeVisible()
    await renter.action('RoofBox.back').click()
    await expect(renter.screen('add-extras')).toBeVisible()
    await renter.action('NoFinish').click()
    await renter.action('RoofBox.next').click()
    await expect(renter.screen('overview')).toBeVisible()
  } finally {
    await rolloutByTwo('set', tenant, `shell@${today}`, `offers@${offers}`, '--emergency', '--reason', 'the shell and the offers of today again')
    await rollout('kill', `offers@${version}`, '--reason', 'the test is over')
    await expectVersion(tenant, 'mfe-offers', offers)
  }
})
