import { request as plainRequest, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { request as tlsRequest } from 'node:https'

/** Where what is not served here comes from. */
export interface Upstream {
  /** Address of a site: the product on this machine, or one that others share. */
  readonly origin: URL
  /** The site answers for the host name that the browser asked; else everything is asked of `origin` by its own name. */
  readonly keepsHost: boolean
}

/** What becomes of a page on its way; null leaves it as it is. */
export type PageChange = (html: string, policy: string) => { readonly html: string; readonly policy: string } | null

/** Headers that belong to one connection, or to the bytes of a body that may be changed. */
const ofTheConnection = ['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'proxy-connection']

const isPageRequest = ({ method, headers }: IncomingMessage): boolean => method === 'GET' && (headers.accept ?? '').includes('text/html')

function sentHeaders(request: IncomingMessage, { origin, keepsHost }: Upstream): IncomingHttpHeaders {
  const headers: IncomingHttpHeaders = { ...request.headers }
  for (const name of ofTheConnection) delete headers[name]
  if (!keepsHost) {
    headers.host = origin.host
    // A call names the page that it comes from, which the site knows by its own name only.
    if (headers.origin !== undefined) headers.origin = origin.origin
    delete headers.referer
  }
  if (isPageRequest(request)) {
    headers['accept-encoding'] = 'identity'
    delete headers['if-none-match']
  }
  return headers
}

/** The site's own addresses lead back here. */
function takenHeaders(answer: IncomingMessage, request: IncomingMessage, { origin, keepsHost }: Upstream): IncomingHttpHeaders {
  const headers: IncomingHttpHeaders = { ...answer.headers }
  for (const name of ofTheConnection) delete headers[name]
  if (!keepsHost && headers.location?.startsWith(origin.origin)) headers.location = `http://${request.headers.host ?? ''}${headers.location.slice(origin.origin.length)}`
  return headers
}

async function textOf(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of answer) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

/** Passes a call on to a site and its answer back; pages may be changed on the way. What never answered is a 502 with the reason. */
export function forward(request: IncomingMessage, response: ServerResponse, upstream: Upstream, change: PageChange): void {
  const { protocol, hostname, port } = upstream.origin
  const ask = protocol === 'https:' ? tlsRequest : plainRequest
  const host = upstream.keepsHost || !hostname.endsWith('localhost') ? hostname : '127.0.0.1'
  const failed = (error: unknown): void => {
    if (!response.headersSent) response.writeHead(502, { 'content-type': 'text/plain' })
    response.end(`${upstream.origin.origin} does not answer: ${error instanceof Error ? error.message : String(error)}\n`)
  }
  const asked = ask({ host, port, method: request.method, path: request.url, headers: sentHeaders(request, upstream) }, (answer) => {
    const headers = takenHeaders(answer, request, upstream)
    const status = answer.statusCode ?? 502
    if (!isPageRequest(request) || !String(headers['content-type']).startsWith('text/html')) {
      response.writeHead(status, headers)
      answer.pipe(response)
      return
    }
    textOf(answer).then((text) => {
      const policy = String(headers['content-security-policy'] ?? '')
      const changed = change(text, policy) ?? { html: text, policy }
      // What browsers would fetch ahead, or keep, is that of another page.
      for (const name of ['content-length', 'link', 'etag']) delete headers[name]
      response.writeHead(status, { ...headers, ...(policy !== '' && { 'content-security-policy': changed.policy }), 'cache-control': 'no-store' })
      response.end(changed.html)
    }).catch(failed)
  })
  asked.on('error', failed)
  response.on('close', () => { asked.destroy() })
  request.pipe(asked)
}
