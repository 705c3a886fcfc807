import { expect, type BrowserContext, type Page } from '@playwright/test'

/** Runs in the page: reports each message that it shows, once, with its words. */
function watch(): void {
  const known = new WeakMap<Element, string>()
  const look = (): void => {
    for (const element of document.querySelectorAll('[data-alert-key]')) {
      const key = element.getAttribute('data-alert-key') ?? ''
      if (known.get(element) === key) continue
      known.set(element, key)
      ;(window as unknown as { readonly alertShown: (key: string, text: string) => void }).alertShown(key, element.textContent)
    }
  }
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-alert-key'] })
}

/**
 * The messages that pages of a renter's browser have shown. A toast stays 2.6 s (CONST-24), which is shorter than the time between two looks of a
 * busy machine, so the page itself says what it shows. A refusal stands longer than its toast and needs none of this (`Renter.says`, DEC-102).
 */
export class Alerts {
  private readonly shown = new Map<string, string>()

  /** Begins to listen on every page that the browser has open or opens from now on. */
  static async of(context: BrowserContext): Promise<Alerts> {
    const alerts = new Alerts()
    await context.exposeBinding('alertShown', (_source, key: string, text: string) => { alerts.shown.set(key, text) })
    await context.addInitScript(watch)
    await Promise.all(context.pages().map((page) => page.evaluate(watch)))
    return alerts
  }

  /** What was shown before would be taken for what the next step shows. */
  forget(): void {
    this.shown.clear()
  }

  /** The message, or any where none is named, is shown or was since the step began. */
  async expect(page: Page, key?: string): Promise<void> {
    const isThere = page.locator(key === undefined ? '[data-alert-key]' : `[data-alert-key="${key}"]`).first()
    await expect.poll(async () => (key === undefined ? this.shown.size > 0 : this.shown.has(key)) || await isThere.isVisible(), { message: `the alert ${key ?? ''}` }).toBe(true)
  }

  /** The message is shown or was, in these words. */
  async expectText(key: string, text: string): Promise<void> {
    await expect.poll(() => this.shown.get(key), { message: `the alert ${key}` }).toBe(text)
  }
}
