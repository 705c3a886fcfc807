import type { Language } from '@checkin/remote'
import type { Preview } from './visit.ts'

const words: Readonly<Record<Language, { readonly preview: string; readonly until: string; readonly end: string }>> = {
  en: { preview: 'Preview, not what renters see', until: 'until', end: 'End preview' },
  pt: { preview: 'Pré-visualização, não é o que os clientes veem', until: 'até', end: 'Terminar' },
  fr: { preview: 'Aperçu, les clients ne voient pas cela', until: "jusqu'à", end: "Terminer l'aperçu" },
}

/** Says on every page of a preview that it is one, and how to leave it. Names come from the registry's signature and hold no markup. */
export function withBanner(html: string, preview: Preview | null, language: Language): string {
  if (!preview) return html
  const { preview: what, until, end } = words[language]
  const banner = `<aside data-preview="${preview.id}" style="position:sticky;top:0;z-index:9999;background:#5b2a86;color:#fff;font:600 .875rem/1.4 system-ui,sans-serif;padding:6px 16px;display:flex;gap:12px;flex-wrap:wrap;justify-content:center">`
    + `<span>${what}: ${preview.shows.join(', ')} (${until} ${preview.expires.slice(0, 16).replace('T', ' ')} UTC)</span> <a href="/preview/end" style="color:#fff">${end}</a></aside>`
  return html.replace('<body>', () => `<body>\n${banner}`)
}
