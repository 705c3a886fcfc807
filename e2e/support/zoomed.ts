import { expect, type Locator, type Page } from '@playwright/test'

/** A window of 1280 x 1024 at 400 %, in CSS pixels (WCAG 1.4.10). */
export const zoomed = { width: 320, height: 256 } as const

/** Nothing has to be scrolled sideways to be read (WCAG 1.4.10). */
export async function expectNoSidewaysScroll(page: Page, where: string): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), `${where} scrolls sideways`).toBeLessThanOrEqual(0)
}

/** Names of controls that, once focused, lie wholly behind what stays in its place: bars, or a note over the page (WCAG 2.4.11). */
const hiddenControls = (main: Element): string[] => {
  const controls = [...main.querySelectorAll<HTMLElement>('a[href], button, input:not([type="hidden"]), select, textarea, [tabindex="0"]')]
    .filter((each) => !each.hasAttribute('disabled') && each.tabIndex >= 0 && each.checkVisibility() && each.getBoundingClientRect().width > 2)
  return controls.flatMap((control) => {
    control.focus()
    const { left, right, top, bottom } = control.getBoundingClientRect()
    const [from, to] = [Math.max(0, top), Math.min(innerHeight, bottom)]
    const spots = [0.15, 0.5, 0.85].flatMap((down) => [0.15, 0.5, 0.85].map((along) => document.elementFromPoint(left + (right - left) * along, from + (to - from) * down)))
    const isSeen = to > from && spots.some((spot) => spot !== null && (control.contains(spot) || spot.contains(control) || spot.closest('label')?.htmlFor === control.id))
    return isSeen ? [] : [control.getAttribute('name') ?? control.dataset['action'] ?? control.outerHTML.slice(0, 80)]
  })
}

/** No control that has the focus is hidden by the bar of buttons, the header or a note (WCAG 2.4.11). */
export async function expectNothingHidden(screen: Locator, where: string): Promise<void> {
  expect(await screen.evaluate(hiddenControls), `controls of ${where} that cannot be seen when they have the focus`).toEqual([])
}
