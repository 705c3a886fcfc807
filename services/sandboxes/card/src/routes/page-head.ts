import { createHash } from 'node:crypto'

/** Languages of the provider's own pages; the first is for everybody else. */
export const languages = ['en', 'pt', 'fr'] as const
export type Language = (typeof languages)[number]

/** The first of the wanted ones that the provider speaks; `accept-language` may be among them. */
export const languageOf = (...wanted: readonly (string | null | undefined)[]): Language => {
  const spoken = wanted.flatMap((each) => (each ?? '').split(',')).map((each) => each.trim().slice(0, 2).toLowerCase())
  return spoken.flatMap((each) => languages.filter((language) => language === each))[0] ?? 'en'
}

export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[character] ?? '')

const sourceOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Headers of a page that shops show in a frame: only its own scripts, the one stylesheet, and only the shops as parents. */
export const framedPageHeaders = (style: string, shops: readonly string[]): Readonly<Record<string, string>> => ({
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  // `style-src-attr` stays closed: styles of the shop are set property by property, which no policy forbids.
  'content-security-policy': `default-src 'none'; script-src 'self'; style-src ${sourceOf(style)}; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors ${shops.join(' ')}; require-trusted-types-for 'script'; trusted-types 'none'`,
})
