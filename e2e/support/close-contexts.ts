import { test } from '@playwright/test'

/** Closes what a journey of this file opened and left: Playwright keeps it until all are over, and an open page goes on asking its server. */
export function closesWhatIsLeft(): void {
  test.afterEach(async ({ browser }) => {
    await Promise.all(browser.contexts().map((context) => context.close()))
  })
}
