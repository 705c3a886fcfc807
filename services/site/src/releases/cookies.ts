import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { currentSecret, secretsOf } from '@checkin/server'

/** Random name of a session, the key of splits (docs/architecture.md). */
export const sessionCookie = 'visit'
/** The release that a session is pinned to. */
export const releaseCookie = 'release'
/** Where the booking of a session came from; says that rules by source were asked once. */
export const sourceCookie = 'booking-source'
/** Since when a payment of this browser has no final answer; milliseconds since the epoch. */
export const payingCookie = 'paying'
/** Tokens of signed links. */
export const linkCookies = { preview: 'preview', staff: 'staff' } as const

/** Secret of a browser at the origin for previews, which no script sees: a preview is shown to one browser (decision 0244). */
export const previewBrowserCookie = 'preview-browser'

/** The cookies of a request. */
export type Cookies = Readonly<Record<string, string | undefined>>

/** Whose cookies are sealed, and with what: a seal holds for one session of one tenant. */
export interface SealedFor {
  readonly session: string
  readonly host: string
  readonly secret: string
}

/** A random 128-bit name of a session. */
export const newSession = (): string => randomBytes(16).toString('base64url')

export const isSession = (value: string | undefined): value is string => value !== undefined && /^[\w-]{22}$/.test(value)

const macOf = (text: string, { session, host }: SealedFor, secret: string): string => createHmac('sha256', secret).update(`${host}\n${session}\n${text}`).digest('base64url')

/** The text of a sealed cookie, `<text>.<mac>`; null when its seal is not that of `signed(text)`. */
function openSeal(cookie: string | undefined, of: SealedFor, signed: (text: string) => string): string | null {
  const [, text, mac] = /^([\w.-]{1,40})\.([\w-]{43})$/.exec(cookie ?? '') ?? []
  return text !== undefined && mac !== undefined && secretsOf(of.secret).some((secret) => timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(signed(text), of, secret)))) ? text : null
}

/** A session is at most four hours old (DEC-85); the page may have been open for a while before it began. */
const longestPinMs = 5 * 60 * 60 * 1000

/** The release set that a session is pinned to until it ends. */
export interface PinnedRelease {
  readonly setId: number
  /** Milliseconds since the epoch at which the pin began. */
  readonly since: number
}

/** Signs which set a session is pinned to, so that nobody can choose a version by writing a cookie. */
export function sealRelease({ setId, since }: PinnedRelease, of: SealedFor): string {
  return `${setId}.${since}.${macOf(`${setId}.${since}`, of, currentSecret(of.secret))}`
}

/** The pinned release of a cookie; null when it is missing, changed, of another session or tenant, or too old. */
export function openRelease(cookie: string | undefined, of: SealedFor, now: number): PinnedRelease | null {
  const [setId, since] = openSeal(cookie, of, (text) => text)?.split('.').map(Number) ?? []
  if (setId === undefined || since === undefined) return null
  return now - since <= longestPinMs && since <= now + 60_000 ? { setId, since } : null
}

const signedSource = (source: string): string => `source ${source}`

/** Signs the booking's source, so that nobody can come into a rule by writing a cookie. */
export const sealSource = (source: string, of: SealedFor): string => `${source}.${macOf(signedSource(source), of, currentSecret(of.secret))}`

/** The source of a cookie; empty when it is missing, changed, or of another session or tenant. */
export const openSource = (cookie: string | undefined, of: SealedFor): string => openSeal(cookie, of, signedSource) ?? ''
