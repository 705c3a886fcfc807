import { isIPv4, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { isFromSite } from './site-proof.ts'

/** The first `count` of the eight groups of an IPv6 address, written out. */
function leadingGroups(address: string, count: number): readonly string[] {
  const [head = '', tail] = address.split('::')
  const before = head.split(':').filter(Boolean)
  const after = (tail ?? '').split(':').filter(Boolean)
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  return [...before, ...zeros, ...after].slice(0, count).map((group) => group.padStart(4, '0').toLowerCase())
}

/**
 * The network that an address belongs to for throttling: /24 of IPv4 and /56 of IPv6, the sizes that one household or firm gets
 * (DEC-09). An IPv4 address mapped into IPv6 counts as IPv4. Anything else shares one network, so that it cannot escape.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`
  if (!isIPv6(plain)) return 'unknown'
  const groups = leadingGroups(plain, 4)
  return `${groups.slice(0, 3).join(':')}:${(groups[3] ?? '0000').slice(0, 2)}00::/56`
}

/**
 * The /48 of an IPv6 address: what one firm or provider may get, and with it 256 networks of /56 (DEC-158), as many as a /24 of IPv4 has addresses. Null for an IPv4
 * address, and for what is none.
 */
export function siteNetworkOf(address: string): string | null {
  const network = networkOf(address)
  return network.endsWith('::/56') ? `${network.split(':').slice(0, 3).join(':')}::/48` : null
}

/**
 * The host name that the client asked for, lower-case and without port: the name that tenants are compared by (DEC-06).
 * Empty when the header is missing or no host name, so that it equals no tenant.
 */
export function requestHost(request: Pick<FastifyRequest, 'headers'>): string {
  const [, name] = /^([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(?::\d{1,5})?$/i.exec(request.headers.host ?? '') ?? []
  return name?.toLowerCase() ?? ''
}

const previewPrefix = 'preview.'

/** Host name at which a tenant's previews of module versions are (DEC-299): an origin of their own, whose pages reach nothing that the browser keeps for the tenant's. */
export const previewHost = (tenantHost: string): string => `${previewPrefix}${tenantHost}`

/** The tenant's host name of one for previews; null for any other. Whether there is such a tenant is the caller's to know, and a tenant that has the name itself comes first. */
export const tenantOfPreview = (host: string): string | null => (host.startsWith(previewPrefix) ? host.slice(previewPrefix.length) : null)

/**
 * The renter's network address. A forwarded one is believed only from who has the site server's key for it;
 * from anybody else it is the address of the connection itself.
 */
export function clientAddress(request: Pick<FastifyRequest, 'headers' | 'ip'>, proxySecret: string): string {
  const { 'x-checkin-client': address } = request.headers
  return typeof address === 'string' && isFromSite(request.headers, proxySecret, 'client-address') ? address : request.ip
}

/** The client's address at a server that the public reaches. Without a proxy in front (`CHECKIN_TRUST_PROXY`), what a client says about itself is not believed. */
export function clientBehind(request: Pick<FastifyRequest, 'headers' | 'ip'>, behindProxy: boolean): string {
  const named = request.headers['x-forwarded-for']
  return behindProxy && typeof named === 'string' ? (named.split(',').at(-1)?.trim() ?? request.ip) : request.ip
}
