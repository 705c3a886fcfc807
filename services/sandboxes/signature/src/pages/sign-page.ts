import type { Agreement } from '../agreements/agreement.ts'
import type { TextBlock } from '../agreements/document-text.ts'
import { escaped, page } from './page-head.ts'
import { catalogues } from './words.ts'

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
  const words = catalogues[language]
  const say = (word: keyof typeof words): string => escaped(words[word])
  const invalid = (field: SignProblem): string => (problem === field ? ' aria-invalid="true" aria-describedby="problem"' : '')
  const way = typed?.way ?? 'typed'
  return page(language, title, `
<h1>${escaped(title)}</h1>
<p>${escaped(words.lead.replace('{{name}}', signer.name))}</p>
<h2 id="document">${say('document')}</h2>
<section class="document" tabindex="0" role="region" aria-labelledby="document">${blocks.map(blockHtml).join('\n')}</section>
<p><a href="/sign/${escaped(key)}/document.pdf" target="_blank" rel="noopener">${say('pdf')}</a></p>
<form method="post" action="/sign/${escaped(key)}">
<h2>${say('sign')}</h2>
${problem ? `<p class="problem" id="problem" role="alert" tabindex="-1">${say(`problem.${problem}`)}</p>` : ''}
<fieldset><label for="name">${say('name')}</label>
<input type="text" id="name" name="name" autocomplete="name" maxlength="120" required value="${escaped(typed?.name ?? signer.name)}"${invalid('name')}></fieldset>
<fieldset><legend>${say('way')}</legend>
<label class="choice"><input type="radio" name="way" value="typed"${way === 'typed' ? ' checked' : ''}><span>${say('typed')}</span></label>
<p class="typed" data-preview aria-hidden="true">${escaped(typed?.name ?? signer.name)}</p>
<label class="choice" data-drawing-choice hidden><input type="radio" name="way" value="drawn"${way === 'drawn' ? ' checked' : ''}><span>${say('drawn')}</span></label>
<div data-drawing hidden><div class="pad"><canvas role="img" aria-label="${say('area')}"${invalid('drawing')}></canvas></div>
<p><button type="button" class="plain" data-clear>${say('clear')}</button></p></div></fieldset>
<input type="hidden" name="image" value="">
<label class="choice"><input type="checkbox" name="read" value="yes"${typed?.read === 'yes' ? ' checked' : ''}${invalid('read')}><span>${say('read')}</span></label>
<div class="buttons"><button name="answer" value="sign">${say('submit')}</button>
<button name="answer" value="refuse" class="refuse" formnovalidate>${say('refuse')}</button></div>
</form>`, '<script type="module" src="/sign.js"></script>')
}
