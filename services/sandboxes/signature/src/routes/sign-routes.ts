import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { browserCode, languageOf, readForms, scriptHeaders } from '@checkin/sandbox-kit'
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod'
import { reportsOf, returnAddress, type Agreement } from '../agreements/agreement.ts'
import { documentText } from '../agreements/document-text.ts'
import type { SignatureParts } from '../agreements/store.ts'
import { donePage, gonePage, signPage, signPageHeaders, type SignProblem } from '../pages/pages.ts'

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

/** The page on which a renter reads and signs. Its address is the only key: it comes by mail and works on any device. */
export function signRoutes(app: FastifyInstance, { agreements, sandbox: { now, jobs } }: SignatureParts): void {
  // The one package is named by the address at which it is served.
  const code = browserCode(join(import.meta.dirname, '..', 'browser', 'sign.ts')).replace(`'signature_pad'`, `'/signature-pad.js'`)
  const pad = readFileSync(fileURLToPath(import.meta.resolve('signature_pad')), 'utf8')
  const script = (reply: FastifyReply, text: string) => reply.headers(scriptHeaders).send(text)
  app.get('/sign.js', (_request, reply) => script(reply, code))
  app.get('/signature-pad.js', (_request, reply) => script(reply, pad))
  readForms(app, 2 * largestPicture)

  const html = (reply: FastifyReply, page: string, backTo: string | null = null) => reply.headers(signPageHeaders(backTo)).send(page)
  const gone = (reply: FastifyReply, accept: string | undefined) => html(reply.code(404), gonePage(languageOf(accept)))
  const shown = async (reply: FastifyReply, agreement: Agreement, problem: SignProblem | null, typed?: Answer) => {
    const pdf = agreements.pdf(agreement.id)
    const blocks = pdf ? await documentText(pdf) : []
    return html(reply.code(problem ? 422 : 200), signPage({ agreement, blocks, problem, ...(typed && { typed }) }), new URL(returnAddress(agreement)).origin)
  }
  const end = (agreement: Agreement): string => donePage(agreement, agreement.scenario === 'abandoned' ? null : returnAddress(agreement))

  app.get<{ Params: { key: string } }>('/sign/:key', (request, reply) => {
    const agreement = agreements.byKey(request.params.key)
    if (!agreement) return gone(reply, request.headers['accept-language'])
    return agreement.status === 'open' ? shown(reply, agreement, null) : html(reply, end(agreement))
  })

  app.get<{ Params: { key: string } }>('/sign/:key/document.pdf', (request, reply) => {
    const agreement = agreements.byKey(request.params.key)
    const pdf = agreement && agreements.pdf(agreement.id)
    if (!pdf) return gone(reply, request.headers['accept-language'])
    return reply.headers({ 'content-type': 'application/pdf', 'content-disposition': 'inline; filename="agreement.pdf"', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }).send(pdf)
  })

  app.post<{ Params: { key: string } }>('/sign/:key', { bodyLimit: 2 * largestPicture }, (request, reply) => {
    const agreement = agreements.byKey(request.params.key)
    if (!agreement) return gone(reply, request.headers['accept-language'])
    if (agreement.status !== 'open') return html(reply, end(agreement))
    const sent = Answer.safeParse(request.body)
    if (!sent.success) return shown(reply, agreement, 'drawing')
    const problem = sent.data.answer === 'sign' ? problemOf(sent.data) : null
    if (problem) return shown(reply, agreement, problem, sent.data)
    const ended = sent.data.answer === 'refuse' ? { ...agreement, status: 'refused' as const }
      : agreement.scenario === 'refused' ? { ...agreement, status: 'rejected' as const } : signed(agreement, sent.data)
    agreements.put(ended)
    for (const { dueAt, report } of reportsOf(ended, now())) jobs.add(dueAt, report)
    return ended.scenario === 'abandoned' ? html(reply, end(ended)) : reply.redirect(returnAddress(ended), 303)
  })

  function signed(agreement: Agreement, { way, name, image }: Answer): Agreement {
    const signature = { kind: way, name, image: way === 'drawn' ? png.exec(image)?.[1] ?? null : null, signedAt: new Date(now()).toISOString() }
    return { ...agreement, status: 'signed', signature, countsFrom: agreement.scenario === 'late' ? now() + lateMs : null }
  }
}
