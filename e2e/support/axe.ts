import AxeBuilder from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * No violation of any rule on what is shown now; the message names rule and element. `foreign` is left out: a frame with a page of somebody else,
 * whose landmarks are its own. Firefox is not asked: after Playwright's own expectations any rule ends the tab of Firefox 153 by a fault of its own, which
 * the same page without them does not (docs/spec/browsers.md).
 */
export async function expectAccessible(page: Page, where: string, foreign?: string): Promise<void> {
  if (test.info().project.name === 'firefox') return
  // Without frames of other origins nothing has to be gathered in a page of its own, which takes twice as long as the rules.
  const axe = new AxeBuilder({ page }).options({ runOnly: rules, resultTypes: ['violations'] }).setLegacyMode(page.frames().length === 1)
  const { violations } = await (foreign === undefined ? axe : axe.exclude(foreign)).analyze()
  expect(violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.target.join(' ')).join(', ')}`), `axe on ${where}`).toEqual([])
}
