import { languages, type Agreement, type Language } from '../agreements/agreement.ts'
import { escaped, page } from './page-head.ts'
import { catalogues } from './words.ts'

/** After the decision: what it was, and the way back where there is one. */
export function donePage({ language, status }: Agreement, backTo: string | null): string {
  const words = catalogues[language]
  const end = status === 'open' ? 'refused' : status
  const [title, lead] = [words[`done.${end}`], words[`done.${end}Lead`]]
  return page(language, title, `<h1>${escaped(title)}</h1><p>${escaped(lead)}</p>${backTo === null ? '' : `<p><a class="button" href="${escaped(backTo)}">${escaped(words[status === 'withdrawn' ? 'done.withdrawnWay' : 'back'])}</a></p>`}`)
}

/** The first of our languages that a browser asks for. */
export const goneLanguages = (accept: string | undefined): Language =>
  (accept ?? '').split(',').map((part) => part.trim().slice(0, 2)).flatMap((wanted) => languages.filter((language) => language === wanted))[0] ?? 'en'

export function gonePage(language: Language): string {
  const words = catalogues[language]
  return page(language, words.gone, `<h1>${escaped(words.gone)}</h1><p>${escaped(words.goneLead)}</p>`)
}
