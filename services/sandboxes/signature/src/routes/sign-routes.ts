import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod'
import { returnAddress, type Agreement } from '../agreements/agreement.ts'
import { documentText } from '../agreements/document-text.ts'
import type { Reports } from '../agreements/reports.ts'
import type { AgreementStore } from '../agreements/store.ts'
import { donePage, goneLanguages, gonePage } from '../pages/end-pages.ts'
import { pageHeaders } from '../pages/page-head.ts'
import { signPage, type SignProblem } from '../pages/sign-page.ts'

const png = /^data:image\/png;base64,([A-Za-z0-9+/]+=*)$/
const largestPicture = 300_000
const lateMs = 8000

const Answer = z.object({
  answer: z.enum(['sign', 'refuse']), way: z.enum(['typed', 'drawn']).default('typed'), name: z.string().trim().max(120).default(''),
  image: z.string().max(largestPicture).default(''), read: z.string().default(''),
})
type Answer = z.infer<typeof Answer>

/** What is missing of a signature; null when nothing is. */
function problemOf({ way, name, image, read }: Answer): SignProblem | null {
  if (name.length < 2) return 'name'
  if (way === 'drawn' && !png.test(image)) return 'drawing'
  return read === 'yes' ? null : 'read'
}

export interface SignDependencies {
  readonly store: AgreementStore
  readonly reports: Reports
  readonly now: () => number
}

/** The page on which a renter reads and signs. Its address is the only key: it comes by mail and works on any device. */
export function signRoutes(app: FastifyInstance, { store, reports, now }: SignDependencies): void {
  // Only types are taken out, and the one package is named by the address at which it is served: what runs is what is written.
  const code = stripTypeScriptTypes(readFileSync(join(import.meta.dirname, '..', 'browser', 'sign.ts'), 'utf8')).replace(`'signature_pad'`, `'/signature-pad.js'`)
  const pad = readFileSync(fileURLToPath(import.meta.resolve('signature_pad')), 'utf8')
  const script = (reply: FastifyReply, text: string) => reply.headers({ 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'public, max-age=300', 'x-content-type-options': 'nosniff' }).send(text)
  app.get('/sign.js', (_request, reply) => script(reply, code))
  app.get('/signature-pad.js', (_request, reply) => script(reply, pad))
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: 2 * largestPicture }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))))
  })

  const html = (reply: FastifyReply, page: string, backTo: string | null = null) => reply.headers(pageHeaders(backTo)).send(page)
  const gone = (reply: FastifyReply, accept: string | undefined) => html(reply.code(404), gonePage(goneLanguages(accept)))
  const shown = async (reply: FastifyReply, agreement: Agreement, problem: SignProblem | null, typed?: Answer) => {
    const pdf = store.pdf(agreement.id)
    const blocks = pdf ? await documentText(pdf) : []
    return html(reply.code(problem ? 422 : 200), signPage({ agreement, blocks, problem, ...(typed && { typed }) }), new URL(returnAddress(agreement)).origin)
  }
  const end = (agreement: Agreement): string => donePage(agreement, agreement.scenario === 'abandoned' ? null : returnAddress(agreement))

  app.get<{ Params: { key: string } }>('/sign/:key', (request, reply) => {
    const agreement = store.byKey(request.params.key)
    if (!agreement) return gone(reply, request.headers['accept-language'])
    return agreement.status === 'open' ? shown(reply, agreement, null) : html(reply, end(agreement))
  })

  app.get<{ Params: { key: string } }>('/sign/:key/document.pdf', (request, reply) => {
    const agreement = store.byKey(request.params.key)
    const pdf = agreement && store.pdf(agreement.id)
    if (!pdf) return gone(reply, request.headers['accept-language'])
    return reply.headers({ 'content-type': 'application/pdf', 'content-disposition': 'inline; filename="agreement.pdf"', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }).send(pdf)
  })

  app.post<{ Params: { key: string } }>('/sign/:key', { bodyLimit: 2 * largestPicture }, (request, reply) => {
    const agreement = store.byKey(request.params.key)
    if (!agreement) return gone(reply, request.headers['accept-language'])
    if (agreement.status !== 'open') return html(reply, end(agreement))
    const sent = Answer.safeParse(request.body)
    if (!sent.success) return shown(reply, agreement, 'drawing')
    const problem = sent.data.answer === 'sign' ? problemOf(sent.data) : null
    if (problem) return shown(reply, agreement, problem, sent.data)
    const ended = sent.data.answer === 'refuse' || agreement.scenario === 'refused' ? { ...agreement, status: 'refused' as const } : signed(agreement, sent.data)
    store.put(ended)
    reports.tell(ended)
    return ended.scenario === 'abandoned' ? html(reply, end(ended)) : reply.redirect(returnAddress(ended), 303)
  })

  function signed(agreement: Agreement, { way, name, image }: Answer): Agreement {
    const signature = { kind: way, name, image: way === 'drawn' ? png.exec(image)?.[1] ?? null : null, signedAt: new Date(now()).toISOString() }
    return { ...agreement, status: 'signed', signature, countsFrom: agreement.scenario === 'late' ? now() + lateMs : null }
  }
}
