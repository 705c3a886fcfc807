import type { FastifyRequest } from 'fastify'

/** True when another origin's page asks; a browser names at least one of the two (DEC-07). A page of the same host without TLS is another origin's. */
export function isForeignPage({ headers }: Pick<FastifyRequest, 'headers'>, scheme: 'http' | 'https'): boolean {
  const { origin, host } = headers
  if (origin !== undefined && origin !== `${scheme}://${host}`) return true
  return headers['sec-fetch-site'] !== undefined && headers['sec-fetch-site'] !== 'same-origin'
}
