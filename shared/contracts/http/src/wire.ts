/** The value of a JSON text; undefined when it is none. The caller checks the shape. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** A fresh Idempotency-Key, 128 random bits in hex: `crypto.randomUUID` is missing on pages that came over plain http. */
export const idempotencyKey = (): string => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Seconds of a Retry-After header; null when it has none or names a date. */
export const retryAfterOf = (headers: Headers): number | null => {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds : null
}
