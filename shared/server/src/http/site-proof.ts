import { createHash, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { currentSecret, secretsOf } from '../secrets.ts'

/** What a site server proves to be: who names a renter's address, who reports what pages said, who ends sessions, who writes pages. */
export type SiteProof = 'client-address' | 'reports' | 'session-end' | 'settings'

/** Header with the key of one purpose. */
export const siteKeyHeader = 'x-checkin-key'
/** Header with the secret itself, by which servers of the release before know a site. */
export const formerSiteHeader = 'x-checkin-proxy'

const keys = new Map<string, string>()

/** The key of one purpose, derived from the secret that site, API and registry share (HKDF-SHA-256): one that leaked opens nothing else (SEC-25). */
export function siteKey(secret: string, proof: SiteProof): string {
  const current = currentSecret(secret)
  const known = keys.get(`${proof} ${current}`)
  if (known !== undefined) return known
  const key = Buffer.from(hkdfSync('sha256', current, '', `checkin site ${proof}`, 32)).toString('base64url')
  keys.set(`${proof} ${current}`, key)
  return key
}

const digest = (text: string) => createHash('sha256').update(text).digest()
const areSame = (given: string, expected: string): boolean => timingSafeEqual(digest(given), digest(expected))

/** Whether a call comes from a site server, for this purpose. A site of the release before sends the secret itself, which is taken until the release after this one. */
export function isFromSite(headers: IncomingHttpHeaders, secret: string, proof: SiteProof): boolean {
  const { [siteKeyHeader]: key, [formerSiteHeader]: former } = headers
  const known = secretsOf(secret)
  if (key !== undefined) return typeof key === 'string' && known.some((each) => areSame(key, siteKey(each, proof)))
  return typeof former === 'string' && known.some((each) => areSame(former, each))
}
