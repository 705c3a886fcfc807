import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { browserCode, escaped, languageOf, page, scriptHeaders, type Language, type Merchant } from '@checkin/sandbox-kit'
import type { FieldName } from '../browser/messages.ts'
import type { CardParts, MerchantPart } from '../gateway/ledger.ts'
import { pageScenarioFor, type PageScenario } from '../gateway/scenarios.ts'
import { cardProblems, newToken, storedCard, tokenisedCard, TokeniseRequest } from '../gateway/tokenise.ts'
import type { Account } from '../settings.ts'
import { framedPageHeaders } from './challenge.ts'

const labels: Readonly<Record<Language, Readonly<Record<FieldName, string>>>> = {
  en: { number: 'Card number', cvv: 'Security code' },
  pt: { number: 'Número do cartão', cvv: 'Código de segurança' },
  fr: { number: 'Numéro de carte', cvv: 'Code de sécurité' },
  de: { number: 'Kartennummer', cvv: 'Prüfziffer' },
  es: { number: 'Número de tarjeta', cvv: 'Código de seguridad' },
  it: { number: 'Numero della carta', cvv: 'Codice di sicurezza' },
  nl: { number: 'Kaartnummer', cvv: 'Beveiligingscode' },
  ar: { number: 'رقم البطاقة', cvv: 'رمز الأمان' },
}

/** Without a brand: colours, type and spacing come from the shop. */
const style = `
html, body { height: 100%; margin: 0; background: transparent }
label { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
input { box-sizing: border-box; width: 100%; height: 100%; margin: 0; padding: 0 .75rem; border: 0; outline: 0; border-radius: 0; background: transparent; color: inherit; font: 1rem/1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums }
`

const inputs: Readonly<Record<FieldName, string>> = {
  number: 'name="cardnumber" autocomplete="cc-number" maxlength="23"',
  cvv: 'name="cvc" autocomplete="cc-csc" maxlength="4"',
}

const tokenMs = 30 * 60_000
/** Milliseconds that a late script takes: long for a renter, in time for a shop that waits 8 s (P1). */
const slowScriptMs = 1500
const Refresh = z.object({ publicKey: z.string().max(200), referenceUuid: z.string().max(100), cvv: z.string().max(100) })

/** What browsers load: the script, the two fields, and the place where fields make tokens. */
export function fieldRoutes(app: FastifyInstance, { settings, sandbox: { store, now }, ledgers }: CardParts): void {
  const headers = { ...scriptHeaders, 'cross-origin-resource-policy': 'cross-origin' }
  const code = (file: string): string => browserCode(join(import.meta.dirname, '..', 'browser', file))
  const scenarioOf = (request: FastifyRequest): PageScenario | null => pageScenarioFor(store.kept('pages') ?? [], request.headers['user-agent'])
  const script = (path: string, file: string): void => {
    const text = code(file)
    app.get(path, (_request, reply) => reply.headers(headers).send(text))
  }
  const mainCode = code('payment-js.ts')
  app.get('/js/integrated/payment.1.3.min.js', async (request, reply): Promise<FastifyReply> => {
    switch (scenarioOf(request)) {
      case 'P1': return reply.hijack()
      case 'P1-404': return reply.code(404).send()
      case 'P1-500': return reply.code(500).type('text/html').send('<h1>Internal Server Error</h1>')
      case 'P1-slow': await delay(slowScriptMs)
    }
    return reply.headers(headers).send(mainCode)
  })
  script('/js/integrated/field-frame.js', 'field-frame.ts')
  script('/js/integrated/cards.ts', 'cards.ts')
  script('/js/integrated/challenge-end.js', 'challenge-end.ts')
  script('/js/integrated/forged-messages.js', 'forged-messages.ts')

  app.get<{ Params: { field: string }; Querystring: { lang?: string } }>('/js/integrated/frame/:field', (request, reply) => {
    const { field } = request.params
    if (field !== 'number' && field !== 'cvv') return reply.code(404).send()
    const scenario = scenarioOf(request)
    const scripts = [...(scenario === 'P2' ? [] : ['field-frame.js']), ...(scenario === 'P3' ? ['forged-messages.js'] : [])]
    return reply.headers(framedPageHeaders(style, settings.shops)).send(fieldPage(field, languageOf(request.query.lang), settings.shops, scripts))
  })

  const merchantOf = (request: FastifyRequest, publicKey: string): Merchant<Account, MerchantPart> | null => (request.headers.origin === settings.origin ? ledgers.byPublicKey(publicKey) : null)
  const keyProblem = { errors: [{ attribute: 'gateway', key: 'errors.key', message: 'The integration key is not known' }] }

  app.post('/js/integrated/tokenize', (request, reply) => {
    const card = TokeniseRequest.parse(request.body)
    const merchant = merchantOf(request, card.publicKey)
    if (!merchant) return reply.code(403).send(keyProblem)
    const errors = cardProblems(card, new Date(now()))
    if (errors.length > 0) return reply.send({ errors })
    const token = newToken()
    const stored = storedCard(card, merchant.account.secret)
    merchant.part.tokens.put({ token, card: stored, referenceUuid: null, validUntil: new Date(now() + tokenMs).toISOString(), used: false })
    return reply.send({ token, card: tokenisedCard(stored) })
  })

  app.post('/js/integrated/refresh', (request, reply) => {
    const { publicKey, referenceUuid, cvv } = Refresh.parse(request.body)
    const merchant = merchantOf(request, publicKey)
    if (!merchant) return reply.code(403).send(keyProblem)
    if (!/^\d{3,4}$/.test(cvv)) return reply.send({ errors: [{ attribute: 'cvv', key: cvv === '' ? 'errors.blank' : 'errors.invalid', message: 'is not valid' }] })
    const token = newToken()
    merchant.part.tokens.put({ token, card: null, referenceUuid, validUntil: new Date(now() + tokenMs).toISOString(), used: false })
    return reply.send({ token })
  })
}

/** The page in one frame: a labelled input and nothing else. `scripts` are files of `/js/integrated/`. */
const fieldPage = (field: FieldName, language: Language, shops: readonly string[], scripts: readonly string[]): string => page({
  language, title: labels[language][field], style, attributes: ` data-field="${field}" data-parents="${escaped(shops.join(' '))}"`,
  body: `<label for="field">${labels[language][field]}</label><input id="field" type="text" dir="ltr" inputmode="numeric" ${inputs[field]} required aria-required="true" spellcheck="false">
${scripts.map((file) => `<script type="module" src="/js/integrated/${file}"></script>`).join('')}`,
})
