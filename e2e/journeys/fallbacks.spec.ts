import { expect, test } from '@playwright/test'
import { Renter } from '../pages/renter.ts'
import { expectAccessible } from '../support/axe.ts'
import { viewports } from '../support/viewports.ts'

const words = {
  pt: { detour: 'Esta etapa fez um desvio', counter: 'O check-in continua ao balcão', support: 'Código para o apoio: ' },
  fr: { detour: 'Cette étape fait un détour', counter: 'L’enregistrement continue au comptoir', support: 'Code pour l’assistance : ' },
} as const

for (const [language, tenant, width] of [['pt', 'costaverde', 'mobile'], ['fr', 'islandcars', 'desktop']] as const) {
  test(`a step that does not come is told in the renter's language and accessible, and so is the way to the counter, ${language} ${width} (SHELL-02)`, async ({ browser }) => {
    const context = await browser.newContext({ viewport: viewports[width], locale: language, reducedMotion: 'reduce' })
    const page = await context.newPage()
    await page.route('**/assets/mfe-verification/**/remoteEntry.js*', (call) => call.abort())
    const renter = new Renter(page)
    await renter.opens(tenant)
    for (const [title, onward] of [[words[language].detour, 'Detour.counter'], [words[language].counter, 'BackToHome']] as const) {
      const heading = page.getByRole('heading', { level: 1 })
      await expect(heading).toHaveText(title)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      // The first screen of a page takes no focus and is an alert; afterwards the focus on the heading says that the screen changed.
      if (onward === 'BackToHome') await expect(heading).toBeFocused()
      else await expect(page.getByRole('alert').filter({ hasText: title })).toBeVisible()
      await expect(page.getByText(words[language].support)).toBeVisible()
      await expectAccessible(page, `${title}, ${width}`)
      if (onward === 'Detour.counter') await renter.action(onward).click()
    }
    await context.close()
  })
}
