import { expect, type Locator, type Page } from '@playwright/test'

/** Milliseconds for which a toast is there (SHELL-75). */
const toast = 2600

/** What the server answers calls of one method: refused as `next` says, or as it would where that is null. */
export interface Refusing {
  next: readonly [status: number, code: string | null, data?: unknown] | null
}

/** Lets the server refuse calls of a method from when `next` says how. */
export async function refuses(page: Page, path: string, method: 'GET' | 'POST' | 'PUT'): Promise<Refusing> {
  const answer: Refusing = { next: null }
  await page.route(path, async (route) => {
    if (route.request().method() !== method || answer.next === null) return route.continue()
    const [status, code, data = null] = answer.next
    return route.fulfill({ status, headers: { 'retry-after': '120' }, json: { data, status, title: '', code, requestId: 'refused-by-the-test' } })
  })
  return answer
}

/** What was refused is said in words where the renter is, and still when a toast would have gone. The page's clock is the test's own (`page.clock.install`). */
export async function expectStays(page: Page, words: Locator): Promise<void> {
  await expect(words).toBeVisible()
  await page.clock.runFor(toast * 4)
  await expect(page.locator('[data-alert-key]')).toHaveCount(0)
  await expect(words).toBeVisible()
  await expect(words).toBeInViewport()
  await expect(words).not.toHaveText(/^$|FieldsError|Notice\./)
}
