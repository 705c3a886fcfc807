import { getTenant, type TenantStatus } from '@checkin/registry'
import { expect, test, type APIRequestContext, type Browser } from '@playwright/test'
import { PaymentScreens } from '../pages/payment.ts'
import { Operator } from '../pages/operator.ts'
import { Renter } from '../pages/renter.ts'
import { port, site, type Tenant } from '../support/addresses.ts'
import { closesWhatIsLeft } from '../support/close-contexts.ts'
import { expectUsable } from '../support/console.ts'
import { aPerson, atVerifyDriver, likeOf } from '../support/drivers.ts'
import { ownReservation } from '../support/own-reservation.ts'
import { previewAddress, staysInPreview } from '../support/preview.ts'
import { expectVersion, pageDataIn, rollout, rolloutByTwo, versionForNewSession, viewer } from '../support/rollout.ts'

closesWhatIsLeft()

const shown = (renter: Renter) => renter.page.locator('[data-module="mfe-verification"]').first()

/** A visit that got its page and whose page then says how its first module did. */
async function visitThatReports(request: APIRequestContext, tenant: Tenant, outcomeOf: (version: string) => 'ok' | 'failed'): Promise<string> {
  const host = new URL(site(tenant)).host
  const answer = await request.get(`http://127.0.0.1:${port}/`, { headers: { host, cookie: '' } })
  const cookie = answer.headersArray().filter(({ name }) => name.toLowerCase() === 'set-cookie').map(({ value }) => value.split(';')[0]).join('; ')
  const version = pageDataIn(await answer.text()).modules['mfe-verification']?.version ?? ''
  const reports = outcomeOf(version) === 'failed'
    ? [{ phase: 'load', outcome: 'failed', reason: 'threw' }]
    // A module that was loaded is well when its page still answers on the screen.
    : [{ phase: 'load', outcome: 'ok' }, { phase: 'step', outcome: 'alive', step: 'verify-reservation' }]
  for (const report of reports) {
    await request.post(`http://127.0.0.1:${port}/beacon`, { headers: { host, cookie, 'content-type': 'text/plain' }, data: JSON.stringify({ module: 'mfe-verification', version, ...report }) })
  }
  return version
}

const freshRenter = async (browser: Browser): Promise<Renter> => new Renter(await (await browser.newContext()).newPage())

/** The tenant as the registry's viewers see it. */
const tenantStatus = (tenant: Tenant): Promise<TenantStatus> => viewer.call(getTenant, { params: { host: new URL(site(tenant)).hostname } })

test('a version that breaks sessions takes itself back, and the history says why', async ({ playwright }) => {
  const good = (await versionForNewSession('islandcars', 'mfe-verification'))!
  await rollout('publish', 'mfe-verification', '--version', '1.2.0')
  // The journeys change every tenant within the hour: the last one needs a second person.
  await rolloutByTwo('set', 'islandcars', 'verification@1.2.0', '--percent', '50', '--reason', 'canary')
  const seen = new Set<string>()
  // New visits come while the verdict ripens; what settles well does so after a quarter of a minute.
  await expect.poll(async () => {
    for (let visit = 0; visit < 6; visit += 1) {
      const fresh = await playwright.request.newContext()
      seen.add(await visitThatReports(fresh, 'islandcars', (version) => (version === '1.2.0' ? 'failed' : 'ok')))
      await fresh.dispose()
    }
    return (await tenantStatus('islandcars')).history[0]
  }, { timeout: 120_000, intervals: [500] }).toMatchObject({ action: 'take back', actor: 'registry', reason: expect.stringMatching(/^mfe-verification@1\.2\.0 broke \d+ of \d+ sessions/) })
  expect((await tenantStatus('islandcars')).rollouts).toEqual([])
  expect([...seen].sort()).toEqual([good, '1.2.0'].sort())
  // Half of all sessions got the good version before, too: many in a row say that the rollback has reached the site.
  const ofMany = () => Promise.all(Array.from({ length: 12 }, () => versionForNewSession('islandcars', 'mfe-verification')))
  await expect.poll(async () => [...new Set(await ofMany())]).toEqual([good])
})

/**
 * Opens a preview of a version of a module as who made it, signed in at the console in the same browser, and answers the link. Where the site has not heard of
 * what is shown yet, and says so, the link is opened again; how long the way through the console takes is no matter of a test.
 */
async function opensPreview(renter: Renter, tenant: Tenant, version: string): Promise<string> {
  await new Operator(renter.page).signsIn('demo-operator')
  const [link = ''] = (await rollout('preview', tenant, version, '--reason', 'for the team')).split('\n')
  const banner = renter.page.locator('[data-preview]')
  await expect(async () => {
    await renter.page.goto(link)
    await expect(banner.or(renter.page.getByText('No preview is open in this browser'))).toBeVisible()
    expect(await banner.allTextContents()).toEqual([expect.stringContaining(`mfe-${version}`)])
  }).toPass()
  return link
}

test('a preview shows a version to who made it, at an address of its own, says so on the page, and ends', async ({ browser }) => {
  const good = (await versionForNewSession('islandcars', 'mfe-verification'))!
  const renter = await freshRenter(browser)
  await opensPreview(renter, 'islandcars', 'verification@1.2.0')
  await expect(shown(renter)).toHaveAttribute('data-module-version', '1.2.0')
  expect(new URL(renter.page.url()).host).toBe(previewAddress('islandcars'))
  // The same browser, and any other, has the released version at the tenant's own address.
  const tab = new Renter(await renter.page.context().newPage())
  for (const other of [tab, await freshRenter(browser)]) {
    await other.opens('islandcars')
    await expect(shown(other)).toHaveAttribute('data-module-version', good)
    await expect(other.page.locator('[data-preview]')).toHaveCount(0)
  }
  await renter.page.locator('[data-preview] a').click()
  await expect(shown(renter)).toHaveAttribute('data-module-version', good)
  expect(renter.page.url()).toBe(site('islandcars'))
})

