import { randomBytes } from 'node:crypto'
import { ServiceError } from '@checkin/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { languages, statusOf, type Agreement } from '../agreements/agreement.ts'
import { documentText } from '../agreements/document-text.ts'
import type { Merchants } from '../agreements/merchants.ts'
import { chooseScenario } from '../agreements/scenarios.ts'
import type { AgreementStore } from '../agreements/store.ts'
import type { SignatureSandboxSettings } from '../settings.ts'

const largestDocument = 4 * 1024 * 1024

const Order = z.object({
  externalId: z.string().min(1).max(100), title: z.string().min(1).max(200), language: z.enum(languages),
  document: z.base64().max(largestDocument),
  signer: z.object({ name: z.string().min(1).max(120), email: z.email().nullable() }),
  returnUrl: z.string().max(500).refine((url) => url.includes('{signatureId}')), callbackUrl: z.url(),
})

const Withdrawal = z.object({ externalId: Order.shape.externalId })

const unguessable = (): string => randomBytes(24).toString('base64url')
const refused = (code: string) => new ServiceError(422, code, 'The agreement is not taken')

export interface ApiDependencies {
  readonly settings: SignatureSandboxSettings
  readonly merchants: Merchants
  readonly store: AgreementStore
  readonly now: () => number
}

/** The provider's API for shops: JSON, a bearer key, repeatable by the shop's own id of an agreement. */
export function apiRoutes(app: FastifyInstance, { settings, merchants, store, now }: ApiDependencies): void {
  const callerOf = ({ headers }: FastifyRequest): string => {
    const merchant = merchants.calling(headers.authorization)
    if (merchant === null) throw new ServiceError(401, 'Unauthorized', 'The key is missing or wrong')
    return merchant
  }
  app.addHook('onRequest', (request, _reply, done) => {
    callerOf(request)
    done()
  })
  const answer = (agreement: Agreement, repeated: boolean) => ({
    agreementId: agreement.id, signatureId: agreement.signatureId, url: `${settings.origin}/sign/${agreement.key}`,
    repeated: repeated || agreement.scenario === 'previously-processed',
    summaryEmail: agreement.signer.email === null ? 'none' : agreement.scenario === 'summary-fails' ? 'failed' : 'sent',
  })

  app.post('/api/v1/agreements', { bodyLimit: largestDocument + 64 * 1024 }, async (request, reply) => {
    const order = Order.safeParse(request.body)
    if (!order.success) throw refused('order-unreadable')
    const { document, ...wanted } = order.data
    if (!settings.shops.some((shop) => wanted.returnUrl.startsWith(`${shop}/`))) throw refused('return-address-unknown')
    const merchant = callerOf(request)
    const known = store.byExternalId(wanted.externalId)
    if (known && !merchants.owns(merchant, known)) throw refused('order-id-taken')
    // The shop did not hear the first answer: that is a repetition for us, and none for it.
    if (known) return reply.code(200).send(answer(known, false))
    if (store.isWithdrawn(wanted.externalId)) throw refused('withdrawn')
    const { scenario, left } = chooseScenario(store.rules(), wanted.signer.email, store.isFirstOrder(wanted.externalId))
    store.keepRules(left)
    if (scenario === 'away') throw new ServiceError(503, 'Unavailable', 'The provider does not serve')
    if (scenario === 'agreement-fails') throw refused('agreement-not-created')
    const pdf = Buffer.from(document, 'base64')
    await documentText(pdf).catch(() => { throw refused('document-unreadable') })
    const agreement: Agreement = { ...wanted, merchant, id: `agr_${unguessable()}`, signatureId: `sig_${unguessable()}`, key: unguessable(), status: 'open', signature: null, scenario, countsFrom: null }
    store.insert(agreement, pdf)
    if (scenario === 'answer-lost') {
      reply.raw.destroy()
      return reply.hijack()
    }
    return reply.code(201).send(answer(agreement, false))
  })

  /** Takes an order back by the shop's own id: signed before is signed, one that has not arrived is not taken when it does. Repeatable. */
  app.post('/api/v1/withdrawals', (request) => {
    const wanted = Withdrawal.safeParse(request.body)
    if (!wanted.success) throw refused('order-unreadable')
    const agreement = store.byExternalId(wanted.data.externalId)
    if (agreement && !merchants.owns(callerOf(request), agreement)) throw refused('order-id-taken')
    if (agreement?.status === 'signed') return { status: 'signed', agreementId: agreement.id }
    store.withdraw(wanted.data.externalId)
    if (agreement) store.put({ ...agreement, status: 'withdrawn' })
    return { status: 'withdrawn', agreementId: agreement?.id ?? null }
  })

  app.get<{ Params: { id: string } }>('/api/v1/agreements/:id', (request) => {
    const agreement = store.byId(request.params.id)
    if (!agreement || !merchants.owns(callerOf(request), agreement)) throw new ServiceError(404, 'NotFound', 'There is no such agreement')
    const status = statusOf(agreement, now())
    return { status, signatureId: agreement.signatureId, signature: status === 'signed' ? agreement.signature : null }
  })
}
