import { expect, test } from '@playwright/test'
import { routes } from '@checkin/routes'
import { site } from '../support/addresses.ts'
import { makeLink } from '../support/fleet.ts'
import { isKnown, passesNow } from './known-failures.ts'
import { reasonOf, record } from './results.ts'
import { routeCells, sessionStates, type RouteCell } from './route-table.ts'
import { tabIn, type TabInState } from './sessions.ts'

const only = process.env['CHECKIN_WALK_ONLY']?.split(' ')
const notices: Readonly<Record<string, string>> = { ended: 'Notice.sessionEnded', find: 'Notice.findFirst', agreement: 'IsntPossibleChangeThisReservation' }
const isHome = (leadsTo: string): boolean => leadsTo === 'home' || leadsTo in notices
const ownPath = (name: string): string | undefined => routes.find((row) => row.name === name)?.path

/** The address of a cell, with the reservation's own link of the path's purpose. */
async function addressOf({ path }: RouteCell, { run: { booking } }: TabInState): Promise<string> {
  if (!path.includes('{guid}')) return path
  const purpose = path === '/{guid}' ? 'verify' : 'precheckout'
  return path.replace('{guid}', (await makeLink(booking.tenant, booking.reference, purpose)).token).replace('{id}', 'signature-of-nobody')
}

const isLink = ({ path }: RouteCell): boolean => path === '/{guid}' || path === '/precheckout/{guid}'

async function expectLedTo({ page, run }: TabInState, { leadsTo, path, state }: RouteCell): Promise<void> {
  const screen = isHome(leadsTo) ? 'verify-reservation' : leadsTo
  const notice = notices[leadsTo]
  if (notice) await run.seesAlert(notice)
  await expect(page.locator(`[data-screen="${screen}"]`).getByRole('heading', { level: 1 }).first(), `${path} with ${state}`).toBeVisible()
  const expected = ownPath(screen)
  if (expected && !expected.includes(':')) await expect.poll(() => new URL(page.url()).pathname, { message: `address after ${path}` }).toBe(expected)
  if (notice || state === 'none' || state === 'code') expect(await page.evaluate(() => JSON.parse(sessionStorage.getItem('checkin.session') ?? '{}').session ?? null) !== null, 'a session').toBe(!isHome(leadsTo) && !['verify-code', 'complete-signed', 'test-token', 'hand-over', 'invitation'].includes(leadsTo))
}

test('the table has a row for each path of the route table, and a cell for each state (SHELL-07 to SHELL-32)', () => {
  const specified = new Set(routes.map(({ path }) => path.replaceAll(/:([a-z]+)/g, '{$1}')))
  expect(new Set(routeCells.map(({ path }) => path))).toEqual(specified)
  expect(routeCells.filter(({ leadsTo }) => leadsTo === '')).toEqual([])
})

test('a cell agrees with what its route needs', () => {
  for (const { path, state, leadsTo } of routeCells.filter((cell) => cell.state === 'none')) {
    const row = routes.find((each) => each.path.replaceAll(/:([a-z]+)/g, '{$1}') === path)
    if (row?.needs !== 'nothing' && row?.needs !== 'sandbox') expect(isHome(leadsTo), `${path} with ${state}`).toBe(true)
  }
})

for (const state of sessionStates) {
  if (only && !only.includes(state)) continue
  test(`typed addresses, session ${state}`, async ({ browser }) => {
    test.setTimeout(900_000)
    let tab = await tabIn(state, browser)
    const failures: string[] = []
    for (const cell of routeCells.filter((each) => each.state === state)) {
      const id = `${cell.path} × ${state}`
      try {
        await tab.restores()
        tab.run.alerts.forget()
        await tab.page.goto(site('costaverde', await addressOf(cell, tab)))
        await expectLedTo(tab, cell)
        record({ part: 'route', id, device: 'desktop', outcome: 'passed' })
        failures.push(...passesNow([id]))
      } catch (error) {
        if (!isKnown(id)) failures.push(`${id}: ${cell.leadsTo}: ${reasonOf(error)} at ${tab.page.url()}, ${await tab.page.locator('[data-screen]').getAttribute('data-screen').catch(() => 'none')}`)
        record({ part: 'route', id, device: 'desktop', outcome: 'failed', reason: reasonOf(error) })
      }
      // A link renews the session (DEC-07): the one that was remembered is over.
      if (isLink(cell)) {
        await tab.run.close()
        tab = await tabIn(state, browser)
      }
    }
    await tab.run.close()
    expect(failures).toEqual([])
  })
}
