import type { Browser } from '@playwright/test'
import { site } from '@checkin/e2e/support/addresses'
import { makeLink } from '@checkin/e2e/support/fleet'
import { ownReservation } from '@checkin/e2e/support/own-reservation'
import { staysInPreview } from '@checkin/e2e/support/preview'
import { readyRenter } from '@checkin/e2e/support/ready-renter'

/** How the visit of a renter went who chose an extra. */
export interface Visit {
  /** Milliseconds from the press that goes on to the next screen; null where none came. */
  readonly stay: number | null
  /** The total on the overview, in the currency's units; null where the renter did not come there. */
  readonly total: number | null
}

/** Within so many milliseconds a renter waits for the next screen. */
const patience = 20_000

/** A renter with a reservation of its own who adds an extra and goes to the overview, with the set that the preview shows. */
export async function visit(browser: Browser, preview: string): Promise<Visit> {
  const booking = await ownReservation('costaverde', 'CV1001')
  await readyRenter(booking)
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-GB', reducedMotion: 'reduce' })
  await staysInPreview(context, 'costaverde')
  const page = await context.newPage()
  try {
    await page.goto(site('costaverde', preview))
    await page.locator('[data-preview]').waitFor()
    await page.goto((await makeLink('costaverde', booking.reference, 'verify')).url)
    await page.locator('[data-screen="reservation"]').waitFor()
    await page.goto(site('costaverde', '/extras'))
    const priced = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/reservation/extras/values')
    await page.locator('[data-extra="GPS"] [data-action="Add"]').click()
    await priced
    await page.locator('[data-extra="GPS"] [data-action="Remove"]').waitFor()
    const pressed = performance.now()
    await page.locator('[data-action="Submit"]').click()
    if (!await page.locator('[data-screen="extras"]').waitFor({ state: 'detached', timeout: patience }).then(() => true, () => false)) return { stay: null, total: null }
    const stay = performance.now() - pressed
    const total = page.locator('[data-screen="overview"] [data-amount="total"]').first()
    await total.waitFor()
    // The price of what was chosen comes after the screen.
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(2000)
    return { stay, total: Number(await total.getAttribute('data-value')) }
  } finally {
    await context.close()
  }
}
