import { amountIn, escaped, languageOf, page, pageHeaders, readForms, type Language } from '@checkin/sandbox-kit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { CardParts } from '../gateway/ledger.ts'
import { decimalOf } from '../gateway/order.ts'
import type { Transaction } from '../gateway/transaction.ts'

type Text = 'title' | 'code' | 'hint' | 'confirm' | 'cancel' | 'wrong' | 'checking' | 'go' | 'down' | 'ended'

const messages: Readonly<Record<Language, Readonly<Record<Text, string>> & { readonly ask: (card: string, amount: string) => string }>> = {
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
  de: {
    title: 'Bestätigen Sie Ihre Zahlung', ask: (card, amount) => `Ihre Bank bittet Sie, ${amount} mit der Karte ${card} zu bestätigen.`, code: 'Code Ihrer Bank',
    hint: 'Dies ist ein Test: Der Code lautet 123456.', confirm: 'Bestätigen', cancel: 'Zahlung abbrechen', wrong: 'Dieser Code ist nicht richtig. Versuchen Sie es erneut.',
    checking: 'Ihre Bank prüft die Zahlung.', go: 'Weiter', down: 'Ihre Bank antwortet zurzeit nicht.', ended: 'Fertig. Sie können zum Shop zurückkehren.',
  },
  es: {
    title: 'Confirme su pago', ask: (card, amount) => `Su banco le pide que confirme ${amount} con la tarjeta ${card}.`, code: 'Código de su banco',
    hint: 'Esto es una prueba: el código es 123456.', confirm: 'Confirmar', cancel: 'Cancelar el pago', wrong: 'Este código no es correcto. Inténtelo de nuevo.',
    checking: 'Su banco está comprobando el pago.', go: 'Continuar', down: 'Su banco no responde en este momento.', ended: 'Listo. Puede volver a la tienda.',
  },
  it: {
    title: 'Confermi il pagamento', ask: (card, amount) => `La Sua banca Le chiede di confermare ${amount} con la carta ${card}.`, code: 'Codice della Sua banca',
    hint: 'Questa è una prova: il codice è 123456.', confirm: 'Conferma', cancel: 'Annulla il pagamento', wrong: 'Questo codice non è corretto. Riprovi.',
    checking: 'La Sua banca sta verificando il pagamento.', go: 'Continua', down: 'La Sua banca al momento non risponde.', ended: 'Fatto. Può tornare al negozio.',
  },
  nl: {
    title: 'Bevestig uw betaling', ask: (card, amount) => `Uw bank vraagt u ${amount} met de kaart ${card} te bevestigen.`, code: 'Code van uw bank',
    hint: 'Dit is een test: de code is 123456.', confirm: 'Bevestigen', cancel: 'Betaling annuleren', wrong: 'Deze code klopt niet. Probeer het opnieuw.',
    checking: 'Uw bank controleert de betaling.', go: 'Doorgaan', down: 'Uw bank reageert op dit moment niet.', ended: 'Klaar. U kunt terugkeren naar de winkel.',
  },
  ar: {
    title: 'تأكيد عملية الدفع', ask: (card, amount) => `يطلب منك البنك تأكيد \u2068${amount}\u2069 بالبطاقة \u2068${card}\u2069.`, code: 'رمز من البنك',
    hint: 'هذا اختبار: الرمز هو 123456.', confirm: 'تأكيد', cancel: 'إلغاء الدفع', wrong: 'هذا الرمز غير صحيح. يرجى المحاولة مرة أخرى.',
    checking: 'يتحقق البنك من عملية الدفع.', go: 'متابعة', down: 'البنك لا يرد حاليًا.', ended: 'تم. يمكنك العودة إلى المتجر.',
  },
}

const style = `
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

const bankPage = (language: Language, content: string, attributes = ''): string =>
  page({ language, title: messages[language].title, style, attributes, body: `<main><h1>${messages[language].title}</h1>${content}</main>` })

/** The bank's question: a code, or only "continue" where the bank knows the customer already. */
function challengePage(transaction: Transaction, language: Language, wrong: boolean): string {
  const text = messages[language]
  const amount = amountIn(language, decimalOf(transaction.amountMinor, transaction.currency), transaction.currency)
  const card = `•••• ${transaction.card?.lastFour ?? ''}`
  if (transaction.challenge === 'frictionless') {
    return bankPage(language, `<p>${text.checking}</p><form method="post"><button class="main" name="answer" value="confirm">${text.go}</button></form>`)
  }
  return bankPage(language, `<p>${escaped(text.ask(card, amount))}</p>
