import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

export interface SignedParts {
  readonly method: string
  readonly body: string
  readonly contentType: string
  readonly date: string
  /** Path with its query. */
  readonly uri: string
}

/** HMAC-SHA512 over method, digest of the body, content type, date and address, each on a line: the provider's public scheme. */
export function signatureOf(parts: SignedParts, secret: string): string {
  const digest = createHash('sha512').update(parts.body).digest('hex')
  return createHmac('sha512', secret).update([parts.method, digest, parts.contentType, parts.date, parts.uri].join('\n')).digest('base64')
}

export function signatureHolds(given: string | undefined, parts: SignedParts, secret: string): boolean {
  const expected = Buffer.from(signatureOf(parts, secret))
  const actual = Buffer.from(given ?? '')
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}
