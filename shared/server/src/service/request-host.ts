import type { FastifyRequest } from 'fastify'

/**
 * The host name that the client asked for, lower-case and without port: the name that tenants are compared by (DEC-06).
 * Empty when the header is missing or no host name, so that it equals no tenant.
 */
export function requestHost(request: Pick<FastifyRequest, 'headers'>): string {
  const [, name] = /^([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(?::\d{1,5})?$/i.exec(request.headers.host ?? '') ?? []
  return name?.toLowerCase() ?? ''
}
