import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import type { FastifyInstance } from 'fastify'

/** Languages of the providers' own pages; the first is for everybody else. A list of their own: providers share nothing with the product (decision 0055). */
export const languages = ['en', 'pt', 'fr', 'de', 'es', 'it', 'nl', 'ar'] as const
export type Language = (typeof languages)[number]

/** The first of the wanted ones that the provider has; `accept-language` may be among them. */
export const languageOf = (...wanted: readonly (string | null | undefined)[]): Language => {
  const asked = wanted.flatMap((each) => (each ?? '').split(',')).map((each) => each.trim().slice(0, 2).toLowerCase())
  return asked.flatMap((each) => languages.filter((language) => language === each))[0] ?? 'en'
}

/** Text for HTML: nothing of it becomes markup. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[character] ?? '')

/** An amount as a customer reads it, with the decimals that the shop wrote; `amount` is a decimal text in major units, as `159.15`. */
export function amountIn(language: Language, amount: string, currency: string): string {
  const places = amount.split('.')[1]?.length ?? 0
  return new Intl.NumberFormat(language === 'ar' ? 'ar-u-nu-latn' : language, { style: 'currency', currency, minimumFractionDigits: places, maximumFractionDigits: places }).format(Number(amount))
}

export interface Page {
  readonly language: string
  readonly title: string
  readonly style: string
  readonly body: string
  readonly head?: string
  /** Of the root element, each with a space before it. */
  readonly attributes?: string
}

export const page = ({ language, title, style, body, head = '', attributes = '' }: Page): string => `<!doctype html>
<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"${attributes}><head><meta charset="utf-8"><title>${escaped(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,"><style>${style}</style>${head}</head>
<body>${body}</body></html>
`

/** Headers of a page with one stylesheet. It runs nothing and is framed by nobody unless `policy`, directives of its CSP, says so. */
export const pageHeaders = (style: string, policy: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> => {
  const source = `'sha256-${createHash('sha256').update(style).digest('base64')}'`
  const directives = { 'default-src': "'none'", 'style-src': source, 'base-uri': "'none'", 'form-action': "'self'", 'frame-ancestors': "'none'", ...policy }
  return {
    'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff',
    'content-security-policy': Object.entries(directives).map(([name, value]) => `${name} ${value}`).join('; '),
  }
}

/** Reads forms as objects of texts. */
export function readForms(app: FastifyInstance, bodyLimit?: number): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', ...(bodyLimit !== undefined && { bodyLimit }) }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))))
  })
}

export const scriptHeaders = { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'public, max-age=300', 'x-content-type-options': 'nosniff' } as const

/** A TypeScript file as JavaScript for browsers: only its types are taken out, so that what runs is what is written. */
export const browserCode = (file: string): string => stripTypeScriptTypes(readFileSync(file, 'utf8'))
