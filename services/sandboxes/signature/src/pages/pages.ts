import { escaped, page, pageHeaders, type Language } from '@checkin/sandbox-kit'
import type { Agreement } from '../agreements/agreement.ts'
import type { TextBlock } from '../agreements/document-text.ts'
import ar from './locales/ar.json' with { type: 'json' }
import de from './locales/de.json' with { type: 'json' }
import en from './locales/en.json' with { type: 'json' }
import es from './locales/es.json' with { type: 'json' }
import fr from './locales/fr.json' with { type: 'json' }
import it from './locales/it.json' with { type: 'json' }
import nl from './locales/nl.json' with { type: 'json' }
import pt from './locales/pt.json' with { type: 'json' }

/** The provider has a look of its own: a renter sees that this is another house. */
const style = `
:root { color-scheme: light; --ink: #1d2433; --quiet: #4c566b; --line: #7d879b; --blue: #1d4ed8; --red: #a8201a; --paper: #fff; --ground: #eef1f7 }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif }
header { background: var(--ink); color: #fff; padding: .75rem 1rem }
.brand { margin: 0 auto; max-width: 46rem; font-weight: 700 }
.brand span { font-weight: 400; opacity: .8 }
main { max-width: 46rem; margin: 0 auto; padding: 1rem }
h1 { font-size: 1.5rem; line-height: 1.25; margin: .5rem 0 .75rem }
h2 { font-size: 1.15rem; margin: 1.5rem 0 .5rem }
.document { background: var(--paper); border: 1px solid var(--line); border-radius: .5rem; padding: 1rem; max-height: 26rem; overflow: auto }
.document h3 { font-size: 1.1rem; margin: 0 0 .5rem }
.document h4 { font-size: 1rem; margin: 1.1rem 0 .25rem }
.document p { margin: 0; padding: .2rem 0; overflow-wrap: anywhere }
.document .row { display: grid; grid-template-columns: minmax(7rem, 1fr) 2fr; gap: .75rem; border-bottom: 1px solid #e2e6ee }
.document .row.many { grid-template-columns: 1fr auto auto }
.document .row.many span:not(:first-child) { text-align: end }
form { background: var(--paper); border: 1px solid var(--line); border-radius: .5rem; padding: 1rem; margin-top: 1rem }
form h2:first-child, .document > :first-child { margin-top: 0 }
fieldset { border: 0; margin: 0 0 1rem; padding: 0 }
legend { font-weight: 600; padding: 0; margin-bottom: .25rem }
label { display: block }
label.choice { display: flex; gap: .6rem; align-items: flex-start; min-height: 2.75rem; padding: .5rem 0 }
input[type=radio], input[type=checkbox] { inline-size: 1.35rem; block-size: 1.35rem; margin: .1rem 0 0; accent-color: var(--blue); flex: none }
input[type=text] { width: 100%; min-height: 2.75rem; font: inherit; padding: .5rem .75rem; border: 1px solid var(--line); border-radius: .4rem }
input[name=name] { font-size: 1.2rem }
.pad { border: 1px dashed var(--line); border-radius: .4rem; background: #fbfcff }
canvas { display: block; width: 100%; height: 10rem; touch-action: none }
.typed { margin: .5rem 0 0; min-height: 3rem; font: italic 1.9rem/1.3 'Segoe Script', 'Bradley Hand', 'Snell Roundhand', cursive; overflow-wrap: anywhere; color: #16307a }
button { font: inherit; font-weight: 600; min-height: 2.75rem; padding: .5rem 1.25rem; border-radius: .4rem; border: 1px solid var(--blue); background: var(--blue); color: #fff; cursor: pointer }
button.plain { background: transparent; color: var(--blue) }
button.refuse { background: transparent; border-color: var(--red); color: var(--red) }
.buttons { display: flex; flex-wrap: wrap; gap: .75rem; justify-content: space-between; margin-top: 1rem }
a { color: var(--blue) }
a.button { display: inline-block; font-weight: 600; min-height: 2.75rem; padding: .6rem 1.25rem; border-radius: .4rem; background: var(--blue); color: #fff; text-decoration: none }
:focus-visible { outline: 3px solid var(--blue); outline-offset: 2px }
.problem { border: 2px solid var(--red); border-radius: .4rem; padding: .6rem .75rem; color: var(--red); background: #fff4f3; margin: 0 0 1rem }
.quiet { color: var(--quiet); font-size: .95rem }
[hidden] { display: none }
`

type Messages = Readonly<Record<keyof typeof en, string>>
export const catalogues: Readonly<Record<Language, Messages>> = { ar, de, en, es, fr, it, nl, pt }

