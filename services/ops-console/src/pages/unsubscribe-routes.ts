import { unsubscribeMail } from '@checkin/registry'
import { callTls, internalFetch } from '@checkin/server'
import type { FastifyInstance, FastifyReply } from 'fastify'

const headers = {
  'content-security-policy': "default-src 'none'; img-src data:; webrtc 'block'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'", 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin', 'cache-control': 'no-store',
}

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,"></head>
<body><main><h1>${title}</h1>${body}</main></body></html>
`
const send = (reply: FastifyReply, status: number, title: string, body: string) => reply.code(status).headers(headers).type('text/html; charset=utf-8').send(page(title, body))

/**
 * The way off a list of mails on rollout events, without signing in (DEC-354, RFC 8058): a POST ends it, by the page's button or by the mail program itself. Opening the
 * page ends nothing, because programs that look for harm in mails open every link.
 */
export function unsubscribeRoutes(app: FastifyInstance, registry: string): void {
  void app.register((scope, _options, done) => {
    // The code stands in the address; what is sent beside it says no more.
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, parsed) => { parsed(null, undefined) })
    scope.get('/unsubscribe/:code', (_request, reply) => send(reply, 200, 'End these mails', '<p>This address is then told nothing more of what happens to releases.</p><form method="post"><button>End these mails</button></form>'))
    scope.post<{ Params: { code: string } }>('/unsubscribe/:code', async ({ params: { code } }, reply) => {
      const answer = await internalFetch(`${registry}${unsubscribeMail.path}`, { method: unsubscribeMail.method, tls: callTls(), headers: {}, body: { code } }).catch(() => null)
      if (answer?.status === 200) return send(reply, 200, 'No more mails', '<p>This address was taken off the list, and forgotten.</p>')
      if (answer?.status === 400) return send(reply, 404, 'This address is not complete', '<p>Open the link of the mail again, the whole of it.</p>')
      return send(reply, 503, 'This did not work yet', '<p>Please try again in a few minutes.</p><form method="post"><button>Try again</button></form>')
    })
    done()
  })
}
