import { listChanges } from '@checkin/registry'
import { expect, test, type Browser } from '@playwright/test'
import { Operator } from '../pages/operator.ts'
import { Renter } from '../pages/renter.ts'
import { port, site } from '../support/addresses.ts'
import { expectAccessible } from '../support/axe.ts'
import { closesWhatIsLeft } from '../support/close-contexts.ts'
import { mailIds, nextMail } from '../support/mailbox.ts'
import { pageDataIn, rollout, rolloutByTwo, viewer } from '../support/rollout.ts'
import { viewports } from '../support/viewports.ts'

closesWhatIsLeft()

const host = 'islandcars.localhost'

// A colour on its way from one state to the next belongs to neither.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** What the page of a new renter says that operators set about a module. */
async function settingsOnPage(browser: Browser, module: string): Promise<unknown> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(site('alpen'))
  const { modules } = pageDataIn(await page.content())
  await context.close()
  return modules[module]?.settings
}

test('an operator moves one tenant to a new payment version at 10 percent: a second person agrees, the console shows it, and it goes back', async ({ browser }) => {
  await rollout('publish', 'mfe-payment', '--version', '1.0.9')
  const operator = new Operator(await (await browser.newContext()).newPage())
  await operator.signsIn('demo-operator')
  await expect(operator.cell(host, 'mfe-payment')).toContainText('1.0.0')
  await operator.page.getByRole('button', { name: 'Roll out a version' }).click()
  await operator.chooses('Module', 'payment')
  await operator.chooses('Version', /1\.0\.9/)
  await operator.chooses('Hosts', host)
  await operator.page.getByLabel('Why').click()
  await operator.chooses('How', 'to every new session')
  await expect(operator.page.locator('[data-preview="ready"]')).toContainText('1.0.9 passed no staged plan')
  await operator.page.getByLabel('This is an emergency').check()
  await expect(operator.page.locator('[data-preview="ready"]')).not.toContainText('passed no staged plan')
  await operator.page.getByLabel('This is an emergency').uncheck()
  await operator.chooses('How', 'to some percent of new sessions')
  await operator.page.getByLabel('Why').fill('a first look at 1.0.9')
  await expect(operator.page.locator('[data-preview="ready"]')).toContainText('1.0.9 at 10 %')
  await expect(operator.page.getByText('A second person has to approve this')).toBeVisible()
  await operator.page.getByRole('dialog').getByRole('button', { name: 'Roll out' }).click()
  await expect(operator.page.getByText(/waits for a second person/)).toBeVisible()

  const approver = new Operator(await (await browser.newContext()).newPage())
  await approver.signsIn('demo-approver', '/rollouts')
  await approver.goesTo('Rollouts')
  await approver.page.locator('article[data-change]').first().getByRole('button', { name: 'Approve' }).click()
  await expect(approver.page.getByText('No change waits.')).toBeVisible()

  await operator.goesTo('Releases')
  await expect(operator.cell(host, 'mfe-payment')).toContainText('1.0.9 at 10 %')
  await operator.page.getByRole('link', { name: host }).click()
  await expect(operator.page.getByRole('heading', { level: 1, name: host })).toBeVisible()
  await operator.page.getByRole('region', { name: 'Now' }).getByLabel('Why').fill('seen enough')
  await operator.page.getByRole('button', { name: 'End the rollouts' }).click()
  await operator.page.getByRole('button', { name: 'Go back', exact: true }).click()
  await expect(operator.page.getByText('New sessions get the former versions')).toBeVisible()
  await operator.goesTo('Audit')
  await expect(operator.page.getByText('the chain of hashes is whole')).toBeVisible()
  await expect(operator.page.getByRole('cell', { name: 'seen enough' })).toBeVisible()
})

