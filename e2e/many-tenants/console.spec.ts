import { createClient } from '@checkin/http/client'
import { internalContract } from '@checkin/internal'
import { getTenant, setPointer } from '@checkin/registry'
import { expect, test } from '@playwright/test'
import { Operator } from '../pages/operator.ts'
import { apiAddress, port } from '../support/addresses.ts'
import { expectAccessible } from '../support/axe.ts'
import { rollout, rolloutByTwo, viewer } from '../support/rollout.ts'
import { viewports } from '../support/viewports.ts'

// A colour on its way from one state to the next belongs to neither.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const count = 200
const operatorsDesk = createClient({ baseUrl: apiAddress, token: 'demo-admin' })
const operator = createClient({ baseUrl: `http://127.0.0.1:${port + 5}`, token: 'demo-operator' })

/** Further companies with the settings and the release of Costa Verde, until there are 200 of them. */
async function manyTenants(): Promise<readonly string[]> {
  const { tenants } = await operatorsDesk.call(internalContract.listTenants)
  const like = tenants.find(({ id }) => id === 'costaverde')
  if (!like) throw new Error('Costa Verde is there')
  const { setId } = await viewer.call(getTenant, { params: { host: like.host } })
  const ids = Array.from({ length: count - tenants.length }, (_, index) => `brand-${String(index + 1).padStart(3, '0')}`)
  for (const id of ids) {
    const host = `${id}.localhost`
    await operatorsDesk.call(internalContract.putTenant, { params: { id }, body: { host, settings: { ...like.settings, firmName: `Brand ${id.slice(-3)}` } } })
    await operator.call(setPointer, { params: { host }, body: { setId, reason: 'first release', emergency: true } }, { ifMatch: 0 })
  }
  return ids
}

test('among 200 tenants one is found on a phone, frozen for a weekend and freed again, and a version is killed (DEC-220, ROL-8)', async ({ page }) => {
  // A build, a publish and 196 companies on the way.
  test.setTimeout(300_000)
  const ids = await manyTenants()
  await rollout('publish', 'mfe-offers', '--version', '1.0.71')
  await rolloutByTwo('set', 'brand-137', 'offers@1.0.71', '--percent', '10', '--reason', 'a first look')
  await page.setViewportSize({ ...viewports.mobile, width: 390 })
  const desk = new Operator(page)
  await desk.signsIn('demo-operator')
  await expect(page.getByText(`${count} tenants`)).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0)
  // What stands in until the other parts have come has no words yet.
  await expect(page.locator('.ant-skeleton')).toHaveCount(0)
  await expectAccessible(page, 'the releases of 200 tenants on a phone')

  await page.getByRole('searchbox', { name: 'Host' }).fill('d-137')
  await expect(page.getByText(`1 of ${count} tenants`)).toBeVisible()
  await page.getByRole('link', { name: 'brand-137.localhost' }).click()
  await desk.freezesAWeekend()
  await desk.kills('offers 1.0.71')
  await desk.liftsTheFreeze()
  expect(ids).toHaveLength(196)
})
