import { expect, type Browser, type BrowserContext, type Locator, type Page } from '@playwright/test'
import { DriverEntry, type Person } from '../pages/driver.ts'
import { PaymentScreens } from '../pages/payment.ts'
import { PrecheckoutScreens } from '../pages/precheckout.ts'
import type { Booking, Renter } from '../pages/renter.ts'
import { site } from '../support/addresses.ts'
import { aPerson } from '../support/drivers.ts'
import { codeOf, mailIds, nextMail } from '../support/mailbox.ts'
import { fleetReservation, makeLink } from '../support/fleet.ts'
import { readyBirthDate } from '../support/ready-renter.ts'
import { Alerts } from '../support/alerts.ts'
import { bookingOf, type Kind } from './reservations.ts'
import { pathOf, shownAs, type World } from './world.ts'

/** A call of the page to the API that does not get the answer of the server. */
export interface Fault {
  /** Method and path below /api, with `*` for a segment: `PUT /reservation`. */
  readonly call: string
  /** Status and body instead of the server's; without, the network fails. */
  readonly status?: number
  readonly body?: object
  /** Calls that still get through before. */
  readonly after?: number
}

/** What the tab keeps of a session (SHELL-56). */
export interface StoredTab {
  readonly session?: { readonly guid: string } | null
  readonly mode?: string
  readonly flow?: string
  readonly completion?: string | null
  readonly progress?: Readonly<Record<string, boolean>>
  readonly offerDraft?: { readonly extras: readonly object[]; readonly undecided?: readonly object[] }
}

/** One renter on one device, with a reservation of their own, from page to page. */
export class Run {
  readonly context: BrowserContext
  readonly page: Page
  readonly booking: Booking
  readonly entry: DriverEntry
  readonly renter: Renter
  readonly payment: PaymentScreens
  readonly precheckout: PrecheckoutScreens
  readonly main: Person
  readonly additional: Person
  readonly alerts: Alerts
  /** Mails that were there before the last code was asked for. */
  mailsBefore: ReadonlySet<string> = new Set()

  constructor(context: BrowserContext, page: Page, booking: Booking, alerts: Alerts) {
    this.context = context
    this.page = page
    this.booking = booking
    this.entry = new DriverEntry(page)
    this.renter = this.entry.renter
    this.payment = new PaymentScreens(page)
    this.precheckout = new PrecheckoutScreens(page)
    // Somebody who has a licence on file is looked up with the birth date that is on file with it.
    this.main = { ...aPerson('Maria', booking.surname, readyBirthDate), email: booking.mail }
    this.additional = aPerson('Rui', 'Costa')
    this.alerts = alerts
  }

  /** A renter who has a reservation of this kind and no page yet. */
  static async begin(browser: Browser, kind: Kind, device: Parameters<Browser['newContext']>[0] = {}): Promise<Run> {
    const booking = await bookingOf(kind)
    const context = await browser.newContext({ locale: 'en', timezoneId: 'Europe/Lisbon', reducedMotion: 'reduce', ...device })
    const alerts = await Alerts.of(context)
    return new Run(context, await context.newPage(), booking, alerts)
  }

  async opens(path: string): Promise<void> {
    await this.page.goto(site(this.booking.tenant, path))
  }

  async opensLink(purpose: 'verify' | 'precheckout'): Promise<void> {
    await this.page.goto((await makeLink(this.booking.tenant, this.booking.reference, purpose)).url)
  }

  action(key: string): Locator {
    return this.renter.action(key).first()
  }

  async presses(key: string): Promise<void> {
    await this.action(key).click()
  }

  /** The newest code that was mailed since it was asked for. */
  async code(): Promise<string> {
    return codeOf(await nextMail(this.booking.mail, this.mailsBefore))
  }

  async remembersMails(): Promise<void> {
    this.mailsBefore = await mailIds(this.booking.mail)
  }

  /** The link of the frame that leads to the beginning: leaving forward. */
  async leavesForward(): Promise<void> {
    await this.page.locator('a.ck-logo:visible').click()
  }

  /** Answers the question of SHELL-41. */
  async answersQuit(answer: 'Confirm' | 'Cancel'): Promise<void> {
    const question = this.page.locator('[role="dialog"][data-modal-keys*="AreYouSureQuit"]')
    await expect(question).toBeVisible()
    await question.locator(`[data-action="${answer}"]`).click()
  }

