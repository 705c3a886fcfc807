import { amountIn, escaped, languageOf, page, pageHeaders, readForms, type Language } from '@checkin/sandbox-kit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { cancelAddress, returnAddress, type Order } from '../orders/order.ts'
import type { WalletParts } from '../orders/wallet.ts'

const messages: Readonly<Record<Language, Readonly<Record<'title' | 'intro' | 'approve' | 'cancel' | 'test' | 'over' | 'missing', string>>>> = {
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
  de: {
    title: 'Mit der Test-Wallet bezahlen', intro: 'Der Shop fordert an', approve: 'Zahlung freigeben', cancel: 'Abbrechen und zurück', test: 'Dies ist ein Test. Es fließt kein Geld.',
    over: 'Diese Zahlung kann nicht mehr freigegeben werden.', missing: 'Diese Zahlung gibt es nicht.',
  },
  es: {
    title: 'Pagar con el monedero de prueba', intro: 'La tienda solicita', approve: 'Aprobar', cancel: 'Cancelar y volver', test: 'Esto es una prueba. No se mueve dinero.',
    over: 'Este pago ya no se puede aprobar.', missing: 'Este pago no existe.',
  },
  it: {
    title: 'Pagare con il portafoglio di prova', intro: 'Il negozio chiede', approve: 'Approva', cancel: 'Annulla e torna indietro', test: 'Questa è una prova. Non viene trasferito denaro.',
    over: 'Questo pagamento non può più essere approvato.', missing: 'Questo pagamento non esiste.',
  },
  nl: {
    title: 'Betalen met de testwallet', intro: 'De winkel vraagt', approve: 'Goedkeuren', cancel: 'Annuleren en teruggaan', test: 'Dit is een test. Er wordt geen geld overgemaakt.',
    over: 'Deze betaling kan niet meer worden goedgekeurd.', missing: 'Deze betaling bestaat niet.',
  },
  ar: {
    title: 'الدفع بالمحفظة التجريبية', intro: 'يطلب المتجر', approve: 'موافقة', cancel: 'إلغاء والعودة', test: 'هذا اختبار. لا تُنقل أي أموال.',
    over: 'لم يعد من الممكن الموافقة على هذه الدفعة.', missing: 'لا توجد هذه الدفعة.',
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

const walletPage = (language: Language, content: string): string =>
  page({ language, title: messages[language].title, style, body: `<main><h1>${messages[language].title}</h1>${content}</main>` })

/** The customer's question: approve, cancel, or close the window and do nothing. */
function approvalPage(order: Order, language: Language): string {
  const text = messages[language]
  const amount = amountIn(language, order.amount, order.currency)
  return walletPage(language, `<p class="soft">${text.intro}</p><p class="amount">${escaped(amount)}</p><p>${escaped(order.description)}</p>
<form method="post"><button class="main" name="answer" value="approve">${text.approve}</button><button name="answer" value="cancel">${text.cancel}</button></form>
<p class="soft"><small>${text.test}</small></p>`)
}

const Token = z.object({ token: z.string().max(100).default('') })
const Answer = z.object({ answer: z.enum(['approve', 'cancel']) })

/** The page on which the customer approves or cancels; both lead back to the shop by a redirect of the whole window. */
export function approvalRoutes(app: FastifyInstance, { orders, merchants, sandbox: { now } }: WalletParts): void {
  readForms(app)
  const isOpen = (order: Order): boolean => order.status === 'CREATED' && Date.parse(order.validUntil) > now()

  const called = (request: FastifyRequest) => {
    const order = orders.get(Token.parse(request.query).token)
    return { order, language: languageOf(order?.language, request.headers['accept-language']) }
  }
  const refused = (reply: FastifyReply, status: number, language: Language, reason: 'over' | 'missing'): FastifyReply =>
    reply.code(status).headers(pageHeaders(style)).send(walletPage(language, `<p role="alert">${messages[language][reason]}</p>`))

  app.get('/checkoutnow', (request, reply) => {
    const { order, language } = called(request)
    if (!order) return refused(reply, 404, language, 'missing')
    // Whoever comes back to an approved order, by Back or by a reload, goes where the approval led.
    if (order.status === 'APPROVED' || order.status === 'COMPLETED') return reply.redirect(returnAddress(order), 303)
    // A browser applies `form-action` to where a form's answer redirects to as well.
    return isOpen(order) ? reply.headers(pageHeaders(style, { 'form-action': `'self' ${new URL(order.returnUrl).origin}` })).send(approvalPage(order, language)) : refused(reply, 410, language, 'over')
  })

  app.post('/checkoutnow', (request, reply) => {
    const { order, language } = called(request)
    if (!order) return refused(reply, 404, language, 'missing')
    // Cancelling here only leads back: the order stays open until the shop ends it, so that Back and a second thought work.
    if (Answer.parse(request.body).answer === 'cancel') return reply.redirect(cancelAddress(order), 303)
    const approved = merchants.owner(order).part.approve(order.id)
    return approved.payerId === null ? refused(reply, 410, language, 'over') : reply.redirect(returnAddress(approved), 303)
  })
}
