import { randomBytes } from 'node:crypto'
import { languages, type Documents, type Merchant } from '@checkin/sandbox-kit'
import { ServiceError } from '@checkin/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { chooseScenario, statusOf, type Agreement } from '../agreements/agreement.ts'
import { documentText } from '../agreements/document-text.ts'
import type { SignatureParts } from '../agreements/store.ts'
import type { Account } from '../settings.ts'

const largestDocument = 4 * 1024 * 1024

const Request = z.object({
  externalId: z.string().min(1).max(100), title: z.string().min(1).max(200), language: z.enum(languages),
  document: z.base64().max(largestDocument),
  signer: z.object({ name: z.string().min(1).max(120), email: z.email().nullable() }),
  returnUrl: z.string().max(500).refine((url) => url.includes('{signatureId}')), callbackUrl: z.url(),
})

const Withdrawal = z.object({ externalId: Request.shape.externalId })

const unguessable = (): string => randomBytes(24).toString('base64url')
const refused = (code: string) => new ServiceError(422, code, 'The agreement is not taken')

/** The provider's API for shops: JSON, a bearer key, repeatable by the shop's own id of an agreement. */
export function apiRoutes(app: FastifyInstance, { settings, merchants, agreements, sandbox: { store, now } }: SignatureParts): void {
  const callerOf = ({ headers }: FastifyRequest): Merchant<Account, Documents<Agreement>> => {
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
    const sent = Request.safeParse(request.body)
    if (!sent.success) throw refused('order-unreadable')
    const { document, ...wanted } = sent.data
    if (!settings.shops.some((shop) => wanted.returnUrl.startsWith(`${shop}/`))) throw refused('return-address-unknown')
    const merchant = callerOf(request).name
    const known = agreements.byRequest(wanted.externalId)
    if (known && merchants.owner(known).name !== merchant) throw refused('order-id-taken')
    // The shop did not get the first answer, so for the shop this is no repetition.
    if (known) return reply.code(200).send(answer(known, false))
    if (agreements.isWithdrawn(wanted.externalId)) throw refused('withdrawn')
    const { scenario, left } = chooseScenario(store.kept('rules') ?? [], wanted.signer.email, agreements.isFirstRequest(wanted.externalId))
    store.keep('rules', left)
    if (scenario === 'away') throw new ServiceError(503, 'Unavailable', 'The provider does not serve')
    if (scenario === 'agreement-fails') throw refused('agreement-not-created')
    const pdf = Buffer.from(document, 'base64')
    await documentText(pdf).catch(() => { throw refused('document-unreadable') })
    const agreement: Agreement = { ...wanted, merchant, id: `agr_${unguessable()}`, signatureId: `sig_${unguessable()}`, key: unguessable(), status: 'open', signature: null, scenario, countsFrom: null }
    agreements.insert(agreement, pdf)
    if (scenario === 'answer-lost') {
      reply.raw.destroy()
      return reply.hijack()
    }
    return reply.code(201).send(answer(agreement, false))
  })

  /** Withdraws a request by the shop's own id: what was signed before stays signed, and a request that arrives afterwards is refused. Repeatable. */
  app.post('/api/v1/withdrawals', (request) => {
    const wanted = Withdrawal.safeParse(request.body)
    if (!wanted.success) throw refused('order-unreadable')
    const agreement = agreements.byRequest(wanted.data.externalId)
    if (agreement && merchants.owner(agreement).name !== callerOf(request).name) throw refused('order-id-taken')
    if (agreement?.status === 'signed') return { status: 'signed', agreementId: agreement.id }
    agreements.withdraw(wanted.data.externalId)
    if (agreement) agreements.put({ ...agreement, status: 'withdrawn' })
    return { status: 'withdrawn', agreementId: agreement?.id ?? null }
  })

  app.get<{ Params: { id: string } }>('/api/v1/agreements/:id', (request) => {
    const agreement = callerOf(request).part.get(request.params.id)
    if (!agreement) throw new ServiceError(404, 'NotFound', 'There is no such agreement')
    const status = statusOf(agreement, now())
    return { status, signatureId: agreement.signatureId, signature: status === 'signed' ? agreement.signature : null }
  })
}
