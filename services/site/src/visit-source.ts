import { timingSafeEqual } from 'node:crypto'
import { bookingSource, resolvePointer, type Traits } from '@checkin/releases'
import type { Releases } from './release-source.ts'
import { sealOf } from './session-release.ts'

/** Cookie that keeps where the booking of a visit came from, and that rules by source were asked once. */
export const sourceCookie = 'booking-source'

/** Signs the source, so that nobody can come into a rule by writing a cookie. */
export const sealSource = (source: string, visit: string, host: string, secret: string): string => `${source}.${sealOf(`source ${source}`, visit, host, secret)}`

/** The source of a cookie; empty when it is missing, changed, or of another visit or tenant. */
export function openSource(cookie: string | undefined, visit: string, host: string, secret: string): string {
  const [, source = '', given = ''] = /^([a-z0-9-]{1,30})\.([\w-]{43})$/.exec(cookie ?? '') ?? []
  if (source === '') return ''
  return timingSafeEqual(Buffer.from(given), Buffer.from(sealOf(`source ${source}`, visit, host, secret))) ? source : ''
}

/** What the API's header says; null without one. */
export const sourceNamed = (named: string | string[] | undefined): string | null => (typeof named === 'string' && bookingSource.test(named) ? named : null)

/** What is known of a visit when its source becomes known. */
export interface SourceQuestion {
  readonly host: string
  readonly visit: string
  /** Number of the set that the visit holds. */
  readonly held: number
  readonly traits: Omit<Traits, 'source'>
}

/**
 * The set that a visit is to go on with because of where its booking came from; null when no rule by source makes a difference.
 * A pointer that changed for everybody meanwhile is no ground: the visit keeps what it entered with.
 */
export function setBySource({ tenants }: Pick<Releases, 'tenants'>, { host, visit, held, traits }: SourceQuestion, source: string): number | null {
  const pointer = tenants.get(host)
  if (!pointer) return null
  const [before, after] = ['', source].map((known) => resolvePointer(pointer, visit, { ...traits, source: known }).setId)
  return after === undefined || after === before || after === held ? null : after
}