test('an operator orders groups and tenants as waves of one plan, sees each wave\'s state on a desktop and a phone, and takes all of it back (DEC-353)', async ({ browser }) => {
  await rollout('publish', 'mfe-offers', '--version', '1.0.41')
  await rollout('tenant', 'islandcars', '--groups', 'pilot')
  const operator = new Operator(await (await browser.newContext()).newPage())
  const { page } = operator
  await page.setViewportSize({ ...viewports.mobile, width: 390 })
  await operator.signsIn('demo-operator')
  await page.getByRole('button', { name: 'Roll out a version' }).click()
  await operator.chooses('Module', 'offers')
  await operator.chooses('Version', /1\.0\.41/)
  await page.getByLabel('In waves, one after the other').check()
  await operator.chooses('Wave 1', 'alpen.localhost')
  await page.getByLabel('Why').click()
  await operator.chooses('Wave 2', /^the group pilot/)
  await page.getByLabel('Why').fill('pilots first, then the others')
  await page.getByRole('button', { name: 'Wave 2 earlier' }).click()
  await expect(page.locator('[data-wave="1"]')).toContainText('pilot')
  await expect(page.locator('[data-wave="2"]')).toContainText('alpen.localhost')
  await expect(page.locator('[data-preview="ready"]')).toContainText('1.0.41 at 1 %')
  await expectAccessible(page, 'waves of a rollout on a phone')
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0)
  await page.getByRole('dialog').getByRole('button', { name: 'Roll out', exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // What the journeys change within the hour may need a second person.
  for (const { id } of (await viewer.call(listChanges, { query: { state: 'waiting' } })).changes.filter(({ kind }) => kind === 'plan')) await rollout('approve', String(id))

  await page.goto(new URL('/rollouts', page.url()).href)
  const plan = page.locator('article[data-plan]').filter({ hasText: '1.0.41' })
  await expect(plan.locator('[data-wave="1"]')).toHaveText(/^Wave 1 ?running ?group pilot \(islandcars\.localhost\)$/)
  await expect(plan.locator('[data-wave="2"]')).toHaveText(/^Wave 2 ?not begun ?alpen\.localhost$/)
  await expectAccessible(page, 'waves of a plan on a phone')
  await page.setViewportSize(viewports.desktop)
  await expectAccessible(page, 'waves of a plan')
  await operator.goesTo('Releases')
  await expect(operator.cell(host, 'mfe-offers')).toContainText('1.0.41 at 1 %')
  await expect(operator.cell('alpen.localhost', 'mfe-offers')).not.toContainText('1.0.41')
  await operator.goesTo('Rollouts')
  await plan.getByRole('button', { name: 'Abort' }).click()
  await expect(plan.locator('[data-wave="1"]')).toContainText('rolled back')
  await operator.goesTo('Releases')
  await expect(operator.cell(host, 'mfe-offers')).not.toContainText('1.0.41')
})

test('an address that agreed is mailed what happens to releases, and leaves by the link of a mail without signing in (DEC-354)', async ({ browser }) => {
  const address = 'duty@checkin.example'
  const operator = new Operator(await (await browser.newContext()).newPage())
  const { page } = operator
  await operator.signsIn('demo-operator', '/rollouts')
  const mails = page.getByRole('region', { name: 'Mails on rollout events' })
  const before = await mailIds(address)
  await mails.getByLabel('Address').fill(address)
  await operator.chooses('Tenants and groups (empty is all)', host)
  await page.getByRole('heading', { level: 1 }).click()
  await expectAccessible(page, 'mails on rollout events')
  await page.setViewportSize({ ...viewports.mobile, width: 390 })
  await expectAccessible(page, 'mails on rollout events on a phone')
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0)
  await mails.getByRole('button', { name: 'Mail a code' }).click()
  await expect(mails.getByRole('listitem').filter({ hasText: address })).toContainText('waits for the code')
  const link = /http\S+confirm=\S+/.exec((await nextMail(address, before)).text)?.[0] ?? ''
  await page.goto(link)
  await mails.getByRole('button', { name: 'Confirm the address' }).click()
  await expect(mails.getByRole('button', { name: `End mails to ${address}` })).toBeVisible()

  const confirmed = await mailIds(address)
  await rollout('publish', 'mfe-offers', '--version', '1.0.42')
  await rolloutByTwo('set', 'islandcars', 'offers@1.0.42', '--percent', '10', '--reason', 'a first look')
  const mail = await nextMail(address, confirmed)
  expect(mail.subject).toBe(`A tenant gets other versions: ${host}`)
  expect(mail.text).toContain(`/releases/${host}`)
  await rollout('back', 'islandcars', '--reason', 'seen enough')
  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto(/http\S+\/unsubscribe\/\S+/.exec(mail.text)?.[0] ?? '')
  await expectAccessible(stranger, 'the way off the list')
  await stranger.getByRole('button', { name: 'End these mails' }).click()
  await expect(stranger.getByRole('heading', { name: 'No more mails' })).toBeVisible()
  await page.reload()
  await expect(mails.getByText(address)).toHaveCount(0)
})

test('a tenant\'s settings are tried in the preview, saved, and on the renters\' page; a viewer only looks', async ({ browser }) => {
  const operator = new Operator(await (await browser.newContext()).newPage())
  await operator.signsIn('demo-operator', '/tenants')
  await operator.goesTo('Tenants')
  await operator.page.getByRole('link', { name: 'alpen.localhost' }).click()
  await operator.page.getByLabel('Name', { exact: true }).fill('Alpen Mobil')
  await operator.page.getByLabel('Button colour').fill('#ffcc00')
  await operator.page.getByLabel('Button text').fill('#ffffff')
  await expect(operator.page.getByText('renters get a readable one instead')).toBeVisible()
  await operator.page.getByRole('button', { name: 'Save changes' }).click()
  await expect(operator.page.getByText(/Saved\./)).toBeVisible()
  const renter = new Renter(await (await browser.newContext()).newPage())
  await expect.poll(async () => { await renter.page.goto(site('alpen')); return renter.page.title() }).toContain('Alpen Mobil')

  await operator.page.goto(new URL('/releases/alpen.localhost', operator.page.url()).href)
  const driver = operator.page.getByRole('form', { name: 'Settings of driver' })
  await driver.getByLabel('Years of age that an empty birth date calendar opens on').fill('45')
  await driver.getByRole('button', { name: 'Save settings' }).click()
  await expect(operator.page.getByRole('cell', { name: /driver: usualAge 45/ })).toBeVisible()
  await expect.poll(() => settingsOnPage(browser, 'mfe-driver')).toEqual({ usualAge: 45 })

  const onlooker = new Operator(await (await browser.newContext()).newPage())
  await onlooker.signsIn('demo-viewer', '/tenants/alpen')
  await expect(onlooker.page.getByText('Only an operator changes a tenant')).toBeVisible()
  await expect(onlooker.page.getByRole('button', { name: 'Save changes' })).toBeDisabled()
  await expect(onlooker.page.getByRole('button', { name: 'Roll out a version' })).toHaveCount(0)
})

