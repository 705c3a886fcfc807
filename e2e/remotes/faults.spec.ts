import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { Operator } from '../pages/operator.ts'
import { Renter } from '../pages/renter.ts'
import { dataDir } from '../support/addresses.ts'
import { expectAccessible } from '../support/axe.ts'
import { closesWhatIsLeft } from '../support/close-contexts.ts'
import { expectVersion, rollout, versionForNewSession } from '../support/rollout.ts'
import { traceOf } from '../support/traces.ts'
import { ownReservation } from '../support/own-reservation.ts'

closesWhatIsLeft()

const canary = 'window.__tampered = true;'
const tamperedRan = (page: Page): Promise<boolean> => page.evaluate(() => (window as unknown as { __tampered?: boolean }).__tampered === true)

/** Puts foreign code in front of a published file and of what was compressed from it. Answers how to mend it. */
async function tamper(version: string, matches: (name: string) => boolean): Promise<() => Promise<void>> {
  const folder = join(dataDir, 'assets', 'mfe-verification', version)
  const names = (await readdir(folder, { recursive: true })).filter((name) => matches(name.replace(/\.(br|gz)$/, '')))
  expect(names.length).toBeGreaterThan(0)
  const originals = await Promise.all(names.map(async (name) => [join(folder, name), await readFile(join(folder, name))] as const))
  const { brotliCompressSync, gzipSync } = await import('node:zlib')
  for (const [path, bytes] of originals) {
    const plain = originals.find(([each]) => each === path.replace(/\.(br|gz)$/, ''))?.[1] ?? bytes
    const changed = Buffer.concat([Buffer.from(canary), plain])
    await writeFile(path, path.endsWith('.br') ? brotliCompressSync(changed) : path.endsWith('.gz') ? gzipSync(changed) : changed)
  }
  return async () => { for (const [path, bytes] of originals) await writeFile(path, bytes) }
}

test.describe('a tampered module file never runs', () => {
  for (const [what, matches] of [
    ['the entry', (name: string) => name === 'remoteEntry.js'],
    ['every chunk', (name: string) => name.endsWith('.js') && name !== 'remoteEntry.js'],
  ] as const) {
    test(`${what}: the last good version is on the screen instead`, async ({ page }) => {
      const good = (await versionForNewSession('costaverde', 'mfe-verification'))!
      const next = `1.1.${what === 'the entry' ? 0 : 1}`
      await rollout('publish', 'mfe-verification', '--version', next)
      await rollout('set', 'costaverde', `verification@${next}`, '--emergency', '--reason', 'fault journey')
      await expectVersion('costaverde', 'mfe-verification', next)
      const mend = await tamper(next, matches)
      const renter = new Renter(page)
      await renter.opens('costaverde')
      await expect(renter.field('reference')).toBeVisible()
      await expect(page.locator('[data-module="mfe-verification"]').first()).toHaveAttribute('data-module-version', good)
      expect(await tamperedRan(page)).toBe(false)
      await mend()
      await rollout('back', 'costaverde', '--reason', 'fault journey over')
      await expectVersion('costaverde', 'mfe-verification', good)
    })
  }

  test('without a last good version the renter is told the way to the counter and a code that leads support to this page\'s set, and nothing foreign runs', async ({ page, browser }) => {
    const version = (await versionForNewSession('alpen', 'mfe-verification'))!
    const mend = await tamper(version, (name) => name === 'remoteEntry.js')
    await page.goto((await import('../support/addresses.ts')).site('alpen'))
    await expect(page.getByRole('main')).toContainText(/counter/i)
    expect(await tamperedRan(page)).toBe(false)
    // What the renter reads out leads support to the exact set of this page.
    const code = await page.locator('[data-support-code]').getAttribute('data-support-code')
    const setId = Number(await page.locator('html').getAttribute('data-release-set'))
    await expect.poll(() => traceOf(code)).toMatchObject({ host: 'alpen.localhost', module: 'mfe-verification', version, phase: 'load', step: 'verify-reservation', setId })
    await mend()
    const operator = new Operator(await (await browser.newContext({ reducedMotion: 'reduce' })).newPage())
    await operator.signsIn('demo-operator')
    await operator.goesTo('Sessions and errors')
    const preview = await operator.previewsWhat(code ?? '')
    await expectAccessible(operator.page, 'a failure found by its code')
    await operator.page.goto(preview)
    await expect(operator.page.locator('[data-preview]')).toBeVisible()
    await expect(operator.page.locator('html')).toHaveAttribute('data-release-set', String(setId))
  })
})

test('a killed registry changes nothing for renters', async ({ page }) => {
  const { stopService } = await import('../support/services.ts')
  const resume = await stopService('services/module-registry/src/main.ts')
  const renter = new Renter(page)
  await renter.verifies(await ownReservation('islandcars', 'IC2001'))
  await expect(renter.screen('reservation')).toBeVisible()
  await resume()
})