/** Headers of a page: only its own scripts, and a form that ends here or at the shop's origin, to which a renter is sent back. */
export const signPageHeaders = (backTo: string | null): Readonly<Record<string, string>> =>
  pageHeaders(style, { 'script-src': "'self'", 'img-src': "'self' data:", 'form-action': `'self'${backTo === null ? '' : ` ${backTo}`}` })

const providerPage = (language: Language, title: string, body: string, head = ''): string =>
  page({ language, title, style, head, body: `<header><p class="brand">Sign<span>.localhost</span></p></header><main>${body}</main>` })

/** What is missing of a signature. */
export type SignProblem = 'name' | 'drawing' | 'read'

export interface SignPage {
  readonly agreement: Agreement
  readonly blocks: readonly TextBlock[]
  readonly problem: SignProblem | null
  /** What was entered before the problem. */
  readonly typed?: { readonly name: string; readonly way: 'typed' | 'drawn'; readonly read: string }
}

function blockHtml({ kind, parts }: TextBlock): string {
  if (kind === 'title') return `<h3>${escaped(parts.join(' '))}</h3>`
  if (kind === 'heading') return `<h4>${escaped(parts.join(' '))}</h4>`
  if (parts.length === 1) return `<p>${escaped(parts[0] ?? '')}</p>`
  return `<p class="row${parts.length > 2 ? ' many' : ''}">${parts.map((part) => `<span>${escaped(part)}</span>`).join(' ')}</p>`
}

/** Reading and signing on one page. Everything but drawing works without script and by keyboard. */
export function signPage({ agreement: { key, title, language, signer }, blocks, problem, typed }: SignPage): string {
  const messages = catalogues[language]
  const text = (key: keyof Messages): string => escaped(messages[key])
  const invalid = (field: SignProblem): string => (problem === field ? ' aria-invalid="true" aria-describedby="problem"' : '')
  const way = typed?.way ?? 'typed'
  return providerPage(language, title, `
<h1>${escaped(title)}</h1>
<p>${escaped(messages.lead.replace('{{name}}', signer.name))}</p>
<h2 id="document">${text('document')}</h2>
<section class="document" dir="auto" tabindex="0" role="region" aria-labelledby="document">${blocks.map(blockHtml).join('\n')}</section>
<p><a href="/sign/${escaped(key)}/document.pdf" target="_blank" rel="noopener">${text('pdf')}</a></p>
<form method="post" action="/sign/${escaped(key)}">
<h2>${text('sign')}</h2>
${problem ? `<p class="problem" id="problem" role="alert" tabindex="-1">${text(`problem.${problem}`)}</p>` : ''}
<fieldset><label for="name">${text('name')}</label>
<input type="text" id="name" name="name" autocomplete="name" maxlength="120" required value="${escaped(typed?.name ?? signer.name)}"${invalid('name')}></fieldset>
<fieldset><legend>${text('way')}</legend>
<label class="choice"><input type="radio" name="way" value="typed"${way === 'typed' ? ' checked' : ''}><span>${text('typed')}</span></label>
<p class="typed" data-preview aria-hidden="true">${escaped(typed?.name ?? signer.name)}</p>
<label class="choice" data-drawing-choice hidden><input type="radio" name="way" value="drawn"${way === 'drawn' ? ' checked' : ''}><span>${text('drawn')}</span></label>
<div data-drawing hidden><div class="pad"><canvas role="img" aria-label="${text('area')}"${invalid('drawing')}></canvas></div>
<p><button type="button" class="plain" data-clear>${text('clear')}</button></p></div></fieldset>
<input type="hidden" name="image" value="">
<label class="choice"><input type="checkbox" name="read" value="yes"${typed?.read === 'yes' ? ' checked' : ''}${invalid('read')}><span>${text('read')}</span></label>
<div class="buttons"><button name="answer" value="sign">${text('submit')}</button>
<button name="answer" value="refuse" class="refuse" formnovalidate>${text('refuse')}</button></div>
</form>`, '<script type="module" src="/sign.js"></script>')
}

/** After the decision: what it was, and the way back where there is one. */
export function donePage({ language, status }: Agreement, backTo: string | null): string {
  const messages = catalogues[language]
  const end = status === 'open' ? 'refused' : status
  const way = backTo === null ? '' : `<p><a class="button" href="${escaped(backTo)}">${escaped(messages[status === 'withdrawn' ? 'done.withdrawnWay' : 'back'])}</a></p>`
  return providerPage(language, messages[`done.${end}`], `<h1>${escaped(messages[`done.${end}`])}</h1><p>${escaped(messages[`done.${end}Lead`])}</p>${way}`)
}

export function gonePage(language: Language): string {
  const { gone, goneLead } = catalogues[language]
  return providerPage(language, gone, `<h1>${escaped(gone)}</h1><p>${escaped(goneLead)}</p>`)
}
