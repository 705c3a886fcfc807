import { expect, test, type Page } from '@playwright/test'
import { Renter, type Booking } from '../pages/renter.ts'
import { site } from '../support/addresses.ts'
import { makeLink } from '../support/fleet.ts'
import { phone } from '../support/phone.ts'
import { isKnown, passesNow } from './known-failures.ts'
import { bookingOf } from './reservations.ts'
import { record, reasonOf } from './results.ts'
import { tabIn } from './sessions.ts'

async function tried(id: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
    record({ part: 'tabs', id, device: 'desktop', outcome: 'passed' })
  } catch (error) {
    record({ part: 'tabs', id, device: 'desktop', outcome: 'failed', reason: reasonOf(error) })
    if (isKnown(id)) return
    throw error
  }
  expect(passesNow([id])).toEqual([])
}

async function opensLink(page: Page, { tenant, reference }: Booking): Promise<void> {
  await page.goto((await makeLink(tenant, reference, 'verify')).url)
  await expect(new Renter(page).screen('reservation')).toContainText(reference)
}

test('two tabs with two reservations: the older tab shows its own reservation or ends, never the other one (DEC-18, DEC-07)', async ({ context }) => {
  test.setTimeout(300_000)
  await tried('two tabs, two reservations', async () => {
    const [one, other] = [await bookingOf('ready'), await bookingOf('ready')]
    const [first, second] = [await context.newPage(), await context.newPage()]
    await opensLink(first, one)
    await opensLink(second, other)
    await first.goto(site('costaverde', '/overview'))
    const own = first.locator('[data-screen="overview"]').filter({ hasText: one.reference })
    await expect(own.or(new Renter(first).says('Notice.sessionEnded')).first()).toBeVisible()
    await expect(first.locator('body')).not.toContainText(other.reference)
    await second.reload()
    await expect(new Renter(second).screen('reservation')).toContainText(other.reference)
    await expect(second.locator('body')).not.toContainText(one.reference)
  })
})

test('two tabs with one reservation: what one completes, the other shows as complete and changes no more (DEC-75, DEC-85)', async ({ context }) => {
  test.setTimeout(300_000)
  await tried('two tabs, one reservation', async () => {
    const booking = await bookingOf('ready')
    const [first, second] = [await context.newPage(), await context.newPage()]
    await opensLink(first, booking)
    await second.goto((await makeLink(booking.tenant, booking.reference, 'verify')).url)
    for (const page of [first, second]) {
      await page.goto(site('costaverde', '/overview'))
      await expect(new Renter(page).action('CompletePayLater')).toBeVisible()
    }
    await new Renter(second).action('CompletePayLater').click()
    await expect(new Renter(second).screen('complete')).toBeVisible()
    await new Renter(first).action('CompletePayLater').click()
    await expect(first.locator('[data-screen="complete"], [data-refusal-key]').first()).toBeVisible()
  })
})

test('a second device goes on where the first one was: what is saved is there, what is completed is complete (SHELL-03, DEC-61)', async ({ browser }) => {
  test.setTimeout(300_000)
  await tried('a second device', async () => {
    const booking = await bookingOf('ready')
    const [one, other] = [await phone(browser), await phone(browser)]
    const [first, second] = [await one.newPage(), await other.newPage()]
    await opensLink(first, booking)
    await opensLink(second, booking)
    await first.goto(site('costaverde', '/overview'))
    await new Renter(first).action('CompletePayLater').click()
    await expect(new Renter(first).screen('complete')).toBeVisible()
    await second.goto(site('costaverde', '/overview'))
    await expect(second.locator('[data-screen="complete"], [data-screen="overview"], [data-refusal-key]').first()).toBeVisible()
    await first.reload()
    await expect(new Renter(first).screen('complete')).toContainText(booking.reference)
    await one.close()
    await other.close()
  })
})

/** On each screen whose own button asks the server: the session ends, the button leads to the notice (S1.69). */
const asking = [
  ['/driver-contact', 'Next'], ['/upselling', 'Upgrade YesIwantUpgrade'], ['/extras', 'Add'], ['/overview', 'CompletePayLater'],
] as const

test('a session that ends while a screen is open ends there with a notice, at the first call (S1.69, DEC-85)', async ({ browser }) => {
  test.setTimeout(600_000)
  const tab = await tabIn('main', browser)
  const failures: string[] = []
  for (const [path, buttons] of asking) {
    try {
      await tab.restores()
      tab.run.alerts.forget()
      await tab.page.goto(site('costaverde', path))
      const [first = '', ...rest] = buttons.split(' ')
      await expect(tab.run.action(first)).toBeEnabled()
      if (rest.length === 0) await tab.page.context().clearCookies()
      await tab.run.presses(first)
      for (const button of rest) {
        await tab.page.context().clearCookies()
        await tab.run.presses(button)
      }
      await tab.run.seesAlert('Notice.sessionEnded')
      await expect(tab.run.renter.screen('verify-reservation')).toBeVisible()
      record({ part: 'tabs', id: `session ends at ${path}`, device: 'desktop', outcome: 'passed' })
    } catch (error) {
      failures.push(`${path}: ${reasonOf(error)}`)
      record({ part: 'tabs', id: `session ends at ${path}`, device: 'desktop', outcome: 'failed', reason: reasonOf(error) })
    }
  }
  await tab.run.close()
  expect(failures).toEqual([])
})
