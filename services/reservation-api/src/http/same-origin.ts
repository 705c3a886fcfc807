import { ServiceError } from '@checkin/server'
import type { FastifyRequest } from 'fastify'

const reading = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Whether a call was made by a page of the very origin that it goes to. */
function fromOwnPage({ headers: { origin, host, 'sec-fetch-site': site } }: Pick<FastifyRequest, 'headers'>, scheme: string): boolean {
  if (origin !== undefined && origin !== `${scheme}://${host ?? ''}`) return false
  return site === undefined ? origin !== undefined : site === 'same-origin'
}

/**
 * Refuses calls that another site's page makes with a renter's cookie (DEC-07). A state-changing call must prove its origin; a reading one
 * may be typed or followed, but not be made from a foreign or sibling site.
 */
export const requireOwnPage = (scheme: 'http' | 'https') => (request: FastifyRequest): void => {
  const { 'sec-fetch-site': site } = request.headers
  const allowed = reading.has(request.method) ? site === undefined || site === 'same-origin' || site === 'none' : fromOwnPage(request, scheme)
  if (!allowed) throw new ServiceError(403, 'ForeignOrigin', 'The call was not made by a page of this site')
}

/**
 * Refuses a call by GET that opens a session unless a script of this site's own page made it (DEC-312, ASVS 3.5.3): no followed or typed address, no picture, frame or
 * form. A browser that does not say where a call comes from shows it by `identifier` (SHELL-06), a header that only a script can send, and one of
 * another site not without being allowed to.
 */
export function requireOwnScript({ headers }: Pick<FastifyRequest, 'headers'>): void {
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': dest, identifier } = headers
  const isOwn = site === undefined ? identifier !== undefined : site === 'same-origin'
  if (!isOwn || mode === 'navigate' || (dest !== undefined && dest !== 'empty')) throw new ServiceError(403, 'ForeignOrigin', 'The call was not made by a page of this site')
}
