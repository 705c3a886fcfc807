import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * The renter's network address. A forwarded one is believed only from who knows the proxy secret (the site server);
 * from anybody else it is the address of the connection itself.
 */
export function clientAddress(request: Pick<FastifyRequest, 'headers' | 'ip'>, proxySecret: string): string {
  const { 'x-checkin-proxy': proof, 'x-checkin-client': address } = request.headers
  if (typeof proof !== 'string' || typeof address !== 'string') return request.ip
  return timingSafeEqual(digest(proof), digest(proxySecret)) ? address : request.ip
}
