import { resolve } from '@checkin/releases'
import type { ReleaseSet } from '@checkin/releases'
import type { Releases } from './release-source.ts'
import { isVisit, newVisit, openRelease, sealRelease } from './session-release.ts'

export const visitCookie = 'visit'
export const releaseCookie = 'release'

export interface Visit {
  readonly set: ReleaseSet
  /** The tenant's set before this one, for the loader's fallback. */
  readonly lastGood: ReleaseSet | null
  /** `Set-Cookie` values that keep this visit on its set. */
  readonly cookies: readonly string[]
}

export interface VisitInput {
  readonly host: string
  readonly cookies: Readonly<Record<string, string | undefined>>
  readonly secret: string
  /** Under https the cookies are Secure. */
  readonly secure: boolean
  readonly now: number
}

/**
 * Which set a page load gets: the one its visit holds, else the one that the tenant's pointer gives to new sessions.
 * Null for a host without a release.
 */
export function visitOf(releases: Releases, input: VisitInput): Visit | null {
  const pointer = releases.tenants.get(input.host)
  if (!pointer) return null
  const known = input.cookies[visitCookie]
  const visit = isVisit(known) ? known : newVisit()
  const held = openRelease(input.cookies[releaseCookie], visit, input.host, input.secret, input.now)
  const setId = held && releases.sets.has(held.setId) ? held.setId : resolve(releases.snapshot, { host: input.host, visit })?.setId
  const set = setId === undefined ? undefined : releases.sets.get(setId)
  if (!set) return null
  const sealed = sealRelease({ setId: set.id, since: held?.setId === set.id ? held.since : input.now }, visit, input.host, input.secret)
  const attributes = `Path=/; HttpOnly; SameSite=Lax${input.secure ? '; Secure' : ''}`
  const lastGoodId = pointer.lastGoodSetId
  return {
    set,
    lastGood: lastGoodId === null || lastGoodId === set.id ? null : (releases.sets.get(lastGoodId) ?? null),
    cookies: [`${visitCookie}=${visit}; ${attributes}`, `${releaseCookie}=${sealed}; ${attributes}`],
  }
}
