import type { FastifyReply, FastifyRequest } from 'fastify'
import { requestHost } from '@checkin/server'
import type { AnswerWatch, WatchedAnswer } from './api-proxy.ts'
import { askedTraits } from './device.ts'
import { endedCookie, isPaying, isPaymentCall, longestPaymentMs, paymentAfter, payingCookie, type PaymentsUnderWay } from './paying.ts'
import type { Releases } from './release-source.ts'
import { sealRelease } from './session-release.ts'
import { heldBy, holdsKilled, isStaff, releaseCookie, visitCookie } from './visit.ts'
import { openSource, sealSource, setBySource, sourceCookie } from './visit-source.ts'

export interface ReleaseWatchOptions {
  readonly releases: () => Releases | null
  readonly releaseSecret: string
  /** The registry's public key: it signs what makes somebody staff. */
  readonly registryPublicKey: string
  readonly underWay: PaymentsUnderWay
  /** Under https the cookies are Secure. */
  readonly secure: boolean
}

const pathOf = (request: FastifyRequest): string => request.raw.url?.split('?')[0] ?? '/'

/**
 * Watches the calls of open pages. It keeps in a cookie whether a payment has no final answer yet, so that nothing is switched then,
 * and tells a page whose versions were withdrawn to load anew at its next step.
 */
export function releaseWatch({ releases, releaseSecret, registryPublicKey, underWay, secure }: ReleaseWatchOptions): AnswerWatch {
  const attributes = `Path=/; SameSite=Lax${secure ? '; Secure' : ''}`
  const setCookie = (reply: FastifyReply, cookie: string): void => {
    const present = [reply.getHeader('set-cookie') ?? []].flat().map(String)
    void reply.header('set-cookie', [...present, cookie])
  }
  const pays = (request: FastifyRequest): boolean => request.method !== 'GET' && isPaymentCall(pathOf(request))
  const heldOf = (request: FastifyRequest) => {
    const known = releases()
    return known && { known, held: heldBy(known, { host: requestHost(request), cookies: request.cookies, secret: releaseSecret, now: Date.now() }) }
  }
  const ended = (request: FastifyRequest): boolean => {
    const { known, held } = heldOf(request) ?? {}
    if (!known || !held || underWay.has(held.visit) || !holdsKilled(known, held.set)) return false
    // Where the tenant has nothing better, a new page would be the same page.
    return !(known.tenants.get(requestHost(request))?.variants.includes(held.set.id) ?? false)
  }
  /** The renter's other device holds that set: this one goes on with it from its next page load. */
  const takeOverSet = (request: FastifyRequest, reply: FastifyReply, setId: number, now: number): void => {
    const { known, held } = heldOf(request) ?? {}
    const set = known?.sets.get(setId)
    if (!known || !held || !set || held.set.id === setId || holdsKilled(known, set)) return
    setCookie(reply, `${releaseCookie}=${sealRelease({ setId, since: now }, held.visit, requestHost(request), releaseSecret)}; ${attributes}; HttpOnly`)
  }
  /**
   * Where the booking came from is known only now: rules that ask for it decide about this visit, once. True when another set is held
   * for it from here on, so that the page is to load anew.
   */
  const decideBySource = (request: FastifyRequest, reply: FastifyReply, { source, takeOver }: WatchedAnswer, now: number): boolean => {
    const { known, held } = heldOf(request) ?? {}
    const [host, { cookies }] = [requestHost(request), request]
    if (!known || !held || source === null || underWay.has(held.visit) || openSource(cookies[sourceCookie], held.visit, host, releaseSecret) !== '') return false
    setCookie(reply, `${sourceCookie}=${sealSource(source, held.visit, host, releaseSecret)}; ${attributes}; HttpOnly`)
    // The renter's other device was asked already: both go on with what it holds.
    if (takeOver !== null) return false
    const traits = { ...askedTraits(request), staff: isStaff({ cookies, host, publicKey: registryPublicKey, now }) }
    const setId = setBySource(known, { host, visit: held.visit, held: held.set.id, traits }, source)
    const set = setId === null ? undefined : known.sets.get(setId)
    if (!set || holdsKilled(known, set)) return false
    setCookie(reply, `${releaseCookie}=${sealRelease({ setId: set.id, since: now }, held.visit, host, releaseSecret)}; ${attributes}; HttpOnly`)
    return true
  }
  return {
    wantsBody: (request) => isPaymentCall(pathOf(request)),
    began: (request) => { if (pays(request)) underWay.begin(request.cookies[visitCookie] ?? '') },
    heldSet: (request) => heldOf(request)?.held?.set.id ?? null,
    ended: (request, reply, answer) => {
      const { status, body, takeOver } = answer
      const now = Date.now()
      let paying = isPaying(request.cookies, now)
      if (isPaymentCall(pathOf(request))) {
        const after = paymentAfter(request.method, status, jsonOf(body))
        if (after === 'open' && !paying) setCookie(reply, `${payingCookie}=${now}; ${attributes}; HttpOnly; Max-Age=${longestPaymentMs / 1000}`)
        if (after === 'final') setCookie(reply, `${payingCookie}=; ${attributes}; HttpOnly; Max-Age=0`)
        paying = after === 'unchanged' ? paying : after === 'open'
        if (pays(request)) underWay.end(request.cookies[visitCookie] ?? '')
      }
      if (!paying && takeOver !== null) takeOverSet(request, reply, takeOver, now)
      const bySource = !paying && decideBySource(request, reply, answer, now)
      if (bySource || (!paying && ended(request))) setCookie(reply, `${endedCookie}=1; ${attributes}; Max-Age=600`)
    },
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
