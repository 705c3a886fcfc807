import type { FieldName } from '../browser/messages.ts'
import { escaped, type Language } from './page-head.ts'

const labels: Readonly<Record<Language, Readonly<Record<FieldName, string>>>> = {
  en: { number: 'Card number', cvv: 'Security code' },
  pt: { number: 'Número do cartão', cvv: 'Código de segurança' },
  fr: { number: 'Numéro de carte', cvv: 'Code de sécurité' },
}

/** Nothing of a brand: colours, type and spacing come from the shop. */
export const fieldStyle = `
html, body { height: 100%; margin: 0; background: transparent }
label { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
input { box-sizing: border-box; width: 100%; height: 100%; margin: 0; padding: 0 .75rem; border: 0; outline: 0; border-radius: 0; background: transparent; color: inherit; font: 1rem/1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums }
`

const inputs: Readonly<Record<FieldName, string>> = {
  number: 'name="cardnumber" autocomplete="cc-number" maxlength="23"',
  cvv: 'name="cvc" autocomplete="cc-csc" maxlength="4"',
}

export interface FieldPage {
  readonly field: FieldName
  readonly language: Language
  /** Origins that may talk to the field. */
  readonly shops: readonly string[]
  /** Files of `/js/integrated/`. */
  readonly scripts: readonly string[]
}

/** The page in one frame: a labelled input and nothing else. */
export const fieldPage = ({ field, language, shops, scripts }: FieldPage): string => `<!doctype html>
<html lang="${language}" data-field="${field}" data-parents="${escaped(shops.join(' '))}">
<head><meta charset="utf-8"><title>${labels[language][field]}</title><style>${fieldStyle}</style></head>
<body><label for="field">${labels[language][field]}</label><input id="field" type="text" inputmode="numeric" ${inputs[field]} required aria-required="true" spellcheck="false">
${scripts.map((file) => `<script type="module" src="/js/integrated/${file}"></script>`).join('')}</body></html>
`