test('every page of the console is accessible, on a desktop and on a phone', async ({ page }) => {
  await page.goto(`http://ops.localhost:${port + 1}/`)
  await expectAccessible(page, 'the door')
  const operator = new Operator(page)
  await operator.signsIn('demo-operator')
  for (const place of ['Releases', 'Rollouts', 'Experiments', 'Versions', 'Compare', 'Sessions and errors', 'Service levels', 'Tenants', 'Funnel', 'Needs a person', 'Support', 'Money', 'Access', 'Audit']) {
    await operator.goesTo(place)
    await expect(page.getByRole('heading', { level: 1, name: place })).toBeVisible()
    await expect(page.locator('.ant-skeleton')).toHaveCount(0)
    if (place === 'Sessions and errors') {
      await page.getByLabel(/letters and digits/).fill('2222-2222')
      await page.getByRole('button', { name: 'Find' }).click()
      await expect(page.getByText('No failure is known under 2222-2222')).toBeVisible()
    }
    if (place === 'Audit') await expect(page.getByRole('button', { name: 'Export' })).toBeEnabled()
    for (const [width, viewport] of [['mobile', viewports.mobile], ['desktop', viewports.desktop]] as const) {
      await page.setViewportSize(viewport)
      await expectAccessible(page, `${place}, ${width}`)
      // A short page does not stretch the row of places.
      if (width === 'mobile') expect((await page.getByRole('navigation', { name: 'Console' }).boundingBox())?.height, `${place}, the row of places`).toBeLessThan(100)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), `${place}, ${width}, scrolls sideways`).toBeLessThanOrEqual(0)
    }
  }
})

test('a page whose answer is on its way says so in words, and is accessible meanwhile', async ({ page }) => {
  const operator = new Operator(page)
  await operator.signsIn('demo-operator')
  // No other page asks for these: what the console already knows would be shown at once.
  const held = Promise.withResolvers<undefined>()
  await page.route('**/service-levels**', async (route) => {
    await held.promise
    await route.continue()
  })
  await operator.goesTo('Service levels')
  const coming = page.getByRole('main').getByText('Loading')
  await expect(coming.first()).toBeVisible()
  await expectAccessible(page, 'Service levels, on their way')
  held.resolve(undefined)
  await expect(coming).toHaveCount(0)
})

test('one tenant\'s settings and releases are accessible', async ({ page }) => {
  const operator = new Operator(page)
  await operator.signsIn('demo-operator')
  await page.goto(new URL('/tenants/costaverde', page.url()).href)
  await expect(page.getByLabel('Name', { exact: true })).toBeVisible()
  await expectAccessible(page, 'a tenant\'s settings')
  await page.goto(new URL('/releases/costaverde.localhost', page.url()).href)
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
  await expectAccessible(page, 'a tenant\'s releases')
  await page.setViewportSize({ ...viewports.mobile, width: 390 })
  await expectAccessible(page, 'a tenant\'s releases on a phone')
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0)
})

test('on a phone a tenant is found by its host, frozen for a weekend and freed again, and a version is killed (DEC-220, ROL-8)', async ({ page }) => {
  // A build and a publish on the way.
  await rollout('publish', 'mfe-offers', '--version', '1.0.31')
  await rolloutByTwo('set', 'islandcars', 'offers@1.0.31', '--percent', '10', '--reason', 'a first look')
  await page.setViewportSize({ ...viewports.mobile, width: 390 })
  const operator = new Operator(page)
  await operator.signsIn('demo-operator')
  await page.getByRole('searchbox', { name: 'Host' }).fill('island')
  // Other journeys make tenants.
  await expect(page.getByText(/^1 of \d+ tenants$/)).toBeVisible()
  await page.getByRole('link', { name: host }).click()
  const now = operator.now()
  await now.getByLabel('Why').fill('the office is closed')
  await now.getByLabel('Freeze from').fill('2030-12-20T18:00')
  await now.getByLabel('until', { exact: true }).fill('2030-12-20T06:00')
  await expect(now.getByRole('button', { name: 'Freeze' })).toBeDisabled()
  await expectAccessible(page, 'a freeze on a phone')
  await operator.freezesAWeekend()
  await operator.kills('offers 1.0.31')
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0)
  await operator.liftsTheFreeze()
})
