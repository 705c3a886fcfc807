import { expect, type Browser, type Page } from '@playwright/test'
import { DriverEntry } from '@checkin/e2e/pages/driver'
import { PaymentScreens } from '@checkin/e2e/pages/payment'
import { PrecheckoutScreens } from '@checkin/e2e/pages/precheckout'
import { site, type Tenant } from '@checkin/e2e/support/addresses'
import { aPerson, likeOf } from '@checkin/e2e/support/drivers'
import { fleetReservation, makeLink } from '@checkin/e2e/support/fleet'
import { ownReservation } from '@checkin/e2e/support/own-reservation'
import { opensIn, staysInPreview, type MadePreview } from '@checkin/e2e/support/preview'
import { readyRenter } from '@checkin/e2e/support/ready-renter'
import { watchScreens } from './screens-shown.ts'

/** How a journey went. */
export type JourneyResult =
  | { readonly kind: 'passed'; readonly modules: ReadonlySet<string> }
  | { readonly kind: 'failed'; readonly step: string; readonly message: string }

export interface JourneyInput {
  readonly tenant: Tenant
  readonly preview: MadePreview
  /** The versions of the set, by module. */
  readonly versions: Readonly<Record<string, string>>
}

/** Between the driver's data and the overview: what a renter presses who wants nothing more. A tenant shows some of them. */
const declines: Readonly<Record<string, string>> = { 'additional-driver': 'No', upselling: 'ContinueWithoutUpgrade', 'add-extras': 'NoFinish' }

async function checksIn(page: Page, tenant: Tenant): Promise<void> {
  const entry = new DriverEntry(page)
  const card = new PaymentScreens(page)
  const { renter } = entry
  await renter.verifies(await ownReservation(tenant, likeOf[tenant]))
  await renter.action('Continue').click()
  await entry.enters(aPerson('Maria', 'Silva', '1988-02-29'))
  await entry.submits()
  const next = page.locator([...Object.keys(declines), 'overview'].map((name) => `[data-screen="${name}"]`).join(','))
  for (;;) {
    await next.getByRole('heading').first().waitFor()
    const screen = await next.first().getAttribute('data-screen') ?? ''
    const press = declines[screen]
    if (press === undefined) break
    await renter.action(press).click()
    await expect(renter.screen(screen)).toHaveCount(0)
  }
  await card.expectOverview()
  const completes = renter.action('Complete')
  await expect(card.provider('card').or(completes).first()).toBeVisible()
  if (await card.provider('card').isVisible()) {
    await card.typesCard({ number: '4111111111111111' })
    await card.pays()
  } else await completes.click()
  await card.expectComplete()
}

/** Up to the signature provider's page: what comes then is none of ours. */
async function agrees(page: Page, tenant: Tenant): Promise<void> {
  const screens = new PrecheckoutScreens(page)
  const booking = await ownReservation(tenant, likeOf[tenant], { isCompleted: true })
  // A driver without data is asked for them first.
  await readyRenter(booking)
  await screens.enters((await makeLink(tenant, booking.reference, 'precheckout')).url)
  await screens.goesOnToAgreement()
  await screens.typesNewCard('4111111111111111')
  await screens.proceeds()
  await screens.expectSignaturePage()
}

const steps = { 'check-in': checksIn, 'pre-checkout': agrees } as const
export type Journey = keyof typeof steps

/** The journeys that a tenant's renters have. */
export async function journeysOf(tenant: Tenant): Promise<readonly Journey[]> {
  const { reservation } = await fleetReservation(tenant, likeOf[tenant])
  return reservation.isPrecheckoutEligible === true ? ['check-in', 'pre-checkout'] : ['check-in']
}

/** Runs one journey with a set that only the holder of the link sees. A journey during which another version ran has failed. */
export async function runJourney(browser: Browser, journey: Journey, { tenant, preview, versions }: JourneyInput): Promise<JourneyResult> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-GB', reducedMotion: 'reduce' })
  context.setDefaultTimeout(30_000)
  const path = await opensIn(context, preview)
  await staysInPreview(context, tenant)
  const page = await context.newPage()
  const shown = await watchScreens(page, versions)
  try {
    // The site learns of a new set within its poll.
    await expect(async () => {
      await page.goto(site(tenant, path))
      await expect(page.locator('[data-preview]')).toBeVisible({ timeout: 2000 })
    }).toPass({ timeout: 20_000 })
    await steps[journey](page, tenant)
    const fallback = shown.fallback()
    return fallback ? { kind: 'failed', ...fallback } : { kind: 'passed', modules: shown.modules() }
  } catch (error) {
    const fallback = shown.fallback()
    const [message = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
    return { kind: 'failed', step: fallback?.step ?? shown.last() ?? 'entry', message: [fallback?.message, message].filter((each) => each !== undefined).join('; ') }
  } finally {
    await context.close()
  }
}
