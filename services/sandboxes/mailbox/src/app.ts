import { createService, requestHost, ServiceError, type Service, type ServiceOptions } from '@checkin/server'
import * as z from 'zod'
import type { Message, MessageStore } from './message-store.ts'
import { framedHtml, listPage, mailboxHeaders, messagePage } from './pages.ts'

const hosts = new Set(['mail.localhost', 'localhost', '127.0.0.1'])

const { 'content-type': html, ...commonHeaders } = mailboxHeaders
const mailPolicy = 'sandbox allow-popups allow-popups-to-escape-sandbox; default-src \'none\'; style-src \'unsafe-inline\'; img-src data:; frame-ancestors \'self\''

const Search = z.object({ to: z.string().optional() })
const Named = z.object({ id: z.string() })
const NamedAttachment = z.object({ id: z.string(), index: z.coerce.number().int().min(0) })

/** Pages for people and JSON for programs. Names other than its own are refused, so no web page can read codes by rebinding a name. */
export function mailboxApp(store: MessageStore, options: Pick<ServiceOptions, 'log'> = {}): Service {
  const service = createService({ name: 'mailbox', ...options })
  const { app } = service
  app.addHook('onRequest', (request, reply, done) => {
    if (!hosts.has(requestHost(request))) throw new ServiceError(421, 'UnknownTenant', 'This is the mailbox, by the name mail.localhost')
    void reply.headers(commonHeaders)
    done()
  })
  const find = (id: string): Message => {
    const message = store.get(id)
    if (!message) throw new ServiceError(404, 'NotFound', 'There is no such mail')
    return message
  }

  app.get('/api/messages', (request) => store.list(Search.parse(request.query).to).map((message) => ({
    ...message, attachments: message.attachments.map(({ filename, contentType, size }) => ({ filename, contentType, size })),
  })))
  app.get('/api/messages/:id', (request) => find(Named.parse(request.params).id))

  app.get('/', (request, reply) => {
    const { to = '' } = Search.parse(request.query)
    return reply.header('content-type', html).send(listPage(store.list(to === '' ? undefined : to), to))
  })
  app.get('/messages/:id', (request, reply) => reply.header('content-type', html).send(messagePage(find(Named.parse(request.params).id))))
  app.get('/messages/:id/html', (request, reply) =>
    reply.header('content-type', html).header('content-security-policy', mailPolicy).send(framedHtml(find(Named.parse(request.params).id))))
  app.get('/messages/:id/attachments/:index', (request, reply) => {
    const { id, index } = NamedAttachment.parse(request.params)
    const attachment = find(id).attachments[index]
    if (!attachment) throw new ServiceError(404, 'NotFound', 'There is no such attachment')
    const name = encodeURIComponent(attachment.filename)
    return reply.headers({ 'content-type': 'application/octet-stream', 'content-disposition': `attachment; filename*=UTF-8''${name}` })
      .send(Buffer.from(attachment.content, 'base64'))
  })
  return service
}
