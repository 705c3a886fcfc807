import type { WorkNeeded } from '@checkin/api'
import { clientAddress, deviceOf, ServiceError, type Database } from '@checkin/server'
import type { Call, Handlers } from '../handlers.ts'
import type { Tables } from '../../tables.ts'
import type { Readiness } from '../../reservations/proceeding.ts'
import type { Tenant } from '../../tenants/tenant-store.ts'
import { readLaterSms, sendLaterLink, sendLaterSms, type LaterOutcome } from '../../identity/finish-later.ts'
import { confirmCode } from '../../identity/confirm-code.ts'
import type { IdentitySettings } from '../../identity/identity-settings.ts'
import { locate, type Claimant, type Located } from '../../identity/locate.ts'
import { atLeast } from '../../identity/guard.ts'
import type { ReservationDirectory } from '../../identity/reservation-directory.ts'
import { readCodeSms } from '../../identity/code-sms.ts'
import { resumeByLink } from '../../identity/resume.ts'
import { sendCode, sendCodeForLink, type CodeOutcome } from '../../identity/send-code.ts'
import { readSessionCookie, writeSessionCookie } from '../../identity/session-cookie.ts'
import { requireSession } from '../../identity/session.ts'
import { endOtherSessions, listOtherSessions } from '../../identity/other-sessions.ts'
import { prolongSession, type Session } from '../../identity/session-store.ts'
import { reportRelease } from '../session-release.ts'
import { areTermsAsked } from '../../agreement/terms/terms-store.ts'

export interface IdentityDependencies {
  readonly database: Database<Tables>
  readonly directory: ReservationDirectory
  readonly settings: IdentitySettings
  /** How a reservation stands before its renter. */
  readonly readiness: (tenant: Tenant, reservationId: string) => Promise<Readiness>
  /** Called after a mail was committed, so that it leaves at once. */
  readonly mailQueued: () => void
}

const notFound = () => new ServiceError(404, 'ReservationNotFound', 'No reservation was found for these details')
const ended = () => new ServiceError(401, 'Unauthorized', 'The session is over')
const notOffered = () => new ServiceError(404, 'NotFound', 'No link is sent by text message here')
const hasAgreement = () => new ServiceError(409, 'HasRentalAgreement', 'The reservation already has a rental agreement')
const noProofOnFile = () => new ServiceError(409, 'NoProofOnFile', 'There is nothing on file to prove this reservation by')
const workNeeded = (data: WorkNeeded) => new ServiceError(429, 'WorkRequired', 'This reference is guessed at: a try costs a proof of work', { data })
const tooMany = (seconds: number) =>
  new ServiceError(429, 'TooManyRequests', 'Too many requests, try again later', { headers: { 'retry-after': String(seconds) } })

/** What was sent; the refusals of API-45 and API-98 are thrown. */
function sentLink(outcome: LaterOutcome, missed: () => ServiceError): Extract<LaterOutcome, { readonly kind: 'sent' }> {
  switch (outcome.kind) {
    case 'wait': throw tooMany(outcome.seconds)
    case 'has-agreement': throw hasAgreement()
    case 'completed': throw new ServiceError(409, 'ReadOnlySession', 'The check-in is completed; nothing is left to finish')
    case 'missed': throw missed()
    case 'sent': return outcome
  }
}