test('the link of a preview, and the address that opened it, show a colleague nothing and say what to do (DEC-316)', async ({ browser }) => {
  const maker = await freshRenter(browser)
  const addresses: string[] = []
  maker.page.on('request', (request) => { if (/\/preview\/[\w-]+\./.test(request.url())) addresses.push(request.url()) })
  const link = await opensPreview(maker, 'islandcars', `verification@${await versionForNewSession('islandcars', 'mfe-verification')}`)
  const opened = addresses.at(-1) ?? ''
  expect(opened).not.toBe(link)
  const colleague = await freshRenter(browser)
  await colleague.page.goto(opened)
  await expect(colleague.page.locator('body')).toContainText('make one of your own at the console')
  await colleague.page.goto(`http://${previewAddress('islandcars')}/`)
  await expect(colleague.page.locator('body')).toContainText('No preview is open in this browser')
  const atConsole = new Operator(colleague.page)
  await atConsole.signsIn('demo-approver')
  // While the registry is asked the page says so.
  await colleague.page.route('**/passes/*/browser', () => undefined)
  await colleague.page.goto(link)
  await expect(colleague.page.getByText('Opening the preview…')).toBeVisible()
  await expectUsable(atConsole, 'a preview that is on its way')
  await colleague.page.unroute('**/passes/*/browser')
  await colleague.page.goto(link)
  await expect(colleague.page.getByRole('alert')).toContainText('demo-operator made this preview and opens it alone')
  await expectUsable(atConsole, 'a preview of somebody else')
  const refused = colleague.page.url()
  await colleague.page.goto(new URL('/previews/open', refused).href)
  await expect(colleague.page.getByRole('alert')).toContainText('This link is not complete')
  await expectUsable(atConsole, 'half of the link of a preview')
  await colleague.page.goto(refused)
  await colleague.page.getByRole('link', { name: 'Make a preview of islandcars.localhost' }).click()
  await expect(colleague.page.getByRole('heading', { name: 'islandcars.localhost', level: 1 })).toBeVisible()
})

test('a check-in in a preview is paid with play money and comes back from the wallet to it; the tenant\'s own site knows nothing of its session (DEC-299)', async ({ browser }) => {
  const payment = new PaymentScreens((await freshRenter(browser)).page)
  const { page, renter } = payment
  await opensPreview(renter, 'costaverde', `verification@${await versionForNewSession('costaverde', 'mfe-verification')}`)
  await staysInPreview(page.context(), 'costaverde')
  await payment.opensOverview(await ownReservation('costaverde', 'CV1001'))
  await payment.provider('wallet').check()
  await payment.pays()
  await payment.answersWallet('approve')
  await payment.expectComplete()
  expect(new URL(page.url()).host).toBe(previewAddress('costaverde'))
  await expect(page.locator('[data-preview]')).toBeVisible()
  await page.context().unrouteAll()
  await page.goto(site('costaverde', '/overview'))
  await expect(renter.screen('verify-reservation')).toBeVisible()
})

test('bookings of one source get a version; killing it takes it from a renter in mid-journey at the next step, with the session and what was typed kept (DEC-18)', async ({ browser }) => {
  const good = (await versionForNewSession('alpen', 'mfe-driver'))!
  await rollout('publish', 'mfe-driver', '--version', '1.3.0')
  // Where a booking came from is known to no page before it is found; the other rule shows that the site has both.
  await rolloutByTwo('set', 'alpen', 'driver@1.3.0', '--rule', 'source=broker:100', '--rule', 'language=fr:100', '--emergency', '--reason', 'all of these bookings')
  await expectVersion('alpen', 'mfe-driver', '1.3.0', 'fr')
  const { context, entry, page, renter } = await atVerifyDriver(browser, 'alpen', {}, await ownReservation('alpen', likeOf.alpen, { source: 'broker' }))
  const version = page.locator('[data-module="mfe-driver"]').first()
  await expect(version).toHaveAttribute('data-module-version', '1.3.0')
  const person = aPerson('Maria')
  await entry.dates('birthDate', person.birthDate)
  await entry.types('email', person.email)
  // The licence number lies in no browser storage: another version gets it from the server.
  const kept = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/draft' && (answer.request().postData() ?? '').includes(person.licence))
  await entry.types('driversLicense', person.licence)
  expect((await kept).status()).toBe(200)
  const html = page.locator('html')
  const before = await html.getAttribute('data-release-set')
  await rollout('kill', 'driver@1.3.0', '--reason', 'it shows another renter\'s booking')
  await expectVersion('alpen', 'mfe-driver', good)
  // A call tells the open page; the step after it comes with a page of its own.
  await expect(async () => {
    await page.evaluate(() => fetch('/api/config'))
    expect(await page.evaluate(() => document.cookie)).toContain('release-ended=1')
  }).toPass()
  await expect(renter.field('email')).toHaveValue(person.email)
  await renter.action('Next').click()
  await expect(html).not.toHaveAttribute('data-release-set', before!)
  await expect(renter.screen('driver-details')).toBeVisible()
  await expect(version).toHaveAttribute('data-module-version', good)
  await renter.action('Back').click()
  for (const [name, typed] of [['birthDate', person.birthDate], ['email', person.email], ['driversLicense', person.licence]] as const) await expect(renter.field(name)).toHaveValue(typed)
  await context.close()
})
