import { ServiceError } from '@checkin/server'
import type { FastifyRequest } from 'fastify'

/**
 * Refuses calls that another site's page made in an operator's name: the console's own pages send a header that a form cannot,
 * their origin is exactly ours, and a browser that says where a request comes from must say "same-origin".
 */
export function requireConsolePage(request: FastifyRequest, scheme: 'http' | 'https'): void {
  const { origin, host = '' } = request.headers
  const site = request.headers['sec-fetch-site']
  const ours = request.headers['x-checkin-console'] === '1' && (origin === undefined || origin === `${scheme}://${host}`) && (site === undefined || site === 'same-origin')
  if (!ours) throw new ServiceError(403, 'ForeignPage', 'Only the console\'s own pages may call this')
}
