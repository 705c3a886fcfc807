import { expect, type Locator, type Page } from '@playwright/test'
import { port } from '../support/addresses.ts'

/** What an operator does at the console, in an operator's words. */
export class Operator {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async signsIn(token: string, path = '/releases'): Promise<void> {
    await this.page.goto(`http://ops.localhost:${port + 1}${path}`)
    await this.page.getByLabel('Token').fill(token)
    await this.page.getByRole('button', { name: 'Sign in' }).click()
    await expect(this.page.getByRole('navigation', { name: 'Console' })).toBeVisible()
  }

  async goesTo(place: string): Promise<void> {
    await this.page.getByRole('link', { name: place, exact: true }).click()
    await expect(this.page.getByRole('heading', { level: 1 })).toBeVisible()
  }

  /** From the code that a renter reads out to the address of a preview of what that renter had. */
  async previewsWhat(code: string): Promise<string> {
    await this.page.getByLabel(/letters and digits/).fill(code.toLowerCase().replace('-', ' '))
    await this.page.getByRole('button', { name: 'Find' }).click()
    await this.page.getByRole('article', { name: `Failure ${code}` }).getByRole('button', { name: 'Make a preview of this set' }).click()
    return await this.page.getByRole('link', { name: 'Open the preview' }).getAttribute('href') ?? ''
  }

  /** A cell of the matrix of hosts and modules. */
  cell(host: string, module: string): Locator {
    return this.page.locator(`tr[data-host="${host}"] td[data-module="${module}"]`)
  }

  /** What a tenant's own page says of now, and changes at once. */
  now(): Locator {
    return this.page.getByRole('region', { name: 'Now' })
  }

  /** Freezes the tenant whose page is open for the weekend before Christmas 2030. */
  async freezesAWeekend(): Promise<void> {
    await this.now().getByLabel('Why').fill('the office is closed')
    await this.now().getByLabel('Freeze from').fill('2030-12-20T18:00')
    await this.now().getByLabel('until', { exact: true }).fill('2030-12-23T06:00')
    await this.now().getByRole('button', { name: 'Freeze' }).click()
    await expect(this.page.getByText('Releases stay as they are from 2030-12-20 18:00 until 2030-12-23 06:00')).toBeVisible()
  }

  /** Ends that freeze. */
  async liftsTheFreeze(): Promise<void> {
    await this.page.goto(new URL('/rollouts', this.page.url()).href)
    const freeze = this.page.getByRole('listitem').filter({ hasText: 'from 2030-12-20 18:00 until 2030-12-23 06:00' })
    await freeze.getByRole('button', { name: 'Lift' }).click()
    await expect(freeze).toHaveCount(0)
  }

  /** Kills a version from the page of a tenant that has it as a canary. */
  async kills(version: string): Promise<void> {
    await this.now().getByLabel('Why').fill('it shows another renter\'s extras')
    await this.chooses('Kill a version', version)
    await this.now().getByRole('button', { name: 'Kill', exact: true }).click()
    await this.page.getByRole('button', { name: 'Kill it' }).click()
    await expect(this.page.getByText(`${version} is withdrawn`)).toBeVisible()
    await expect(this.now().locator('.pill.canary')).toHaveCount(0)
  }

  /** Chooses an option of a labelled select; long lists are searched. */
  async chooses(label: string, option: string | RegExp): Promise<void> {
    const select = this.page.getByLabel(label, { exact: true })
    await select.click()
    if (typeof option === 'string') await select.pressSequentially(option.slice(0, 8)).catch(() => undefined)
    await this.page.locator('.ant-select-dropdown:visible').getByTitle(option).first().click()
  }

  /** Opens the money of a reservation by the address that the page itself makes. */
  async opensMoney(company: string, reference: string): Promise<void> {
    await this.page.goto(new URL(`/money?company=${company}&reference=${reference}`, this.page.url()).href)
    await expect(this.page.locator('[data-money="answered"]')).toBeVisible()
  }

  /** Gives an order about the money of the reservation that is shown; answers its row. */
  async ordersMoney(order: string, { payment, amount }: { readonly payment?: RegExp; readonly amount?: string } = {}): Promise<Locator> {
    const rows = this.page.locator('[data-money] article[data-order]')
    const before = await rows.count()
    await this.chooses('Order', order)
    if (payment) await this.chooses('Payment', payment)
    if (amount !== undefined) await this.page.getByLabel(/^Amount in/).fill(amount)
    await this.page.getByLabel('Reason').fill('as agreed at the counter')
    await this.page.getByRole('button', { name: 'Give the order' }).click()
    await expect(rows).toHaveCount(before + 1)
    return rows.first()
  }

  /** The row of an order on the page of somebody else, who approves it. */
  async approves(orderId: string): Promise<void> {
    const row = this.page.locator(`article[data-order="${orderId}"]`).first()
    await row.getByRole('button', { name: 'Approve' }).click()
    await expect(row).toHaveCount(0)
  }
}
