import type { Browser } from '@playwright/test'
import { site } from '@checkin/e2e/support/addresses'
import { makeLink } from '@checkin/e2e/support/fleet'
import { ownReservation } from '@checkin/e2e/support/own-reservation'
import { opensIn, staysInPreview, type MadePreview } from '@checkin/e2e/support/preview'
import { readyRenter } from '@checkin/e2e/support/ready-renter'

/** How the visit of a renter went who chose an extra. */
export interface Visit {
  /** The version of the offers that the page ran. */
  readonly version: string
  /** Whether its page reported a failure. */
  readonly hasFailed: boolean
  /** Milliseconds from the press that goes on to the next screen; null where none came. */
  readonly stay: number | null
  /** The total on the overview, in the currency's units; null where the renter did not come there. */
  readonly total: number | null
}

/** For so many milliseconds a renter waits for the next screen. */
const patience = 20_000

/** A renter with a reservation of its own who adds an extra and goes on, up to the overview with the set that a preview shows; without one with what the tenant gives to a new session. */
export async function visit(browser: Browser, preview: MadePreview | null): Promise<Visit> {
  const booking = await ownReservation('costaverde', 'CV1001')
  await readyRenter(booking)
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-GB', reducedMotion: 'reduce' })
  const path = preview && await opensIn(context, preview)
  // Its address is closed to whoever has no preview.
  if (preview !== null) await staysInPreview(context, 'costaverde')
  const page = await context.newPage()
  let hasFailed = false
  page.on('request', (request) => { hasFailed ||= new URL(request.url()).pathname === '/beacon' && (request.postData() ?? '').includes('"failed"') })
  try {
    if (path !== null) {
      await page.goto(site('costaverde', path))
      await page.locator('[data-preview]').waitFor()
    }
    await page.goto((await makeLink('costaverde', booking.reference, 'verify')).url)
    await page.locator('[data-screen="reservation"]').waitFor()
    await page.goto(site('costaverde', '/extras'))
    const priced = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/reservation/extras/values')
    await page.locator('[data-extra="GPS"] [data-action="Add"]').click()
    await priced
    await page.locator('[data-extra="GPS"] [data-action="Remove"]').waitFor()
    const version = await page.locator('[data-module="mfe-offers"]').first().getAttribute('data-module-version') ?? ''
    const pressed = performance.now()
    await page.locator('[data-action="Submit"]').click()
    if (!await page.locator('[data-screen="extras"]').waitFor({ state: 'detached', timeout: patience }).then(() => true, () => false)) return { version, hasFailed, stay: null, total: null }
    const stay = performance.now() - pressed
    if (preview === null) return { version, hasFailed, stay, total: null }
    const total = page.locator('[data-screen="overview"] [data-amount="total"]').first()
    await total.waitFor()
    // The price of what was chosen comes after the screen.
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(2000)
    return { version, hasFailed, stay, total: Number(await total.getAttribute('data-value')) }
  } finally {
    await context.close()
  }
}
