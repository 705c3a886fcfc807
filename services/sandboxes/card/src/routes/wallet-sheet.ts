import { setTimeout as delay } from 'node:timers/promises'
import { join } from 'node:path'
import { amountIn, browserCode, escaped, languageOf, page, scriptHeaders, type Language } from '@checkin/sandbox-kit'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { CardParts } from '../gateway/ledger.ts'
import { newToken, storedCard } from '../gateway/tokenise.ts'
import { framedPageHeaders } from './challenge.ts'

const names = { googlepay: 'Google Pay', applepay: 'Apple Pay' } as const
const codeOf = (text: string | undefined): keyof typeof names => (text === 'applepay' ? 'applepay' : 'googlepay')

/** Cards in the wallet, by what becomes of them; the numbers are those of the card scenarios. */
const cards = {
  ordinary: { number: '4111111111111111', name: 'Visa •••• 1111' }, declined: { number: '4000000000000002', name: 'Visa •••• 0002' },
  confirmed: { number: '4000000000003220', name: 'Visa •••• 3220' }, lost: { number: '4000000000000259', name: 'Visa •••• 0259' },
  slow: { number: '4111111111111111', name: 'Visa •••• 1111 (slow)' }, used: { number: '4111111111111111', name: 'Visa •••• 1111 (used)' },
} as const
type WalletCard = keyof typeof cards

const texts: Readonly<Record<Language, { readonly pay: string; readonly cancel: string; readonly card: string }>> = {
  en: { pay: 'Pay', cancel: 'Cancel', card: 'Card' }, pt: { pay: 'Pagar', cancel: 'Cancelar', card: 'Cartão' }, fr: { pay: 'Payer', cancel: 'Annuler', card: 'Carte' },
  de: { pay: 'Bezahlen', cancel: 'Abbrechen', card: 'Karte' }, es: { pay: 'Pagar', cancel: 'Cancelar', card: 'Tarjeta' }, it: { pay: 'Paga', cancel: 'Annulla', card: 'Carta' },
  nl: { pay: 'Betalen', cancel: 'Annuleren', card: 'Kaart' }, ar: { pay: 'ادفع', cancel: 'إلغاء', card: 'البطاقة' },
}

const style = `
:root { color-scheme: light dark }
body { margin: 0; font: 1.0625rem/1.5 system-ui, sans-serif; background: Canvas; color: CanvasText }
main { padding: 1.25rem; display: grid; gap: 1rem }
h1 { margin: 0; font-size: 1.25rem }
p { margin: 0 }
label { display: grid; gap: .25rem; font-weight: 600 }
select, button { font: inherit; padding: .75rem; border-radius: .5rem; border: 1px solid CanvasText; background: Canvas; color: CanvasText }
button[value=pay] { background: CanvasText; color: Canvas; font-weight: 600 }
:focus-visible { outline: 3px solid Highlight; outline-offset: 2px }
`

const Approval = z.object({ publicKey: z.string().max(200), code: z.enum(['googlepay', 'applepay']), card: z.enum(Object.keys(cards) as [WalletCard, ...WalletCard[]]) })
const tokenMs = 30 * 60_000
/** Milliseconds that a slow wallet takes. */
const slowMs = 1500

/** Google Pay and Apple Pay as they are played: a sheet on the provider's own origin that makes a one-time token of a card of the wallet. */
export function walletSheetRoutes(app: FastifyInstance, { settings, sandbox: { now }, ledgers }: CardParts): void {
  const code = browserCode(join(import.meta.dirname, '..', 'browser', 'wallet-sheet.ts'))
  app.get('/js/integrated/wallet-sheet.js', (_request, reply) => reply.headers({ ...scriptHeaders, 'cross-origin-resource-policy': 'cross-origin' }).send(code))

  app.get<{ Querystring: { code?: string; lang?: string; amount?: string; currency?: string; label?: string } }>('/js/integrated/sheet', (request, reply) => {
    const { code: wallet, lang, amount = '0', currency = 'EUR', label = '' } = request.query
    const language = languageOf(lang)
    const name = names[codeOf(wallet)]
    const { pay, cancel, card } = texts[language]
    if (!/^\d{1,9}(\.\d{1,4})?$/.test(amount) || !/^[A-Z]{3}$/.test(currency)) return reply.code(400).send()
    return reply.headers(framedPageHeaders(style, settings.shops)).send(page({
      language, title: name, style, attributes: ` data-parents="${escaped(settings.shops.join(' '))}"`,
      body: `<main><h1>${name}</h1><p>${escaped(label)}<br><b>${escaped(amountIn(language, amount, currency))}</b></p>
<label>${card}<select name="card">${Object.entries(cards).map(([key, { name: shown }]) => `<option value="${key}">${shown}</option>`).join('')}</select></label>
<button type="button" value="pay">${pay}</button><button type="button" value="cancel">${cancel}</button></main>
<script type="module" src="/js/integrated/wallet-sheet.js"></script>`,
    }))
  })

  app.post('/js/integrated/sheet', async (request, reply) => {
    const { publicKey, card } = Approval.parse(request.body)
    const merchant = request.headers.origin === settings.origin ? ledgers.byPublicKey(publicKey) : null
    if (!merchant) return reply.code(403).send({})
    if (card === 'slow') await delay(slowMs)
    const token = newToken()
    const stored = storedCard({ publicKey, number: cards[card].number, cvv: '', month: '12', year: '2031', card_holder: 'Maria Silva' }, merchant.account.secret)
    merchant.part.tokens.put({ token, card: stored, referenceUuid: null, validUntil: new Date(now() + tokenMs).toISOString(), used: card === 'used' })
    return reply.send({ token })
  })
}
