import type { FastifyInstance } from 'fastify'
import { ServiceError } from './error-body.ts'

/**
 * Refuses requests that two readers may take for different hosts (SEC-19): a tenant is its host name (DEC-06), and a proxy in front may look at another of two Host
 * headers, or at the host of an absolute target, than this server does.
 */
export function requireOneHost(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { rawHeaders, url = '' } = request.raw
    const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length
    done(hosts > 1 || !url.startsWith('/') ? new ServiceError(400, 'InvalidRequest', 'The request does not name one host') : undefined)
  })
}