/** The calls API-09 to API-12, API-45, API-46, API-95, API-98 to API-100. */
export function identityHandlers(dependencies: IdentityDependencies) {
  const { database, directory, settings } = dependencies
  /** Every miss has one body and takes one time. */
  const miss = async (startedAt: number): Promise<never> => {
    await atLeast(settings.minimumLatencyMs, startedAt)
    throw notFound()
  }
  const refuse = (located: Exclude<Located, { readonly kind: 'found' }>, startedAt: number): Promise<never> => {
    switch (located.kind) {
      case 'missed': return miss(startedAt)
      case 'has-agreement': throw hasAgreement()
      case 'no-proof-on-file': throw noProofOnFile()
      case 'work-needed': throw workNeeded(located.work)
      case 'paused': throw tooMany(located.seconds)
    }
  }
  /** The page keeps room for the offer from the start (DEC-281); asked only where there may be one. */
  const offersSms = async (tenant: Tenant, session: Session): Promise<boolean> =>
    tenant.settings.smsChannel !== null && (await readCodeSms(dependencies, { tenant, session })).number !== null
  const claimant = ({ tenant, request }: Pick<Call<'prelookup'>, 'tenant' | 'request'>): Claimant =>
    ({ tenantId: tenant.id, timeZone: tenant.settings.timeZone, address: clientAddress(request, settings.proxySecret) })

  return {
    prelookup: async (call) => {
      const startedAt = performance.now()
      const who = claimant(call)
      const claim = { ...call.body, mail: null, proof: '', proved: null, work: call.body.work ?? '' }
      const located = await database.withTenant(who.tenantId, async (transaction) => {
        const found = await locate(transaction, directory, claim, who, settings)
        return found.kind === 'found' ? { ...found, needsTerms: await areTermsAsked(transaction, call.tenant) } : found
      })
      switch (located.kind) {
        case 'found': return { found: true, needsTerms: located.needsTerms, ...(located.reservation.email === null && { secondProof: true as const }) }
        default: return refuse(located, startedAt)
      }
    },

    lookup: async (call) => {
      const startedAt = performance.now()
      const outcome = await codeOutcome(call)
      switch (outcome.kind) {
        case 'wait': throw tooMany(outcome.seconds)
        case 'sent':
          dependencies.mailQueued()
          if (outcome.opened) writeSessionCookie(call.reply, settings.site, outcome.opened.token)
          return { sessionKey: outcome.sessionKey, ...(outcome.opened && await offersSms(call.tenant, outcome.opened.session) && { sms: true as const }) }
        default: return refuse(outcome, startedAt)
      }
    },

    validateCode: async ({ params, request, reply }) => {
      const confirmed = await confirmCode(dependencies, requireSession(request, 'pending'), params.code)
      if (!confirmed) throw new ServiceError(404, 'CodeNotFound', 'The code is not valid')
      writeSessionCookie(reply, settings.site, confirmed.opened.token)
      await reportRelease(database, confirmed.opened.session, settings.session, request, reply)
      return { guid: confirmed.guid, sessionKey: confirmed.opened.session.sessionKey, reservation: confirmed.loaded.reservation }
    },

    resume: async (call) => {
      const { tenantId, address } = claimant(call)
      const resumed = await resumeByLink(dependencies, { tenantId, address, isPreview: call.request.isPreview, device: deviceOf(call.request.headers), linkToken: call.params.guid, token: readSessionCookie(call.request, settings.site) })
      switch (resumed.kind) {
        case 'unknown': throw notFound()
        case 'throttled': throw tooMany(resumed.seconds)
        case 'has-agreement': throw hasAgreement()
        case 'opened': {
          writeSessionCookie(call.reply, settings.site, resumed.opened.token)
          await reportRelease(database, resumed.opened.session, settings.session, call.request, call.reply)
          const { sessionKey, reservationId } = resumed.opened.session
          return { ...resumed.loaded, sessionKey, ...await dependencies.readiness(call.tenant, reservationId) }
        }
      }
    },

    sendLaterLink: async ({ request, language }) => {
      const { expiresAt } = sentLink(await sendLaterLink(dependencies, requireSession(request, 'verified'), language), notFound)
      dependencies.mailQueued()
      return { sent: true, expiresAt: expiresAt.toISOString() }
    },

    sendLaterSms: async ({ tenant, request, language }) => {
      const { sms } = sentLink(await sendLaterSms(dependencies, { tenant, session: requireSession(request, 'verified'), language, address: clientAddress(request, settings.proxySecret) }), notOffered)
      dependencies.mailQueued()
      return sms ?? { number: null, state: 'none' as const }
    },

    readLaterSms: ({ tenant, request }) => readLaterSms(dependencies, { tenant, session: requireSession(request, 'verified') }),

    prolongSession: async ({ tenant, request }) => {
      const session = requireSession(request, 'link')
      const time = await database.withTenant(tenant.id, (transaction) => prolongSession(transaction, session, settings.session))
      if (!time) throw ended()
      return time
    },

    listOtherSessions: async ({ tenant, request }) => {
      const session = requireSession(request, 'verified')
      return { sessions: await database.withTenant(tenant.id, (transaction) => listOtherSessions(transaction, session, settings.session)) }
    },

    endOtherSessions: async ({ tenant, request }) => {
      const session = requireSession(request, 'verified')
      return database.withTenant(tenant.id, async (transaction) => {
        if (!await endOtherSessions(transaction, session, settings.session)) throw ended()
        return { sessions: await listOtherSessions(transaction, session, settings.session) }
      })
    },
  } satisfies Handlers

  function codeOutcome(call: Call<'lookup'>): Promise<CodeOutcome> {
    const { body, request: { session, isPreview }, language } = call
    const typed = [body.reference, body.surname, body.mail].filter((text) => text !== '').length
    if (typed === 3) return sendCode(dependencies, { ...body, proof: body.proof ?? '', work: body.work ?? '' }, { ...claimant(call), language, session, isPreview, device: deviceOf(call.request.headers), token: readSessionCookie(call.request, settings.site) })
    if (typed === 0 && session?.level === 'link') return sendCodeForLink(dependencies, session, language)
    throw new ServiceError(400, 'InvalidRequest', 'Reference, surname and e-mail are needed')
  }
}
