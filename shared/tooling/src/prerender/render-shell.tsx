import { initI18n } from '@checkin/i18n'
import type { Language } from '@checkin/remote'
import { pagesIn, type RenderedPage } from 'rendered-shell'
import type { RenderedScreens } from './render.ts'
import { withMarkedTexts } from './marked-texts.ts'
import { toHtml } from './to-html.ts'

const content = /(<main[^>]*>)([\s\S]*)(<\/main>)/

/** One page in both layouts, which differ around the content only: the wide one is kept without it. */
async function bothLayouts(page: RenderedPage): Promise<{ html: string; wide: string }> {
  const html = await toHtml(page.narrow)
  const wide = await toHtml(page.wide)
  if (content.exec(html)?.[0] !== content.exec(wide)?.[0]) throw new Error('The content of the page differs by layout: the browser could not move it')
  return { html, wide: wide.replace(content, '$1$3') }
}

/** Renders the shell's pages, their texts marked. */
export async function render(language: Language): Promise<RenderedScreens> {
  const rendered: Record<string, RenderedScreens[string]> = {}
  const pages = await pagesIn(language)
  const i18n = await initI18n({ language })
  for (const [name, page] of Object.entries(pages)) {
    rendered[name] = await withMarkedTexts(i18n, `The page around ${name}`, async () => ({ ...await bothLayouts(page), without: { modules: [...page.without.modules], ...await bothLayouts(page.without) } }))
  }
  return rendered
}
