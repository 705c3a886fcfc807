import { expect, test, type Locator, type Page } from '@playwright/test'
import { codeOf, mailIds, nextMail } from '../support/mailbox.ts'
import { typesHosted } from './hosted-field.ts'
import { Renter } from './renter.ts'

/** What a renter does between the mailed link and the signed agreement, the signature provider's page included. */
export class PrecheckoutScreens {
  readonly page: Page
  readonly renter: Renter

  constructor(page: Page) {
    this.page = page
    this.renter = new Renter(page)
  }

  /** Opens a link and agrees to the terms, where that was not done at check-in. */
  async enters(link: string): Promise<void> {
    await this.page.goto(link)
    await this.agrees()
  }

  async agrees(): Promise<void> {
    await expect(this.renter.screen('precheckout').locator('[data-amount="due"]')).toBeVisible()
    const terms = this.renter.field('terms')
    if (await terms.count() > 0) await terms.check()
  }

  /** Through review, steps and overview to the agreement, adding nothing. */
  async goesOnToAgreement(): Promise<void> {
    await this.renter.action('ProceedToRentalAgreement').click()
    await expect(this.renter.screen('precheckout-steps')).toBeVisible()
    await this.renter.action('Continue').click()
    await expect(this.renter.screen('overview-precheckout').locator('[data-amount="due"]')).toBeVisible()
    await this.renter.action('ProceedToRentalAgreement').click()
    await this.expectAgreement()
  }

  async expectAgreement(): Promise<void> {
    await expect(this.renter.screen('rental-agreement').locator('[data-part="totals"]')).toBeVisible()
    await expect(this.card('new')).toBeVisible()
  }

  card(value: string): Locator {
    return this.page.locator(`input[name="card"][value="${value}"]`)
  }

  step(name: 'AddDriver' | 'UpgradeVehicle' | 'Extras'): Locator {
    return this.page.locator(`[data-step="${name}"]`)
  }

  /** A screen with its heading: not only its frame is there. */
  async expectScreen(name: string): Promise<void> {
    await expect(this.renter.screen(name).getByRole('heading', { level: 1 })).toBeVisible()
  }

  async opensStep(name: 'AddDriver' | 'UpgradeVehicle' | 'Extras'): Promise<void> {
    await this.step(name).locator(`[data-action="${name}"]`).click()
  }

  modal(key: string): Locator {
    return this.page.locator(`[data-modal-keys="${key}"]`)
  }

  async closesModal(): Promise<void> {
    await this.page.locator('[role="dialog"] [data-action="Confirm"]').click()
  }

  /** A saved card behind the code that goes to the address on file (DEC-77). */
  async unlocksSavedCards(mail: string): Promise<void> {
    await this.card('saved').check()
    const before = await mailIds(mail)
    await this.renter.action('Code.send').click()
    await this.renter.field('code').fill(codeOf(await nextMail(mail, before)))
    await this.renter.field('code').press('Enter')
    await expect(this.card('saved-0')).toBeVisible()
  }

  /** Number and CVV are typed into the provider's own frames (PRECHK-27). */
  async typesNewCard(number: string): Promise<void> {
    await this.card('new').check()
    await expect(this.page.locator('[data-card-form="ready"]')).toBeVisible()
    await typesHosted(this.page, 'number', number)
    await this.renter.field('card_holder').fill('Maria Silva')
    await this.renter.field('month').fill('12')
    await this.renter.field('year').fill('2031')
    await typesHosted(this.page, 'cvv', '123')
  }

  async proceeds(): Promise<void> {
    await this.renter.action('Proceed').click()
  }

  async expectSignaturePage(): Promise<void> {
    await expect(this.page).toHaveURL(/^http:\/\/sign\.localhost/, { timeout: 40_000 })
  }

  /** Reads and types the name, on the provider's own page. */
  async signs(): Promise<void> {
    await this.expectSignaturePage()
    await this.page.locator('input[name="read"]').check()
    await this.page.locator('button[value="sign"]').click()
  }

  /** Does not want to sign, on the provider's own page. */
  async refusesToSign(): Promise<void> {
    await this.expectSignaturePage()
    await this.page.locator('button[value="refuse"]').click()
  }

  /**
   * Back at the end stays there (DEC-75). WebKit passes over entries that a script added while nobody pressed anything, so that it leads to the
   * provider's page, which says that the agreement is signed and leads back (docs/spec/browsers.md).
   */
  async comesBackToTheEnd(): Promise<void> {
    const end = this.renter.screen('complete-rental-agreement')
    if (test.info().project.name === 'webkit') {
      await this.expectSignaturePage()
      await expect(end).toHaveCount(0)
      await this.page.locator('a[href*="/completed/signed/"]').click()
    }
    await expect(end).toBeVisible()
  }

  /** The same without a pointer: the name is typed already, so only reading is confirmed. */
  async signsByKeyboard(): Promise<void> {
    await this.expectSignaturePage()
    const { page } = this
    for (const [selector, key] of [['input[name="read"]', 'Space'], ['button[value="sign"]', 'Enter']] as const) {
      const isReached = () => page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)
      for (let stop = 0; stop < 20 && !(await isReached()); stop += 1) await page.keyboard.press('Tab')
      await expect(page.locator(`${selector}:focus`)).toBeVisible()
      await page.keyboard.press(key)
    }
  }

  /** Writes a signature by hand instead of typing it, and does not send it yet. */
  async signsByHand(): Promise<void> {
    await this.page.locator('input[name="way"][value="drawn"]').check()
    const area = this.page.locator('canvas')
    await area.scrollIntoViewIfNeeded()
    const box = await area.boundingBox()
    if (!box) throw new Error('there is no area to draw in')
    await this.page.mouse.move(box.x + 20, box.y + 40)
    await this.page.mouse.down()
    await this.page.mouse.move(box.x + 120, box.y + 90, { steps: 5 })
    await this.page.mouse.move(box.x + 200, box.y + 30, { steps: 5 })
    await this.page.mouse.up()
  }
}
