import { resolvePointer, type ReleaseSet, type TenantPointer, type Traits } from '@checkin/releases'
import { lastGoodOf, versionKey } from './last-good.ts'
import { readPass } from './pass.ts'
import { passCookies } from './pass-routes.ts'
import type { Releases } from './release-source.ts'
import { isVisit, newVisit, openRelease, sealRelease } from './session-release.ts'
import { openSource, sourceCookie } from './visit-source.ts'

export const visitCookie = 'visit'
export const releaseCookie = 'release'

/** A signed preview that this page is part of. */
export interface Preview {
  readonly id: string
  readonly shows: readonly string[]
  /** Instant, ISO 8601. */
  readonly expires: string
}

export interface Visit {
  /** Random name of the visit; empty in a preview, which is no session of a renter. */
  readonly name: string
  readonly set: ReleaseSet
  /** The last good version of each module, for the loader's fallback. */
  readonly lastGood: ReleaseSet | null
  /** `Set-Cookie` values that keep this visit on its set. */
  readonly cookies: readonly string[]
  readonly preview: Preview | null
}

export interface VisitInput {
  readonly host: string
  readonly cookies: Readonly<Record<string, string | undefined>>
  readonly secret: string
  /** The registry's public key: it signs previews. */
  readonly publicKey: string
  /** Under https the cookies are Secure. */
  readonly secure: boolean
  readonly now: number
  readonly traits: AskedTraits
  /** Between Pay and its final answer: the held set stays, whatever was killed. */
  readonly paying: boolean
}

/**
 * Which set a page load gets: that of a signed preview, else the one its visit holds, else the one that the tenant's pointer gives
 * to new sessions. A killed version ends a hold at the next page load that is not within a payment.
 * Null for a host without a release that may run.
 */
export function visitOf(releases: Releases, input: VisitInput): Visit | null {
  const pointer = releases.tenants.get(input.host)
  if (!pointer) return null
  const preview = previewOf(releases, input)
  if (preview) return preview
  const known = input.cookies[visitCookie]
  const visit = isVisit(known) ? known : newVisit()
  const held = openRelease(input.cookies[releaseCookie], visit, input.host, input.secret, input.now)
  const heldSet = held ? releases.sets.get(held.setId) : undefined
  const keeps = heldSet !== undefined && (input.paying || !holdsKilled(releases, heldSet))
  const set = keeps ? heldSet : runnable(releases, releases.sets.get(resolvePointer(pointer, visit, { ...input.traits, staff: isStaff(input), source: openSource(input.cookies[sourceCookie], visit, input.host, input.secret) }).setId))
  if (!set) return null
  const sealed = sealRelease({ setId: set.id, since: held?.setId === set.id ? held.since : input.now }, visit, input.host, input.secret)
  const attributes = `Path=/; HttpOnly; SameSite=Lax${input.secure ? '; Secure' : ''}`
  return { name: visit, set, lastGood: lastGoodOf(releases, pointer, set), preview: null, cookies: [`${visitCookie}=${visit}; ${attributes}`, `${releaseCookie}=${sealed}; ${attributes}`] }
}

const isKilled = (releases: Releases, { name, version }: { readonly name: string; readonly version: string }): boolean => releases.killed.has(versionKey(name, version))

/** True when nobody may go on with a set. */
export const holdsKilled = (releases: Releases, { shell, modules }: ReleaseSet): boolean =>
  releases.killed.size > 0 && [shell, ...Object.values(modules)].some((module) => isKilled(releases, module))

/** A set without its killed modules: their screens show the way to the counter. Without a shell there is nothing to show. */
function runnable(releases: Releases, set: ReleaseSet | undefined): ReleaseSet | undefined {
  if (!set || !holdsKilled(releases, set)) return set
  if (isKilled(releases, set.shell)) return undefined
  return { ...set, modules: Object.fromEntries(Object.entries(set.modules).filter(([, module]) => !isKilled(releases, module))) }
}

/** What a request says about its visitor by itself. */
export type AskedTraits = Omit<Traits, 'staff' | 'source'>

/** True for people of the rental company, who came by a signed link. */
export const isStaff = ({ cookies, host, publicKey, now }: Pick<VisitInput, 'cookies' | 'host' | 'publicKey' | 'now'>): boolean => readPass(cookies[passCookies.staff], host, publicKey, now)?.kind === 'staff'

/** The set that a visit holds by its sealed cookie, for what its page reports; null without one, and in a preview. */
export function heldBy(releases: Releases, { host, cookies, secret, now }: Pick<VisitInput, 'host' | 'cookies' | 'secret' | 'now'>): { readonly visit: string; readonly set: ReleaseSet } | null {
  const visit = cookies[visitCookie]
  if (!isVisit(visit) || cookies[passCookies.preview] !== undefined) return null
  const held = openRelease(cookies[releaseCookie], visit, host, secret, now)
  const set = held ? releases.sets.get(held.setId) : undefined
  return set ? { visit, set } : null
}

/** A preview leaves the visit's own cookies as they are: when it ends, the visit goes on with what it held. */
function previewOf(releases: Releases, { cookies, host, publicKey, now }: VisitInput): Visit | null {
  const pass = readPass(cookies[passCookies.preview], host, publicKey, now)
  if (pass?.kind !== 'preview') return null
  const set = releases.sets.get(pass.setId)
  const pointer: TenantPointer | undefined = releases.tenants.get(host)
  if (!set || !pointer || holdsKilled(releases, set)) return null
  const { id, shows, expires } = pass
  return { name: '', set, lastGood: lastGoodOf(releases, pointer, set), cookies: [], preview: { id, shows, expires } }
}
