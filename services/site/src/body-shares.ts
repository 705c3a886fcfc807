import type { FastifyInstance, FastifyRequest } from 'fastify'
import { networkOf, ServiceError, Shares } from '@checkin/server'
import { hasBody } from './request-body.ts'

/** How long a client whose body is not taken may still send, so that it reads why; milliseconds. */
const lingerMs = 2000

/** Refuses at once what is beyond a network's share. */
export const tooManyBodies = (): ServiceError => new ServiceError(429, 'TooManyRequests', 'Too much is being sent from this network', { headers: { 'retry-after': '5' } })

/**
 * Counts the bodies that each client network (/24, /56) has under way and refuses further ones: whoever sends many at a time, however slowly,
 * takes nothing from other networks.
 */
export function limitBodies(app: FastifyInstance, mostPerNetwork: number, addressOf: (request: FastifyRequest) => string): void {
  const shares = new Shares(mostPerNetwork)
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request
    if (!hasBody(raw)) {
      done()
      return
    }
    const giveBack = shares.take(networkOf(addressOf(request)))
    if (giveBack) {
      raw.once('end', giveBack).once('close', giveBack)
      done()
      return
    }
    reply.raw.once('finish', () => { setTimeout(() => { if (!raw.complete) raw.socket.destroy() }, lingerMs).unref() })
    done(tooManyBodies())
  })
}
