import { expect, type FileChooser, type Page } from '@playwright/test'

/** Most stops of Tab that a screen may have before what is looked for. */
const patience = 60

/** A renter without a mouse: goes by Tab, presses by Enter, types. */
export class Keyboard {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  private isAt(selector: string): Promise<boolean> {
    return this.page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)
  }

  /** Tabs on, or back, until the focus is at what a person would look for; fails when it is not to be reached. */
  async reaches(selector: string, direction: 'on' | 'backwards' = 'on'): Promise<void> {
    for (let stop = 0; stop < patience; stop += 1) {
      if (await this.isAt(selector)) return
      await this.page.keyboard.press(direction === 'on' ? 'Tab' : 'Shift+Tab')
    }
    expect(await this.isAt(selector), `Tab reaches ${selector}`).toBe(true)
  }

  /** Opens the dialog of a file input and chooses a file there. */
  async chooses(name: string, file: Parameters<FileChooser['setFiles']>[0]): Promise<void> {
    // Before the keys that lead there: a dialog that opens before the browser knows of this is nobody's.
    const chooser = this.page.waitForEvent('filechooser')
    await this.reaches(`input[name="${name}"]`)
    await this.page.keyboard.press('Enter')
    await (await chooser).setFiles(file)
  }

  async types(name: string, text: string): Promise<void> {
    await this.reaches(`input[name="${name}"]`)
    await this.page.keyboard.press('ControlOrMeta+a')
    await this.page.keyboard.type(text)
  }

  /** Types a part of a name and takes the first that fits. */
  async picks(name: string, text: string): Promise<void> {
    await this.types(name, text)
    await this.page.keyboard.press('ArrowDown')
    await this.page.keyboard.press('Enter')
  }

  /** Types a name or code and goes on: what is highlighted is taken (DEC-103). */
  async names(name: string, text: string, taken: string): Promise<void> {
    await this.types(name, text)
    await this.page.keyboard.press('Tab')
    await expect(this.page.locator(`input[name="${name}"]`)).toHaveValue(taken)
  }

  /** Opens the dialog of a date, types its three parts and confirms; the focus is back at the button afterwards. */
  async dates(name: string, [day, month, year]: readonly [string, string, string]): Promise<void> {
    await this.reaches(`button[data-field="${name}"]`)
    await this.page.keyboard.press('Enter')
    await expect(this.page.getByRole('dialog')).toBeVisible()
    for (const [part, text] of [['day', day], ['month', month], ['year', year]] as const) await this.types(`${name}.${part}`, text)
    await this.presses('UseDate')
    await expect(this.page.getByRole('dialog')).toHaveCount(0)
    expect(await this.isAt(`button[data-field="${name}"]`), 'the focus is back where it was').toBe(true)
  }

  /** Types a known date where it stands on the page (DEC-178). */
  async typesDate(name: string, parts: readonly [string, string, string], taken: string): Promise<void> {
    for (const [place, part] of (['day', 'month', 'year'] as const).entries()) await this.types(`${name}.${part}`, parts[place] ?? '')
    await this.page.keyboard.press('Tab')
    await expect(this.page.locator(`input[name="${name}"]`)).toHaveValue(taken)
  }

  /** Types a card into the provider's fields, which stand in frames: the focus goes into them as into any other field. */
  async typesCard(): Promise<void> {
    await expect(this.page.locator('[data-card-form="ready"]')).toBeVisible()
    await this.reaches('[data-hosted="number"] iframe')
    await this.page.keyboard.type('4111111111111111')
    await this.types('card_holder', 'Maria Silva')
    await this.types('expiry', '12/31')
    await this.reaches('[data-hosted="cvv"] iframe')
    await this.page.keyboard.type('123')
  }

  async presses(action: string): Promise<void> {
    await this.reaches(`[data-action="${action}"]`)
    await this.page.keyboard.press('Enter')
  }
}
