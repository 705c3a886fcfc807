import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** A session is at most four hours old (DEC-85); the page may have been open for a while before it began. */
const longestHoldMs = 5 * 60 * 60 * 1000

/** The release set that a visit holds until its session ends. */
export interface HeldRelease {
  readonly setId: number
  /** Milliseconds since the epoch at which the visit began. */
  readonly since: number
}

/** A random 128-bit name of a visit: the key of splits, and nothing else. */
export const newVisit = (): string => randomBytes(16).toString('base64url')

export const isVisit = (value: string | undefined): value is string => value !== undefined && /^[\w-]{22}$/.test(value)

/** Signs which set a visit holds, so that nobody can choose a version by writing a cookie. */
export function sealRelease(held: HeldRelease, visit: string, host: string, secret: string): string {
  const text = `${held.setId}.${held.since}`
  return `${text}.${sealOf(text, visit, host, secret)}`
}

/** The held set of a cookie; null when it is missing, changed, of another visit or tenant, or too old. */
export function openRelease(cookie: string | undefined, visit: string, host: string, secret: string, now: number): HeldRelease | null {
  const match = /^(\d{1,10})\.(\d{1,15})\.([\w-]{43})$/.exec(cookie ?? '')
  if (!match) return null
  const [, setId, since, given] = match
  const expected = sealOf(`${setId}.${since}`, visit, host, secret)
  if (!timingSafeEqual(Buffer.from(given ?? ''), Buffer.from(expected))) return null
  const held = { setId: Number(setId), since: Number(since) }
  return now - held.since <= longestHoldMs && held.since <= now + 60_000 ? held : null
}

/** The signature of a cookie's text, for one visit of one tenant. */
export const sealOf = (text: string, visit: string, host: string, secret: string): string =>
  createHmac('sha256', secret).update(`${host}\n${visit}\n${text}`).digest('base64url')