<form method="post">
<label for="otp">${text.code}</label><div class="hint" id="hint">${text.hint}</div>
${wrong ? `<p class="wrong" id="wrong" role="alert">${text.wrong}</p>` : ''}
<input id="otp" name="otp" inputmode="numeric" autocomplete="one-time-code" maxlength="6" aria-describedby="hint${wrong ? ' wrong' : ''}"${wrong ? ' aria-invalid="true"' : ''}>
<button class="main" name="answer" value="confirm">${text.confirm}</button><button name="answer" value="cancel">${text.cancel}</button>
</form>`)
}

const downPage = (language: Language): string => bankPage(language, `<p role="alert">${messages[language].down}</p>`)

/** The last page: it notifies the shop's page that the challenge has finished, never how. */
const endPage = (transaction: Transaction, language: Language): string => bankPage(
  language,
  `<p role="status">${messages[language].ended}</p><script type="module" src="/js/integrated/challenge-end.js"></script>`,
  ` data-transaction="${transaction.uuid}" data-shop="${escaped(new URL(transaction.successUrl).origin)}" data-back="${escaped(transaction.status === 'ERROR' ? transaction.cancelUrl : transaction.successUrl)}"`,
)

/** The code that every bank of the sandbox sends. */
const rightCode = '123456'
const mostTries = 3
const Answer = z.object({ answer: z.enum(['confirm', 'cancel']), otp: z.string().max(20).default('') })

/** Headers of a page that shops show in a frame: only its own scripts, and only the shops as parents. */
export const framedPageHeaders = (stylesheet: string, shops: readonly string[]): Readonly<Record<string, string>> => ({
  'cross-origin-resource-policy': 'cross-origin',
  // `style-src-attr` stays closed: styles of the shop are set property by property, which no policy forbids.
  ...pageHeaders(stylesheet, { 'script-src': "'self'", 'connect-src': "'self'", 'frame-ancestors': shops.join(' '), 'require-trusted-types-for': "'script'", 'trusted-types': "'none'" }),
})

/** 3-D Secure: the bank's page, shown by the shop in a frame; it ends on a page of the provider that only says "finished" (P8). */
export function challengeRoutes(app: FastifyInstance, { settings, ledgers: { whole: { transactions }, merchants } }: CardParts): void {
  const tries = new Map<string, number>()
  const headers = framedPageHeaders(style, settings.shops)
  readForms(app)

  const shown = (request: FastifyRequest, reply: FastifyReply, transaction: Transaction | null, wrong = false): FastifyReply => {
    if (!transaction) return reply.code(404).send()
    const language = languageOf(transaction.language, request.headers['accept-language'])
    if (transaction.status !== 'REDIRECT') return reply.headers(headers).send(endPage(transaction, language))
    if (transaction.challenge === 'down') return reply.code(503).headers(headers).send(downPage(language))
    return reply.headers(headers).send(challengePage(transaction, language, wrong))
  }

  app.get<{ Params: { uuid: string } }>('/3ds/:uuid', (request, reply) => shown(request, reply, transactions.get(request.params.uuid)))

  app.post<{ Params: { uuid: string } }>('/3ds/:uuid', (request, reply) => {
    const transaction = transactions.get(request.params.uuid)
    if (transaction?.status !== 'REDIRECT' || transaction.challenge === 'down') return shown(request, reply, transaction)
    const { gateway } = merchants.owner(transaction).part
    const { answer, otp } = Answer.parse(request.body)
    if (answer === 'cancel') return shown(request, reply, gateway.settle(transaction.uuid, 2002))
    if (transaction.challenge === 'frictionless' || otp === rightCode) return shown(request, reply, gateway.settle(transaction.uuid, null))
    const used = (tries.get(transaction.uuid) ?? 0) + 1
    tries.set(transaction.uuid, used)
    return used < mostTries ? shown(request, reply, transaction, true) : shown(request, reply, gateway.settle(transaction.uuid, 2021))
  })
}
