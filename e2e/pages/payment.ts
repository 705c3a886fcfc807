import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test'
import { typesHosted } from './hosted-field.ts'
import { Renter, type Booking } from './renter.ts'
import { makeLink } from '../support/fleet.ts'
import { readyRenter } from '../support/ready-renter.ts'
import { site } from '../support/addresses.ts'

/** A card of the provider's sandbox; the number decides what becomes of it. */
export interface Card {
  readonly number: string
  readonly month?: string
  /** Three digits, four on some cards. */
  readonly cvv?: string
}

/** What a renter does on the overview, at the bank, in the wallet and at the end. */
export class PaymentScreens {
  readonly page: Page
  readonly renter: Renter

  constructor(page: Page) {
    this.page = page
    this.renter = new Renter(page)
  }

  /** Proves the reservation by the mailed link and opens the overview by its address. */
  async opensOverviewByLink({ tenant, reference }: Booking): Promise<void> {
    const { url } = await makeLink(tenant, reference, 'verify')
    await this.page.goto(url)
    await expect(this.renter.screen('reservation').getByRole('heading', { level: 1 })).toBeVisible()
    await this.page.goto(site(tenant, '/overview'))
    await this.expectOverview()
  }

  /** The same for a renter who has given everything before. */
  async opensOverview(booking: Booking): Promise<void> {
    await readyRenter(booking)
    await this.opensOverviewByLink(booking)
  }

  async expectOverview(): Promise<void> {
    await expect(this.renter.screen('overview').getByRole('heading', { level: 1 })).toBeVisible()
    await expect(this.amount('due')).toBeVisible()
  }

  amount(kind: 'total' | 'paid' | 'due'): Locator {
    return this.page.locator(`[data-amount="${kind}"]`)
  }

  provider(code: 'card' | 'wallet' | 'googlepay' | 'applepay'): Locator {
    return this.page.locator(`input[name="provider"][value="${code}"]`)
  }

  /** By the value of its entry: `saved-0` and on, `saved` for all of them behind a code, `new`. */
  savedCard(value: string): Locator {
    return this.page.locator(`input[name="savedCard"][value="${value}"]`)
  }

  note(kind: string): Locator {
    return this.page.locator(`[data-note="${kind}"]`)
  }

  attempt(kind: string): Locator {
    return this.page.locator(`[data-attempt="${kind}"]`)
  }

  mainButton(): Locator {
    return this.page.locator('[data-action="Pay"]:visible, [data-action="PayAndComplete"]:visible')
  }

  walletButton(answer: 'approve' | 'cancel'): Locator {
    return this.page.locator(`button[name="answer"][value="${answer}"]`)
  }

  /** Number and CVV are typed into the provider's own frames. */
  async typesCard({ number, month = '12', cvv = '123' }: Card): Promise<void> {
    await this.provider('card').check()
    // Where cards are saved the first of them is chosen (DEC-184).
    const form = this.page.locator('[data-card-form="ready"]')
    await expect(form.or(this.savedCard('new')).first()).toBeVisible()
    if (await this.savedCard('new').isVisible()) await this.savedCard('new').check()
    await expect(form).toBeVisible()
    await typesHosted(this.page, 'number', number)
    await this.renter.field('card_holder').fill('Maria Silva')
    await this.renter.field('expiry').fill(`${month}/31`)
    await typesHosted(this.page, 'cvv', cvv)
  }

  async pays(): Promise<void> {
    await this.mainButton().click()
  }

  /** What the device's wallet shows over the page. */
  sheet(): FrameLocator {
    return this.page.frameLocator('[data-wallet-sheet] iframe')
  }

  /** Chooses a wallet of the device, presses Pay and answers its sheet by a card of the sandbox, or closes it. */
  async paysByDevice(code: 'googlepay' | 'applepay', answer: 'ordinary' | 'declined' | 'confirmed' | 'lost' | 'slow' | 'used' | null): Promise<void> {
    await this.provider(code).check()
    await this.pays()
    if (answer !== null) await this.sheet().locator('select').selectOption(answer)
    await this.sheet().locator(`button[value="${answer === null ? 'cancel' : 'pay'}"]`).click()
  }

  /** On the wallet's own page. */
  async answersWallet(answer: 'approve' | 'cancel'): Promise<void> {
    await this.walletButton(answer).click()
  }

  /** The bank's page in its frame. */
  bank(): FrameLocator {
    return this.page.frameLocator('[data-attempt="frame"] iframe')
  }

  /** The code of the sandbox's bank. */
  async confirmsAtBank(): Promise<void> {
    const bank = this.bank()
    await bank.locator('input[name="otp"]').fill('123456')
    await bank.locator('button[value="confirm"]').click()
  }

  /** A payment that may have ended while the page was away: it goes on by itself, or says that it is paid and offers the end. */
  async endsAfterPayment(): Promise<void> {
    const complete = this.renter.screen('complete').getByRole('heading', { level: 1 })
    await expect(complete.or(this.note('paid'))).toBeVisible({ timeout: 40_000 })
    if (await this.note('paid').isVisible()) await this.renter.action('Complete').click()
    await this.expectComplete()
  }

  async expectComplete(): Promise<void> {
    await expect(this.renter.screen('complete').getByRole('heading', { level: 1 })).toBeVisible({ timeout: 40_000 })
  }
}
