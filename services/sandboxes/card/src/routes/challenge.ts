import { decimalOf } from '../gateway/order.ts'
import type { Transaction } from '../gateway/transaction.ts'
import { escaped, type Language } from './page-head.ts'

interface Words {
  readonly title: string
  readonly ask: (card: string, amount: string) => string
  readonly code: string
  readonly hint: string
  readonly confirm: string
  readonly cancel: string
  readonly wrong: string
  readonly checking: string
  readonly go: string
  readonly down: string
  readonly ended: string
}

const words: Readonly<Record<Language, Words>> = {
  en: {
    title: 'Confirm your payment', ask: (card, amount) => `Your bank asks you to confirm ${amount} with the card ${card}.`, code: 'Code from your bank',
    hint: 'This is a test: the code is 123456.', confirm: 'Confirm', cancel: 'Cancel payment', wrong: 'This code is not right. Try again.',
    checking: 'Your bank is checking the payment.', go: 'Continue', down: 'Your bank does not answer at the moment.', ended: 'Done. You can go back to the shop.',
  },
  pt: {
    title: 'Confirme o pagamento', ask: (card, amount) => `O seu banco pede-lhe que confirme ${amount} com o cartão ${card}.`, code: 'Código do seu banco',
    hint: 'Isto é um teste: o código é 123456.', confirm: 'Confirmar', cancel: 'Cancelar pagamento', wrong: 'O código não está certo. Tente novamente.',
    checking: 'O seu banco está a verificar o pagamento.', go: 'Continuar', down: 'O seu banco não responde neste momento.', ended: 'Concluído. Pode voltar à loja.',
  },
  fr: {
    title: 'Confirmez votre paiement', ask: (card, amount) => `Votre banque vous demande de confirmer ${amount} avec la carte ${card}.`, code: 'Code de votre banque',
    hint: 'Ceci est un essai : le code est 123456.', confirm: 'Confirmer', cancel: 'Annuler le paiement', wrong: "Ce code n'est pas juste. Réessayez.",
    checking: 'Votre banque vérifie le paiement.', go: 'Continuer', down: 'Votre banque ne répond pas pour le moment.', ended: 'Terminé. Vous pouvez revenir à la boutique.',
  },
}

export const challengeStyle = `
:root { color-scheme: light dark; --ink: #1b2430; --soft: #54606e; --line: #8a94a0; --ground: #fff; --strong: #1f4e8c; --on-strong: #fff; --wrong: #a8201a }
@media (prefers-color-scheme: dark) { :root { --ink: #e8ecf1; --soft: #a9b4c0; --line: #76818d; --ground: #161b22; --strong: #9cc4f5; --on-strong: #10151b; --wrong: #ff9d96 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1.0625rem/1.5 system-ui, sans-serif }
main { max-width: 26rem; margin-inline: auto; padding: 1.25rem }
h1 { font-size: 1.3rem; line-height: 1.25; margin: 0 0 .5rem }
p { margin: 0 0 1rem; overflow-wrap: anywhere }
label { display: block; font-weight: 600; margin-block-end: .25rem }
.hint { color: var(--soft); margin-block-end: .5rem }
.wrong { color: var(--wrong); font-weight: 600 }
input { width: 100%; padding: .7rem .8rem; font: inherit; letter-spacing: .2em; border: 1px solid var(--line); border-radius: .5rem; background: transparent; color: inherit }
button { width: 100%; margin-block-start: .75rem; padding: .75rem 1rem; font: inherit; font-weight: 600; border-radius: .5rem; border: 1px solid var(--strong); background: transparent; color: var(--strong) }
button.main { background: var(--strong); color: var(--on-strong) }
:focus-visible { outline: 3px solid var(--strong); outline-offset: 2px }
`

const page = (language: Language, content: string, attributes = ''): string => `<!doctype html>
<html lang="${language}"${attributes}>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${words[language].title}</title><style>${challengeStyle}</style></head>
<body><main><h1>${words[language].title}</h1>${content}</main></body></html>
`

/** The bank's question: a code, or only "continue" where the bank knows the customer already. */
export function challengePage(transaction: Transaction, language: Language, wrong: boolean): string {
  const text = words[language]
  const amount = new Intl.NumberFormat(language, { style: 'currency', currency: transaction.currency }).format(Number(decimalOf(transaction.amountMinor, transaction.currency)))
  const card = `•••• ${transaction.card?.lastFour ?? ''}`
  if (transaction.challenge === 'frictionless') {
    return page(language, `<p>${text.checking}</p><form method="post"><button class="main" name="answer" value="confirm">${text.go}</button></form>`)
  }
  return page(language, `<p>${escaped(text.ask(card, amount))}</p>
<form method="post">
<label for="otp">${text.code}</label><div class="hint" id="hint">${text.hint}</div>
${wrong ? `<p class="wrong" id="wrong" role="alert">${text.wrong}</p>` : ''}
<input id="otp" name="otp" inputmode="numeric" autocomplete="one-time-code" maxlength="6" aria-describedby="hint${wrong ? ' wrong' : ''}"${wrong ? ' aria-invalid="true"' : ''}>
<button class="main" name="answer" value="confirm">${text.confirm}</button><button name="answer" value="cancel">${text.cancel}</button>
</form>`)
}

export const downPage = (language: Language): string => page(language, `<p role="alert">${words[language].down}</p>`)

/** The last page: it tells the shop's page that there is news, never what the news is. */
export const endPage = (transaction: Transaction, language: Language): string => page(
  language,
  `<p role="status">${words[language].ended}</p><script type="module" src="/js/integrated/challenge-end.js"></script>`,
  ` data-transaction="${transaction.uuid}" data-shop="${escaped(new URL(transaction.successUrl).origin)}" data-back="${escaped(transaction.status === 'ERROR' ? transaction.cancelUrl : transaction.successUrl)}"`,
)
