import { expect, type Locator, type Page } from '@playwright/test'
import { Renter, type Booking } from './renter.ts'
import { site } from '../support/addresses.ts'

/** Cards of the sandbox, by what it does with them. */
export interface Card {
  readonly number: string
  readonly holder?: string
  readonly month?: string
  readonly year?: string
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

  /** Proves the reservation and goes to the overview by its address. */
  async opensOverview(booking: Booking): Promise<void> {
    await this.renter.verifies(booking)
    await this.page.goto(site(booking.tenant, '/overview'))
    await expect(this.renter.screen('overview').getByRole('heading', { level: 1 })).toBeVisible()
    await expect(this.amount('due')).toBeVisible()
  }

  amount(kind: 'total' | 'paid' | 'due'): Locator {
    return this.page.locator(`[data-amount="${kind}"]`)
  }

  provider(code: 'card' | 'wallet'): Locator {
    return this.page.locator(`input[name="provider"][value="${code}"]`)
  }

  note(kind: string): Locator {
    return this.page.locator(`[data-note="${kind}"]`)
  }

  attempt(kind: string): Locator {
    return this.page.locator(`[data-attempt="${kind}"]`)
  }

  /** Number and CVV are typed into the provider's own frames. */
  async typesCard({ number, holder = 'Maria Silva', month = '12', year = '2031', cvv = '123' }: Card): Promise<void> {
    await this.provider('card').check()
    await expect(this.page.locator('[data-card-form="ready"]')).toBeVisible()
    const hosted = (field: 'number' | 'cvv'): Locator => this.page.frameLocator(`[data-hosted="${field}"] iframe`).locator('input')
    await hosted('number').fill(number)
    await this.renter.field('card_holder').fill(holder)
    await this.renter.field('month').fill(month)
    await this.renter.field('year').fill(year)
    await hosted('cvv').fill(cvv)
  }

  async pays(): Promise<void> {
    await this.page.locator('[data-action="Pay"]:visible, [data-action="PayAndComplete"]:visible').click()
  }

  async expectComplete(): Promise<void> {
    await expect(this.renter.screen('complete')).toBeVisible({ timeout: 20_000 })
  }
}
