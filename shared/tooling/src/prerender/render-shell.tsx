import type { Language } from '@checkin/remote'
import { pagesIn, type DrawnPage } from 'drawn-shell'
import type { Drawn } from './draw.ts'
import { htmlOf } from './html-of.ts'

const content = /(<main[^>]*>)([\s\S]*)(<\/main>)/

/** One page in both layouts, which differ around the content only: the wide one is kept without it. */
async function bothLayouts(page: DrawnPage): Promise<{ html: string; wide: string }> {
  const html = await htmlOf(page.narrow)
  const wide = await htmlOf(page.wide)
  if (content.exec(html)?.[0] !== content.exec(wide)?.[0]) throw new Error('The content of the page differs by layout: the browser could not move it')
  return { html, wide: wide.replace(content, '$1$3') }
}

/** Draws the shell's pages. */
export async function draw(language: Language): Promise<Drawn> {
  const drawn: Record<string, Drawn[string]> = {}
  for (const [name, page] of Object.entries(await pagesIn(language))) {
    drawn[name] = { ...await bothLayouts(page), without: { modules: [...page.without.modules], ...await bothLayouts(page.without) } }
  }
  return drawn
}
