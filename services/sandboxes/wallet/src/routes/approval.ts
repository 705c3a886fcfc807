import { createHash } from 'node:crypto'
import type { Order } from '../orders/order.ts'

const languages = ['en', 'pt', 'fr'] as const
type Language = (typeof languages)[number]

const words: Readonly<Record<Language, Readonly<Record<'title' | 'intro' | 'approve' | 'cancel' | 'test' | 'over' | 'missing', string>>>> = {
  en: {
    title: 'Pay with the test wallet', intro: 'The shop asks for', approve: 'Approve', cancel: 'Cancel and go back', test: 'This is a test. No money moves.',
    over: 'This payment can no longer be approved.', missing: 'There is no such payment.',
  },
  pt: {
    title: 'Pagar com a carteira de teste', intro: 'A loja pede', approve: 'Aprovar', cancel: 'Cancelar e voltar', test: 'Isto é um teste. Não há movimento de dinheiro.',
    over: 'Este pagamento já não pode ser aprovado.', missing: 'Este pagamento não existe.',
  },
  fr: {
    title: 'Payer avec le portefeuille de test', intro: 'La boutique demande', approve: 'Approuver', cancel: 'Annuler et revenir', test: 'Ceci est un essai. Aucun argent ne circule.',
    over: 'Ce paiement ne peut plus être approuvé.', missing: "Ce paiement n'existe pas.",
  },
}

const style = `
:root { color-scheme: light dark; --ink: #221c35; --soft: #5d5675; --ground: #f4f2fa; --paper: #fff; --strong: #4b2fa3; --on-strong: #fff }
@media (prefers-color-scheme: dark) { :root { --ink: #ece9f6; --soft: #b3adc7; --ground: #15121f; --paper: #201b2e; --strong: #b9a6ff; --on-strong: #17122a } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--ground); color: var(--ink); font: 1.0625rem/1.5 system-ui, sans-serif }
main { width: min(100%, 27rem); padding: 1.5rem; background: var(--paper); border-radius: 1rem }
h1 { font-size: 1.35rem; line-height: 1.25; margin: 0 0 1rem }
p { margin: 0 0 1rem; overflow-wrap: anywhere }
.amount { font-size: 2rem; font-weight: 700; line-height: 1.2; margin-block-end: .25rem }
.soft { color: var(--soft) }
button { width: 100%; margin-block-start: .75rem; padding: .8rem 1rem; font: inherit; font-weight: 600; border-radius: .6rem; border: 1px solid var(--strong); background: transparent; color: var(--strong) }
button.main { background: var(--strong); color: var(--on-strong) }
:focus-visible { outline: 3px solid var(--strong); outline-offset: 2px }
`

const styleSource = `'sha256-${createHash('sha256').update(style).digest('base64')}'`

/** Headers of the page. It may not be framed, and its form leads to itself and from there to the shop. */
export const pageHeaders = (shopOrigin: string | null): Readonly<Record<string, string>> => ({
  'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff',
  // A browser applies `form-action` to where a form's answer redirects to as well.
  'content-security-policy': `default-src 'none'; style-src ${styleSource}; form-action 'self'${shopOrigin === null ? '' : ` ${shopOrigin}`}; base-uri 'none'; frame-ancestors 'none'`,
})

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[character] ?? '')

/** The first of the wanted ones that the wallet speaks; `accept-language` may be among them. */
export const languageOf = (...wanted: readonly (string | null | undefined)[]): Language => {
  const spoken = wanted.flatMap((each) => (each ?? '').split(',')).map((each) => each.trim().slice(0, 2).toLowerCase())
  return spoken.flatMap((each) => languages.filter((language) => language === each))[0] ?? 'en'
}

const page = (language: Language, content: string): string => `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${words[language].title}</title><link rel="icon" href="data:,"><style>${style}</style></head>
<body><main><h1>${words[language].title}</h1>${content}</main></body></html>
`

/** The customer's question: approve, cancel, or close the window and do nothing. */
export function approvalPage(order: Order, language: Language): string {
  const text = words[language]
  const amount = new Intl.NumberFormat(language, { style: 'currency', currency: order.currency }).format(Number(order.amount))
  return page(language, `<p class="soft">${text.intro}</p><p class="amount">${escaped(amount)}</p><p>${escaped(order.description)}</p>
<form method="post"><button class="main" name="answer" value="approve">${text.approve}</button><button name="answer" value="cancel">${text.cancel}</button></form>
<p class="soft"><small>${text.test}</small></p>`)
}

export const overPage = (language: Language, reason: 'over' | 'missing'): string => page(language, `<p role="alert">${words[language][reason]}</p>`)
