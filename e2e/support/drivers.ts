import { randomBytes } from 'node:crypto'
import { expect, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { DriverEntry, type Person } from '../pages/driver.ts'
import type { Booking, Renter } from '../pages/renter.ts'
import type { Tenant } from './addresses.ts'
import { makeLink } from './fleet.ts'
import { ownReservation } from './own-reservation.ts'
import { viewports } from './viewports.ts'

/** A usual reservation of each tenant. */
export const likeOf: Readonly<Record<Tenant, string>> = { costaverde: 'CV1001', islandcars: 'IC2001', alpen: 'AL3001', norte: 'NO4001' }

/** A person that no other journey knows: licence numbers and addresses are looked up. */
export function aPerson(name: string, surname = 'Silva', birthDate = '1990-05-01'): Person {
  const own = randomBytes(4).toString('hex').toUpperCase()
  return { name, surname, birthDate, email: `${own.toLowerCase()}@drivers.example`, licence: `L-${own}` }
}

/** What a renter holds. */
export interface Device {
  readonly language?: string
  readonly viewport?: { readonly width: number; readonly height: number }
}

export interface OnScreen {
  readonly booking: Booking
  readonly context: BrowserContext
  readonly page: Page
  readonly entry: DriverEntry
  readonly renter: Renter
}

/** The reservation by a mailed link on a device of its own: quicker than by a code, and as many devices as wanted. */
export async function atReservation(browser: Browser, booking: Booking, { language = 'en', viewport = viewports.desktop }: Device = {}): Promise<OnScreen> {
  const { url } = await makeLink(booking.tenant, booking.reference, 'verify')
  const context = await browser.newContext({ viewport, locale: language, reducedMotion: 'reduce' })
  const page = await context.newPage()
  const entry = new DriverEntry(page)
  await page.goto(url)
  await expect(entry.renter.screen('reservation')).toBeVisible()
  return { booking, context, page, entry, renter: entry.renter }
}

/** The same, on verify-driver. */
export async function atVerifyDriver(browser: Browser, tenant: Tenant, device: Device = {}, booked?: Booking): Promise<OnScreen> {
  const here = await atReservation(browser, booked ?? await ownReservation(tenant, likeOf[tenant]), device)
  const terms = here.renter.field('terms')
  if (await terms.count() > 0) await terms.check()
  await here.renter.action('Continue').click()
  await expect(here.renter.screen('verify-driver')).toBeVisible()
  return here
}
