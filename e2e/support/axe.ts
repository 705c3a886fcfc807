import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** No violation of any rule on what is shown now; the message names rule and element. `foreign` is left out: a frame with a page of
 * somebody else, whose landmarks are its own. */
export async function expectAccessible(page: Page, where: string, foreign?: string): Promise<void> {
  // Results of frames are gathered in an empty page of its own. Without frames that takes twice as long as the rules for nothing, and only Chromium
  // keeps such a page alive until they are: the others look at the page alone.
  const isAlone = page.frames().length === 1 || page.context().browser()?.browserType().name() !== 'chromium'
  const axe = new AxeBuilder({ page }).options({ runOnly: rules, resultTypes: ['violations'] }).setLegacyMode(isAlone)
  const { violations } = await (foreign === undefined ? axe : axe.exclude(foreign)).analyze()
  expect(violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.target.join(' ')).join(', ')}`), `axe on ${where}`).toEqual([])
}