  async seesAlert(key: string): Promise<void> {
    await this.alerts.expect(this.page, key)
  }

  /** The refusal stands on the screen that it led to, although that may be a document of its own (DEC-95). */
  async seesRefusal(key: string, at: World): Promise<void> {
    await this.expectScreen(at)
    await expect(this.renter.says(key)).toBeVisible()
  }

  async seesAnyAlert(): Promise<void> {
    await this.alerts.expect(this.page)
  }

  async seesModal(key: string): Promise<void> {
    const modal = this.page.locator(`[role="dialog"][data-modal-keys*="${key}"]`)
    await expect(modal).toBeVisible()
    await modal.locator('[data-action="Confirm"], [data-action="Close"], [data-action="Cancel"]').first().click()
    await expect(modal).toHaveCount(0)
  }

  /** Lets `work` run while a call of the page meets a fault instead of the server. */
  async withFault({ call, status, body, after = 0 }: Fault, work: () => Promise<void>): Promise<void> {
    const [method, path = ''] = call.split(' ')
    const pattern = new RegExp(`/api${path.replaceAll('*', '[^/?]+')}(\\?.*)?$`)
    let left = after
    await this.page.route(pattern, async (route) => {
      if (route.request().method() !== method || left-- > 0) await route.fallback()
      else if (status === undefined) await route.abort()
      else await route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body ?? { data: null, status, title: 'Fault', code: 'Internal', requestId: 'fault' }) })
    })
    await work()
    await this.page.unroute(pattern)
  }

  /** What the tab keeps; asked of the next document where the one that was asked is being left. */
  storedTab(): Promise<StoredTab> {
    return this.page.evaluate(() => JSON.parse(sessionStorage.getItem('checkin.session') ?? '{}') as StoredTab).catch(async (error: unknown) => {
      if (!String(error).includes('context was destroyed')) throw error
      await this.page.waitForLoadState('domcontentloaded')
      return this.storedTab()
    })
  }

  /** The screen of a place is shown, at its address. */
  async expectScreen(world: World): Promise<void> {
    const shown = shownAs(world.place)
    if (shown === null) return this.expectAway(world)
    const screen = this.page.locator(`[data-screen="${shown.screen}"]`)
    await expect(screen, world.place).toBeVisible()
    if (shown.part) await expect(screen.locator(shown.part).first(), world.place).toBeVisible()
    else await expect(screen.getByRole('heading', { level: 1 }).first(), world.place).toBeVisible()
    const path = pathOf(world.place)
    if (path !== null) await expect.poll(() => new URL(this.page.url()).pathname, { message: `address of ${world.place}` }).toBe(path)
  }

  /** The renter is where the table says: screen, address, the tab's session and what the company holds. */
  async expectAt(world: World): Promise<void> {
    await this.expectScreen(world)
    if (shownAs(world.place) === null) return
    const expected = world.hasSession
      ? { hasSession: true, mode: world.mode, flow: world.flow, completion: world.completion }
      : { hasSession: false, mode: 'main', flow: 'update', completion: null }
    await expect.poll(async () => {
      const { session, mode = 'main', flow = 'update', completion = null } = await this.storedTab()
      return { hasSession: Boolean(session), mode, flow, completion }
    }, { message: `the tab's session at ${world.place}` }).toEqual(expected)
    await this.expectHeld(world)
  }

  private async expectAway(world: World): Promise<void> {
    if (world.place === 'external wallet') await expect(this.page).toHaveURL(/^http:\/\/wallet\.localhost/)
    if (world.place === 'external signature') await this.precheckout.expectSignaturePage()
  }

  /** What the company's own system sees of the reservation. */
  private async expectHeld(world: World): Promise<void> {
    if (world.kind === null) return
    await expect.poll(async () => {
      const { reservation, agreement } = await fleetReservation(this.booking.tenant, this.booking.reference)
      return {
        completed: reservation.isCompleted === true, additional: Boolean(reservation.addDriver?.birthDate), signed: agreement?.state === 'signed',
        upgraded: (reservation.extras ?? []).some(({ ratePeriodType }) => ratePeriodType === 'DaysUpselling'),
      }
    }, { message: `what the company holds at ${world.place}` })
      .toEqual({ completed: world.completed, additional: world.additional, signed: world.signed, upgraded: world.upgraded })
  }

  async close(): Promise<void> {
    await this.context.close()
  }
}
