import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** What a signature of the card provider is about. */
export interface SignedParts {
  readonly method: string
  readonly body: string
  readonly contentType: string
  readonly date: string
  /** Path with its query. */
  readonly uri: string
}

/** `X-Signature` of the card provider: HMAC-SHA512, base64, over the parts each on a line, the body as its SHA-512. */
export function cardSignature(parts: SignedParts, secret: string): string {
  const digest = createHash('sha512').update(parts.body).digest('hex')
  return createHmac('sha512', secret).update([parts.method, digest, parts.contentType, parts.date, parts.uri].join('\n')).digest('base64')
}

/** Whether a signature was made with the secret; compared in constant time. */
export function cardSignatureHolds(given: string | undefined, parts: SignedParts, secret: string): boolean {
  const expected = Buffer.from(cardSignature(parts, secret))
  const actual = Buffer.from(given ?? '')
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}
