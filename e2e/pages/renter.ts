import { expect, type Locator, type Page } from '@playwright/test'
import { site, type Tenant } from '../support/addresses.ts'
import { codeOf, mailIds, nextMail } from '../support/mailbox.ts'

export interface Booking {
  readonly tenant: Tenant
  readonly reference: string
  readonly surname: string
  readonly mail: string
}

/** What a renter does on the verification screens, in a renter's words. Knows the page's public attributes only. */
export class Renter {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  screen(name: string): Locator {
    return this.page.locator(`[data-screen="${name}"]`)
  }

  action(key: string): Locator {
    return this.page.locator(`[data-action="${key}"]:visible`)
  }

  field(name: string): Locator {
    return this.page.locator(`input[name="${name}"]`)
  }

  errorOf(name: string): Locator {
    return this.page.locator(`[data-error-for="${name}"]`)
  }

  /**
   * What the page says and goes on saying: a refusal, which stays when its toast has gone (DEC-102), or a message that waits for the renter
   * (DEC-55). A message that is neither goes after 2.6 s and may have gone before it is looked for: see `Alerts`.
   */
  says(key: string): Locator {
    return this.page.locator(`[data-refusal-key="${key}"], [data-alert-key="${key}"]`).first()
  }

  async opens(tenant: Tenant, path = '/'): Promise<void> {
    await this.page.goto(site(tenant, path))
  }

  async locates(booking: Pick<Booking, 'reference' | 'surname'>): Promise<void> {
    await this.field('reference').fill(booking.reference)
    await this.field('surname').fill(booking.surname)
    await this.action('Locate').click()
  }

  /** View 2: e-mail and, where the tenant has terms, the checkbox. */
  async asksForCode(mail: string): Promise<void> {
    await expect(this.field('mail')).toBeVisible()
    await this.field('mail').fill(mail)
    const terms = this.field('terms')
    if (await terms.count() > 0) await terms.check()
    await this.action('Submit').click()
  }

  async entersCode(code: string): Promise<void> {
    await expect(this.screen('verify-code')).toBeVisible()
    await this.field('code').fill(code)
    await this.action('Submit').click()
  }

  /** From the first screen to the reservation, with the code that really arrives by mail. */
  async verifies(booking: Booking): Promise<void> {
    await this.opens(booking.tenant)
    await this.locates(booking)
    const before = await mailIds(booking.mail)
    await this.asksForCode(booking.mail)
    await this.entersCode(codeOf(await nextMail(booking.mail, before)))
    await expect(this.screen('reservation')).toBeVisible()
  }
}
