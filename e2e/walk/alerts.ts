import { expect, type BrowserContext, type Page } from '@playwright/test'

/**
 * The messages that pages of a renter's browser have shown. A toast stays 2.6 s (CONST-24), which is shorter than the time between two looks of a
 * busy machine, so the page itself says what it shows.
 */
export class Alerts {
  private readonly shown = new Set<string>()

  /** Begins to listen on every page that the browser opens from now on. */
  static async of(context: BrowserContext): Promise<Alerts> {
    const alerts = new Alerts()
    await context.exposeBinding('walkSeesAlert', (_source, key: string) => { alerts.shown.add(key) })
    await context.addInitScript(() => {
      const known = new WeakMap<Element, string>()
      new MutationObserver(() => {
        for (const element of document.querySelectorAll('[data-alert-key]')) {
          const key = element.getAttribute('data-alert-key') ?? ''
          if (known.get(element) === key) continue
          known.set(element, key)
          ;(window as unknown as { readonly walkSeesAlert: (key: string) => void }).walkSeesAlert(key)
        }
      }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-alert-key'] })
    })
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
}
