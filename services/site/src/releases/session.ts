import { resolvePointer, type ReleaseSet, type SignedLink, type Traits } from '@checkin/releases'
import { isSession, linkCookies, newSession, openRelease, openSource, releaseCookie, sealRelease, sessionCookie, sourceCookie, type Cookies } from './cookies.ts'
import { lastGoodOf } from './last-good.ts'
import { isOfBrowser, openLink } from './signed-links.ts'
import { versionKey, type Releases } from './snapshot.ts'

/** A signed preview that a page is part of. */
export type Preview = Readonly<Pick<Extract<SignedLink, { kind: 'preview' }>, 'id' | 'shows' | 'expires' | 'draft'>>

/** What one page load gets. */
export interface Session {
  /** Random name; empty in a preview, which is no session of a renter. */
  readonly name: string
  readonly set: ReleaseSet
  /** The last good version of each module, for the loader's fallback. */
  readonly lastGood: ReleaseSet | null
  /** Cookies that pin this session to its set. */
  readonly cookies: Readonly<Record<string, string>>
  readonly preview: Preview | null
}

/** What a request says about its visitor by itself. */
export type RequestTraits = Omit<Traits, 'staff' | 'source'>

/** What is known of a request. */
export interface SessionRequest {
  readonly host: string
  readonly cookies: Cookies
  /** Seals the cookies. */
  readonly secret: string
  /** The registry's public key: it signs previews, and what makes somebody staff. */
  readonly publicKey: string
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly traits: RequestTraits
}

/**
 * Which set a page load gets: at the origin for previews that of a signed preview, at the tenant's own the one its session is pinned to, else the one that the tenant's pointer gives
 * to new sessions. A killed version ends a pin at the next page load that is not between Pay and its final answer (`isPaying`).
 * Null for a host without a release that may run.
 */
export function sessionOf(releases: Releases, { isPaying, isPreview, ...request }: SessionRequest & { readonly isPaying: boolean; readonly isPreview: boolean }): Session | null {
  const { host, cookies, secret, now, traits } = request
  if (isPreview) return previewOf(releases, request)
  const pointer = releases.tenants.get(host)
  if (!pointer) return null
  const known = cookies[sessionCookie]
  const name = isSession(known) ? known : newSession()
  const sealedFor = { session: name, host, secret }
  const pinned = openRelease(cookies[releaseCookie], sealedFor, now)
  const pinnedSet = pinned ? releases.sets.get(pinned.setId) : undefined
  const source = openSource(cookies[sourceCookie], sealedFor)
  const set = pinnedSet && (isPaying || !hasKilled(releases, pinnedSet))
    ? pinnedSet
    : runnable(releases, releases.sets.get(resolvePointer(pointer, name, { ...traits, staff: isStaff(releases, request), source }).setId))
  if (!set) return null
  const release = sealRelease({ setId: set.id, since: pinned?.setId === set.id ? pinned.since : now }, sealedFor)
  return { name, set, lastGood: lastGoodOf(releases, pointer, set), preview: null, cookies: { [sessionCookie]: name, [releaseCookie]: release } }
}

const isKilled = (releases: Releases, { name, version }: { readonly name: string; readonly version: string }): boolean => releases.killed.has(versionKey(name, version))

/** True when nobody may go on with a set. */
export const hasKilled = (releases: Releases, { shell, modules }: ReleaseSet): boolean =>
  releases.killed.size > 0 && [shell, ...Object.values(modules)].some((module) => isKilled(releases, module))

/** A set without its killed modules: their screens show the way to the counter. Without a shell there is nothing to show. */
function runnable(releases: Releases, set: ReleaseSet | undefined): ReleaseSet | undefined {
  if (!set || !hasKilled(releases, set)) return set
  if (isKilled(releases, set.shell)) return undefined
  return { ...set, modules: Object.fromEntries(Object.entries(set.modules).filter(([, module]) => !isKilled(releases, module))) }
}

/** True for people of the rental company, who came by a signed link. */
function isStaff({ revokedLinks }: Releases, { cookies, host, publicKey, now }: SessionRequest): boolean {
  const link = openLink(cookies[linkCookies.staff], host, publicKey, now)
  return link?.kind === 'staff' && !revokedLinks.has(link.id)
}

/** A session and the release that its sealed cookie pins it to. */
export interface PinnedSession {
  readonly session: string
  readonly set: ReleaseSet
}

/** The session of a request that is no page load; null without a pin, as in a preview. */
export function pinnedSession(releases: Releases, { host, cookies, secret, now }: Pick<SessionRequest, 'host' | 'cookies' | 'secret' | 'now'>): PinnedSession | null {
  const session = cookies[sessionCookie]
  if (!isSession(session)) return null
  const pinned = openRelease(cookies[releaseCookie], { session, host, secret }, now)
  const set = pinned ? releases.sets.get(pinned.setId) : undefined
  return set ? { session, set } : null
}

/** The signed preview of a browser at the origin for previews; null without one that is still shown. It sets no cookies of a session: it is no renter's. */
export function previewOf(releases: Releases, { cookies, host, publicKey, now }: Pick<SessionRequest, 'host' | 'cookies' | 'publicKey' | 'now'>): Session | null {
  const link = openLink(cookies[linkCookies.preview], host, publicKey, now)
  if (link?.kind !== 'preview' || !isOfBrowser(link, cookies) || releases.revokedLinks.has(link.id)) return null
  const set = releases.sets.get(link.setId)
  const pointer = releases.tenants.get(host)
  if (!set || !pointer || hasKilled(releases, set)) return null
  const { id, shows, expires, draft } = link
  return { name: '', set, lastGood: lastGoodOf(releases, pointer, set), cookies: {}, preview: { id, shows, expires, ...(draft !== undefined && { draft }) } }
}

/**
 * The set that a pinned session is to go on with because of where its booking came from; null when no rule by source makes a difference.
 * A pointer that changed for everybody meanwhile is no reason: the session keeps what it began with.
 */
export function setBySource(releases: Releases, { session, set }: PinnedSession, request: SessionRequest, source: string): ReleaseSet | null {
  const pointer = releases.tenants.get(request.host)
  if (!pointer) return null
  const staff = isStaff(releases, request)
  const [before, after] = ['', source].map((known) => resolvePointer(pointer, session, { ...request.traits, staff, source: known }).setId)
  const chosen = after === undefined || after === before || after === set.id ? undefined : releases.sets.get(after)
  return chosen && !hasKilled(releases, chosen) ? chosen : null
}
