import type { ExtrasSummary } from '@checkin/api'
import { placesOf } from '@checkin/api/currency-places'
import { formatMoney } from '@checkin/i18n/formats'
import { expect, type Locator, type Page } from '@playwright/test'

type Press = 'Add' | 'Remove' | 'Plus' | 'Minus'

const isPricing = (url: string): boolean => new URL(url).pathname === '/api/reservation/extras/values'

/** The offers as a renter sees them. */
export class Offers {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  card(extraID: string): Locator {
    return this.page.locator(`[data-extra="${extraID}"]`)
  }

  /** Presses a button of a card and answers the server's figures. */
  async presses(extraID: string, press: Press): Promise<ExtrasSummary> {
    // While other prices are asked for, their answer would be taken for the one to this press.
    await expect(this.page.locator('[data-action="ContinueWithoutExtras"][disabled]')).toHaveCount(0)
    const priced = this.page.waitForResponse((answer) => isPricing(answer.url()))
    await this.card(extraID).locator(`[data-action="${press}"]`).click()
    const answer = await priced
    expect(answer.status(), `${press} of ${extraID}`).toBe(200)
    return (await answer.json()) as ExtrasSummary
  }

  /** The question that ContinueWithoutExtras asks after changes (DEC-106). */
  question(): Locator {
    return this.page.locator('[role="dialog"][data-modal-keys~="KeepOrDropExtras"]')
  }

  async continuesWithout(answer?: 'Keep' | 'Drop'): Promise<void> {
    await this.page.locator('[data-action="ContinueWithoutExtras"]').click()
    await expect(this.question()).toBeVisible()
    if (answer) await this.question().locator(`[data-action="${answer}"]`).click()
  }

  /** Every figure of the account is that of `summary`, to the cent. */
  async shows({ cashier, extras }: ExtrasSummary, currency: string): Promise<void> {
    const { previewValue: total, paidValues: paid, pendingValues: due } = cashier
    const decimal = (value: number): string => value.toFixed(placesOf(currency))
    await expect(this.page.locator('[data-amount="total"]')).toHaveAttribute('data-value', decimal(total))
    await expect(this.page.locator('[data-amount="due"]')).toHaveAttribute('data-value', decimal(Math.max(0, due)))
    await expect(this.page.locator('[data-amount="paid"]')).toHaveCount(paid > 0 ? 1 : 0)
    if (paid > 0) await expect(this.page.locator('[data-amount="paid"]')).toHaveAttribute('data-value', decimal(paid))
    for (const extra of extras.filter(({ isAccepted, isIncluded, isInvoiceVoucher }) => isAccepted && !isIncluded && !isInvoiceVoucher)) {
      await expect(this.page.locator(`[data-line="${extra.extraID}"] > .ck-num`), extra.extraID).toHaveText(formatMoney(extra.totalValue, currency))
    }
  }
}
