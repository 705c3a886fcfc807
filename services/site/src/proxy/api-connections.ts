import { Agent, request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { Agent as TlsAgent, request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import { callTls, ServiceError, timeLimit } from '@checkin/server'
import type { CallBody } from './request-bodies.ts'
import type { ServiceAddress, SiteLimits } from '../settings.ts'

/** One call as it goes to the API. */
export interface ApiCall extends ServiceAddress {
  readonly method: string
  readonly path: string
  readonly headers: OutgoingHttpHeaders
  readonly kind: 'read' | 'write'
  readonly body: CallBody
  /** The answer is a stream of events, which has no end that could be waited for. */
  readonly isStream?: boolean
}

/** The API gave no answer. `sent` is false when it surely never saw the call. */
export class ApiSilent extends Error {
  override readonly name = 'ApiSilent'
  readonly sent: boolean

  constructor(sent: boolean) {
    super(sent ? 'the API did not answer' : 'the API was not reached')
    this.sent = sent
  }
}

/** Makes calls to the API; resolves with an answer of any status, rejects with ApiSilent, or with ServiceError 413 for an upload beyond its limit. */
export type CallApi = (call: ApiCall) => Promise<IncomingMessage>

/**
 * Connections to the API: some for calls whose body is there already, others for uploads, which last as long as a renter's line takes, others for
 * streams of events, which last as long as a page listens.
 * Waiting for a connection, connecting and waiting for the answer have limits of their own.
 */
export function apiConnections(limits: Pick<SiteLimits, 'apiConnections' | 'apiUploads' | 'apiStreams' | 'queueMs' | 'connectMs' | 'readMs' | 'writeMs'>): CallApi {
  const agents = (Kind: typeof Agent | typeof TlsAgent) => ({
    calls: new Kind({ keepAlive: true, maxSockets: limits.apiConnections }), uploads: new Kind({ keepAlive: true, maxSockets: limits.apiUploads }),
    streams: new Kind({ maxSockets: limits.apiStreams }),
  })
  const [plain, tls] = [agents(Agent), agents(TlsAgent)]
  return ({ host, port, isTls, method, path, headers, kind, body, isStream = false }) => new Promise((resolve, reject) => {
    let sent = false
    const { calls, uploads, streams } = isTls ? tls : plain
    const outgoing = (isTls ? httpsRequest : httpRequest)({
      agent: isStream ? streams : body.kind === 'upload' ? uploads : calls, host, port, method, path, headers, timeout: kind === 'read' ? limits.readMs : limits.writeMs,
      // The certificate is the API's own; the Host header names the tenant.
      ...(isTls && { servername: isIP(host) ? '' : host, ...callTls() }),
    })
    // A request that still waits for a connection emits nothing when it is given up, so the promise is settled here.
    const giveUp = (): void => {
      lift()
      reject(new ApiSilent(sent))
      outgoing.destroy()
    }
    let lift = timeLimit(limits.queueMs, giveUp)
    const connected = (): void => {
      lift()
      sent = true
    }
    outgoing.on('socket', (socket) => {
      lift()
      if (!socket.connecting) {
        connected()
        return
      }
      lift = timeLimit(limits.connectMs, giveUp)
      socket.once(isTls ? 'secureConnect' : 'connect', connected)
    })
    outgoing.on('timeout', giveUp)
    outgoing.on('error', giveUp)
    outgoing.on('response', (answer) => {
      lift()
      resolve(answer)
      if (body.kind === 'upload') answer.once('close', () => { if (!outgoing.writableFinished) outgoing.destroy() })
    })
    if (body.kind === 'upload') upload(body, outgoing, (tooLarge) => { reject(tooLarge); outgoing.destroy() })
    else outgoing.end(body.kind === 'whole' ? body.bytes : undefined)
  })
}

/** Passes a body on as it comes. After an early answer the rest of it is thrown away: a browser reads no answer while it still sends. */
function upload({ from, limit }: Extract<CallBody, { kind: 'upload' }>, outgoing: ReturnType<typeof httpRequest>, refuse: (error: ServiceError) => void): void {
  let bytes = 0
  const stop = (): void => {
    from.unpipe(outgoing)
    from.resume()
  }
  from.on('data', (part: Buffer) => {
    bytes += part.length
    if (bytes <= limit) return
    stop()
    refuse(new ServiceError(413, 'TooLarge', 'The body is too large'))
  })
  from.on('aborted', () => { outgoing.destroy() })
  outgoing.on('response', () => { if (!from.complete) stop() })
  outgoing.on('close', stop)
  from.pipe(outgoing)
}
