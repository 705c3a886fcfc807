import { getHealth } from '@checkin/registry'
import { expect, test } from '@playwright/test'
import { Operator } from '../pages/operator.ts'
import { Renter } from '../pages/renter.ts'
import { closesWhatIsLeft } from '../support/close-contexts.ts'
import { expectVersion, rollout, versionForNewSession, viewer } from '../support/rollout.ts'
import { ownReservation } from '../support/own-reservation.ts'

closesWhatIsLeft()

const shown = (renter: Renter) => renter.page.locator('[data-module="mfe-verification"]').first()

test('one tenant moves to a new version; the other tenant and a running session keep theirs', async ({ browser }) => {
  const before = await versionForNewSession('costaverde', 'mfe-verification')
  expect(before).toBeDefined()
  const running = new Renter(await (await browser.newContext()).newPage())
  await running.verifies(await ownReservation('costaverde', 'CV1001'))
  await expect(shown(running)).toHaveAttribute('data-module-version', before!)

  await rollout('publish', 'mfe-verification', '--version', '1.0.1')
  await rollout('set', 'costaverde', 'verification@1.0.1', '--emergency', '--reason', 'journey')
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

test('a renter who comes back after a switch loads of the new version only what differs from the former one (DEC-303)', async ({ browser }) => {
  const renter = new Renter(await (await browser.newContext()).newPage())
  await renter.opens('islandcars')
  const before = await shown(renter).getAttribute('data-module-version')
  await rollout('publish', 'mfe-verification', '--version', '1.0.2')
  await rollout('set', 'islandcars', 'verification@1.0.2', '--emergency', '--reason', 'journey')
  await expectVersion('islandcars', 'mfe-verification', '1.0.2')
  // What was loaded stays in the browser; the visit is over.
  await renter.page.context().clearCookies()
  const loaded: Promise<readonly [string | undefined, number]>[] = []
  renter.page.on('response', (response) => {
    if (/\/assets\/mfe-verification\/1\.0\.2\/.*\.js$/.test(response.url())) loaded.push(response.allHeaders().then((headers) => [headers['content-encoding'], Number(headers['content-length'])]))
  })
  await renter.opens('islandcars')
  await expect(shown(renter)).toHaveAttribute('data-module-version', '1.0.2')
  expect(before).not.toBe('1.0.2')
  await expect.poll(async () => (await Promise.all(loaded)).length).toBeGreaterThan(0)
  for (const [encoding, bytes] of await Promise.all(loaded)) expect([encoding, bytes < 1000]).toEqual(['dcz', true])
  await rollout('back', 'islandcars', '--reason', 'journey over')
})

test('a page tells how far its renter comes and how fast it was, and the console shows it', async ({ page, browser }) => {
  const health = () => viewer.call(getHealth, { query: { host: 'costaverde.localhost' } })
  const paints = async () => (await health()).vitals.filter(({ name }) => name === 'lcp').reduce((sum, { count }) => sum + count, 0)
  const before = await paints()
  const served = await versionForNewSession('costaverde', 'mfe-verification')
  // Its measuring begins when the browser is idle, and first tells how long the module took; leaving the page settles the largest paint.
  const measured = new Promise<void>((resolve) => void page.exposeFunction('pageReported', (report: string) => { if (report.includes('"vitals"')) resolve() }))
  await page.addInitScript(() => {
    const send = navigator.sendBeacon.bind(navigator)
    navigator.sendBeacon = (address, body) => {
      if (typeof body === 'string') (window as unknown as { pageReported: (report: string) => void }).pageReported(body)
      return send(address, body)
    }
  })
  await new Renter(page).opens('costaverde')
  await measured
  // However soon the renter goes after that, and whatever the machine has to do: the browser sends it behind the page.
  await page.goto('about:blank')
  await expect.poll(paints).toBeGreaterThan(before)
  await expect.poll(async () => {
    const { steps, vitals } = await health()
    return [steps.some(({ version, step, reached }) => version === served && step === 'verify-reservation' && reached > 0), vitals.some(({ version, name }) => version === served && name === 'load')]
  }).toEqual([true, true])
  const operator = new Operator(await (await browser.newContext()).newPage())
  await operator.signsIn('demo-viewer')
  await operator.goesTo('Sessions and errors')
  const panel = (name: string) => operator.page.locator('section').filter({ has: operator.page.getByRole('heading', { name }) })
  await operator.page.getByLabel('Search screens').fill(served ?? '')
  await expect(panel('How far they come').getByRole('row', { name: new RegExp(`verification ${served?.replaceAll('.', '\\.')}.*verify-reservation`) }).first()).toBeVisible()
  await operator.page.getByLabel('Search times').fill('lcp')
  await expect(panel('Times').getByRole('row', { name: /Largest paint/ }).first()).toBeVisible()
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
