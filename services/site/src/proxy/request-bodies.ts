import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ConcurrencyLimiter, hasBody, networkOf, ServiceError } from '@checkin/server'

/** The body of a call as it goes to the API: none, read whole before, or passed on as it comes. */
export type CallBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'whole'; readonly bytes: Buffer }
  | { readonly kind: 'upload'; readonly from: IncomingMessage; readonly limit: number }

/** Bytes up to which a body is read whole, so that no connection to the API waits for a slow client. */
const smallBody = 64 * 1024

const tooLarge = (): ServiceError => new ServiceError(413, 'TooLarge', 'The body is too large')

/**
 * The body of a request. A declared length beyond `limit` is refused before it travels: the API would close the connection on it, and its
 * 413 would be lost while this side still sends.
 * @throws ServiceError 413; null when the client went away before its body was there.
 */
export async function bodyOf(request: IncomingMessage, limit: number): Promise<CallBody | null> {
  if (!hasBody(request)) return { kind: 'none' }
  const declared = request.headers['content-length'] === undefined ? null : Number(request.headers['content-length'])
  if (declared !== null && declared > limit) throw tooLarge()
  if ((declared ?? limit) > smallBody) return { kind: 'upload', from: request, limit }
  const bytes = await readWhole(request, limit)
  return bytes && { kind: 'whole', bytes }
}

/** All bytes of a body; null when it broke off. What comes beyond the limit is thrown away. */
function readWhole(request: IncomingMessage, limit: number): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    let bytes = 0
    request.on('data', (part: Buffer) => {
      bytes += part.length
      if (bytes <= limit) parts.push(part)
      else reject(tooLarge())
    })
    request.on('end', () => { resolve(Buffer.concat(parts)) })
    request.on('error', () => { resolve(null) })
    request.on('close', () => { resolve(null) })
  })
}

/** How long a client whose body is not taken may still send, so that it reads why; milliseconds. */
const lingerMs = 2000

export const tooManyBodies = (): ServiceError => new ServiceError(429, 'TooManyRequests', 'Too much is being sent from this network', { headers: { 'retry-after': '5' } })

export const tooManyStreams = (): ServiceError => new ServiceError(429, 'TooManyRequests', 'Too many pages of this network listen', { headers: { 'retry-after': '30' } })

/**
 * Counts the bodies that each client network (/24, /56) has under way and refuses further ones: whoever sends many at a time, however slowly,
 * takes nothing from other networks.
 */
export function limitBodies(app: FastifyInstance, mostPerNetwork: number, addressOf: (request: FastifyRequest) => string): void {
  const limiter = new ConcurrencyLimiter(mostPerNetwork)
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request
    if (!hasBody(raw)) {
      done()
      return
    }
    const release = limiter.acquire(networkOf(addressOf(request)))
    if (release) {
      raw.once('end', release).once('close', release)
      done()
      return
    }
    reply.raw.once('finish', () => { setTimeout(() => { if (!raw.complete) raw.socket.destroy() }, lingerMs).unref() })
    done(tooManyBodies())
  })
}
