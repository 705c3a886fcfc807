import type { Language } from '@checkin/remote'
import { pagesIn } from 'drawn-shell'
import type { Drawn } from './draw.ts'
import { htmlOf } from './html-of.ts'

const content = /(<main[^>]*>)([\s\S]*)(<\/main>)/

/** Draws the shell's pages. Their layouts differ around the content only, so the wide one is kept without it. */
export async function draw(language: Language): Promise<Drawn> {
  const drawn: Record<string, { html: string; wide: string }> = {}
  for (const [name, page] of Object.entries(await pagesIn(language))) {
    const html = await htmlOf(page.narrow)
    const wide = await htmlOf(page.wide)
    if (content.exec(html)?.[0] !== content.exec(wide)?.[0]) throw new Error('The content of the page differs by layout: the browser could not move it')
    drawn[name] = { html, wide: wide.replace(content, '$1$3') }
  }
  return drawn
}
