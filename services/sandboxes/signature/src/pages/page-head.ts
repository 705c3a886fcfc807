import { createHash } from 'node:crypto'
import { style } from './style.ts'

export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[sign] ?? sign)

const styleSource = `'sha256-${createHash('sha256').update(style).digest('base64')}'`

/** Headers of a page: only its own scripts, and a form that ends here or at the shop's origin, to which a renter is sent back. */
export const pageHeaders = (backTo: string | null): Readonly<Record<string, string>> => ({
  'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff',
  'content-security-policy': `default-src 'none'; script-src 'self'; style-src ${styleSource}; img-src 'self' data:; form-action 'self'${backTo === null ? '' : ` ${backTo}`}; base-uri 'none'; frame-ancestors 'none'`,
})

/** One page of the provider. */
export const page = (language: string, title: string, body: string, scripts = ''): string => `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${escaped(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,"><style>${style}</style>${scripts}</head>
<body><header><p class="brand">Sign<span>.localhost</span></p></header><main>${body}</main></body></html>
`
