import { expect, type Browser, type Cookie, type Page } from '@playwright/test'
import { site } from '../support/addresses.ts'
import { companyChanges, type Kind } from './reservations.ts'
import type { SessionState } from './route-table.ts'
import { Run } from './run.ts'

const kindOf: Readonly<Record<SessionState, Kind>> = {
  none: 'ready', code: 'ready', main: 'ready', additional: 'ready', precheckout: 'checkedIn', completed: 'ready', blocked: 'ready', expired: 'ready',
}

const shows = async (run: Run, screen: string): Promise<void> => {
  await expect(run.renter.screen(screen).getByRole('heading', { level: 1 }).first()).toBeVisible()
}

async function opensMain(run: Run): Promise<void> {
  await run.opensLink('verify')
  await shows(run, 'reservation')
}

const establish: Readonly<Record<SessionState, (run: Run) => Promise<void>>> = {
  none: async (run) => { await run.opens('/') },
  code: async (run) => {
    await run.opens('/')
    await run.renter.locates(run.booking)
    await run.renter.asksForCode(run.booking.mail)
    await shows(run, 'verify-code')
  },
  main: opensMain,
  additional: async (run) => {
    await opensMain(run)
    await run.opens('/additional-driver')
    await run.presses('Yes')
    await shows(run, 'verify-driver')
  },
  precheckout: async (run) => {
    await run.opensLink('precheckout')
    await shows(run, 'precheckout')
  },
  completed: async (run) => {
    await opensMain(run)
    await run.opens('/overview')
    await run.presses('CompletePayLater')
    await shows(run, 'complete')
  },
  blocked: async (run) => {
    await opensMain(run)
    await companyChanges(run.booking, { hasRentalAgreement: true })
  },
  expired: async (run) => {
    await opensMain(run)
    await run.context.clearCookies()
  },
}

/** A tab in a state, to which it can be brought back however often an address changed it. */
export interface TabInState {
  readonly run: Run
  readonly page: Page
  /** Tab and cookies as they were; the next address begins from there. */
  readonly restores: () => Promise<void>
}

/** A renter's tab in a state of the session. The server keeps what the pages would end, so that one session serves for many addresses. */
export async function tabIn(state: SessionState, browser: Browser, device: Parameters<Browser['newContext']>[0] = {}): Promise<TabInState> {
  const run = await Run.begin(browser, kindOf[state], device)
  const { page, context } = run
  await establish[state](run)
  const cookies: Cookie[] = await context.cookies()
  const stored = await page.evaluate(() => Object.entries(sessionStorage))
  await page.route('**/session/end', (route) => route.abort())
  return {
    run, page,
    restores: async () => {
      // A page of the site without any code of ours.
      await page.goto(site('costaverde', '/healthz'))
      await context.clearCookies()
      await context.addCookies(cookies)
      await page.evaluate((entries) => {
        sessionStorage.clear()
        for (const [key, value] of entries) sessionStorage.setItem(key, value)
      }, stored)
    },
  }
}
