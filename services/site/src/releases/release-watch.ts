import type { FastifyReply, FastifyRequest } from 'fastify'
import { requestHost } from '@checkin/server'
import type { ReleaseSet } from '@checkin/releases'
import { releaseEndedCookie } from '@checkin/releases/page-data'
import type { AnswerWatch, ApiAnswer } from '../proxy/api-proxy.ts'
import { requestTraits } from '../pages/visitor-traits.ts'
import type { SiteSettings } from '../settings.ts'
import { openSource, payingCookie, releaseCookie, sealRelease, sealSource, sessionCookie, sourceCookie } from './cookies.ts'
import { clearSiteCookie, setSiteCookie } from './site-cookies.ts'
import { isPaying, isPaymentCall, longestPaymentMs, type PaymentsUnderWay } from './payment-guard.ts'
import { hasKilled, pinnedSession, setBySource, type PinnedSession, type SessionRequest } from './session.ts'
import type { Reporter } from '../telemetry/reporter.ts'
import type { Releases } from './snapshot.ts'

export interface ReleaseWatchOptions {
  readonly settings: Pick<SiteSettings, 'registryPublicKey' | 'releaseSecret'>
  readonly releases: () => Releases | null
  readonly underWay: PaymentsUnderWay
  readonly reporter: Pick<Reporter, 'foundReservation' | 'journey'>
  /** The client's address. */
  readonly address: (request: FastifyRequest) => string
  /** Languages of the tenant of a host name, as its configuration has them; undefined for an unknown one. */
  readonly localesOf: (host: string) => readonly string[] | undefined
}

/** A call of a page whose session is pinned. */
interface PinnedCall extends PinnedSession {
  readonly releases: Releases
  readonly request: SessionRequest
}

const isPayment = ({ method, raw }: FastifyRequest): boolean => isPaymentCall(method, raw.url?.split('?')[0] ?? '/')

/**
 * Watches the calls of open pages. It keeps in a cookie whether a payment has no final answer yet, so that nothing is switched then,
 * and has a page whose versions were withdrawn load anew at its next step.
 */
export function releaseWatch({ settings: { registryPublicKey, releaseSecret }, releases, underWay, reporter, address, localesOf }: ReleaseWatchOptions): AnswerWatch {
  const pinnedCall = (asked: FastifyRequest): PinnedCall | null => {
    const known = releases()
    const host = requestHost(asked)
    const request: SessionRequest = {
      host, cookies: asked.cookies, secret: releaseSecret, publicKey: registryPublicKey, now: Date.now(), traits: requestTraits(asked, localesOf(host)),
    }
    const pinned = known && pinnedSession(known, request)
    return pinned && { ...pinned, releases: known, request }
  }
  const sealedFor = ({ session, request: { host } }: PinnedCall) => ({ session, host, secret: releaseSecret })
  const pinTo = (reply: FastifyReply, call: PinnedCall, { id: setId }: ReleaseSet): void => {
    setSiteCookie(reply, releaseCookie, sealRelease({ setId, since: call.request.now }, sealedFor(call)))
  }
  /** True for a page whose versions were withdrawn. Where the tenant has nothing better, a new page would be the same page. */
  const isWithdrawn = ({ releases: known, session, set, request: { host } }: PinnedCall): boolean =>
    !underWay.has(session) && hasKilled(known, set) && !(known.tenants.get(host)?.variants.includes(set.id) ?? false)
  /** The renter's other device is pinned to that set: this one goes on with it from its next page load. */
  const followOtherDevice = (reply: FastifyReply, call: PinnedCall, setId: number): void => {
    const set = call.releases.sets.get(setId)
    if (set && set.id !== call.set.id && !hasKilled(call.releases, set)) pinTo(reply, call, set)
  }
  /**
   * Where the booking came from is known only now: rules that ask for it decide about this session, once. True when it is pinned to another
   * set from here on, so that the page is to load anew.
   */
  const decideBySource = (reply: FastifyReply, call: PinnedCall, { source, otherDeviceSet }: ApiAnswer): boolean => {
    const { session, request } = call
    if (source === null || underWay.has(session) || openSource(request.cookies[sourceCookie], sealedFor(call)) !== '') return false
    setSiteCookie(reply, sourceCookie, sealSource(source, sealedFor(call)))
    // The renter's other device was asked already: both go on with its set.
    const set = otherDeviceSet === null ? setBySource(call.releases, call, request, source) : null
    if (set) pinTo(reply, call, set)
    return set !== null
  }
  return {
    began: (request) => { if (isPayment(request)) underWay.begin(request.cookies[sessionCookie] ?? '') },
    pinnedSet: (request) => pinnedCall(request)?.set.id ?? null,
    ended: (request, reply, answer) => {
      const now = Date.now()
      const wasPaying = isPaying(request.cookies, now)
      // A write that the API gave no proper answer to may have been done.
      const payment = answer.payment ?? (isPayment(request) && answer.status >= 500 ? 'open' : null)
      if (payment === 'open' && !wasPaying) setSiteCookie(reply, payingCookie, String(now), { maxAge: longestPaymentMs / 1000 })
      if (payment === 'final') clearSiteCookie(reply, payingCookie)
      if (isPayment(request)) underWay.end(request.cookies[sessionCookie] ?? '')
      const call = pinnedCall(request)
      if (call && answer.reservation !== null) reporter.foundReservation(call.session, answer.reservation)
      if (call && answer.journey && answer.status < 300) reporter.journey({ session: call.session, address: address(request), now }, call.request.host, call.set, answer.journey)
      if (!call || (payment === null ? wasPaying : payment === 'open')) return
      if (answer.otherDeviceSet !== null) followOtherDevice(reply, call, answer.otherDeviceSet)
      if (!decideBySource(reply, call, answer) && !isWithdrawn(call)) return
      const readable = { httpOnly: false, maxAge: 600 }
      setSiteCookie(reply, releaseEndedCookie, '1', readable)
      // Pages of a shell before SEC-15 look for the plain name.
      if (reply.server.hasHostCookies) void reply.setCookie(releaseEndedCookie, '1', readable)
    },
  }
}
