import { chromium, expect, test } from '@playwright/test'
import { triedAll } from '@checkin/testing/hostile-tries'
import type { Outcome, World } from '../hostile/both-ways.ts'
import { runsCode } from '../hostile/code-in-page.ts'
import { callsAcrossSites, plantsSessions } from '../hostile/foreign-calls.ts'
import { frames, opensWindows, speaksToOtherTenant } from '../hostile/foreign-pages.ts'
import { foreignServer } from '../hostile/foreign-server.ts'
import { injectsForms, injectsMarkup } from '../hostile/injected-markup.ts'
import { takesWaysOut, waysOut } from '../hostile/limits.ts'
import { renterSession } from '../hostile/renter-session.ts'
import { chromiumFlags, port, site } from '../support/addresses.ts'
import { chromiumOptions } from '../support/browser.ts'

/**
 * An attacker's server is on the internet, so a browser's own limits of this machine's network would say nothing here; a microphone is made up.
 */
const flags = [...chromiumFlags, '--disable-features=LocalNetworkAccessChecks', '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']

let world: World
test.beforeAll(async () => {
  world = { browser: await chromium.launch({ ...chromiumOptions.launchOptions, args: flags }), foreign: await foreignServer() }
})
test.afterAll(async () => {
  await world.browser.close()
  world.foreign.stop()
})

const [first, missing, configuration, overview, cardPage] = ['/', '/no/such/page', '/api/config', '/overview', '/test/token'].map((path) => site('costaverde', path)) as [string, string, string, string, string]
const ops = `http://ops.localhost:${port + 1}/`
const loader = { policy: 'checkin-loader', module: 'mfe_driver_1_0_0', worker: '/ticket/worker.js' }

/** Attacks by group: each is tried where its defence is missing as well, and counts only where it works there. */
const groups: Readonly<Record<string, () => Promise<readonly Outcome[]>>> = {
  'markup in a page': () => injectsMarkup(world, 'first page', first),
  'code in a page': () => runsCode(world, 'first page', first, loader),
  'pages in frames of others': () => frames(world, { 'first page': first, 'payment page': overview, 'page that is not there': missing, configuration, 'the console': ops, 'the console\'s calls': `${ops}api/session` }),
  'a page of another tenant': () => speaksToOtherTenant(world, site('alpen'), first),
  'forms in a page': async () => [...await injectsForms(world, 'first page', first), ...await injectsForms(world, 'the console', ops)],
  'markup and code in a payment page': async () => {
    const { cookie } = await renterSession()
    return [...await injectsMarkup(world, 'payment page', cardPage, cookie), ...await runsCode(world, 'payment page', cardPage, { ...loader, cookie })]
  },
  'markup and code in the console': async () => [...await injectsMarkup(world, 'the console', ops), ...await runsCode(world, 'the console', ops, { policy: 'default', module: 'attack' })],
  'pages in windows of others': () => opensWindows(world, { 'first page': first, 'page that is not there': missing, 'the console': ops }),
  'calls of other sites': () => callsAcrossSites(world, renterSession),
  'sessions that others open': () => plantsSessions(world),
}

for (const [group, attempt] of Object.entries(groups)) {
  test(`inside of a browser nothing comes through: ${group} (DEC-298)`, async () => {
    let outcomes: readonly Outcome[] = []
    const { through } = await triedAll('inside of a browser', async (tried) => {
      outcomes = await attempt()
      for (const { what, worksBare, isThrough } of outcomes) if (worksBare) tried(what, isThrough)
    })
    expect(outcomes.filter(({ worksBare }) => !worksBare).map(({ what }) => what), 'work nowhere, so that they prove nothing').toEqual([])
    expect(through, 'came through').toEqual([])
  })
}

test('what code that runs in a page can do in every browser is known (SEC-22)', async () => {
  expect(await takesWaysOut(world, first)).toEqual(waysOut)
})
