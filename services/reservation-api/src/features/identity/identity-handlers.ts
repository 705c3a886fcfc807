import type { PrelookupRequest, LookupRequest } from '@checkin/api'
import { clientAddress, ServiceError, type Database } from '@checkin/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Tables } from '../../tables.ts'
import { requestLanguage } from '../mail/request-language.ts'
import { areTermsAccepted } from '../terms/acceptance-store.ts'
import { confirmCode } from './confirm-code.ts'
import type { IdentitySettings } from './identity-settings.ts'
import { locate, type Claimant } from './locate.ts'
import { atLeast } from './miss-floor.ts'
import type { ReservationDirectory } from './reservation-directory.ts'
import { resumeByLink } from './resume.ts'
import { sendCode, sendCodeForLink, type CodeOutcome } from './send-code.ts'
import { readSessionCookie, writeSessionCookie } from './session-cookie.ts'
import { requireSession } from './session.ts'

/** What identity needs of the tenant that was called. */
export interface IdentityTenant {
  readonly id: string
  /** IANA zone in which "today" is meant. */
  readonly timeZone: string
  /** Tags of the documents to agree to; empty where there are none. */
  readonly terms: readonly string[]
}

export interface IdentityDependencies {
  readonly database: Database<Tables>
  readonly directory: ReservationDirectory
  readonly settings: IdentitySettings
  readonly tenantOf: (request: FastifyRequest) => IdentityTenant
  /** Called after a mail was committed, so that it leaves at once. */
  readonly mailQueued: () => void
}

interface Call {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

const notFound = () => new ServiceError(404, 'ReservationNotFound', 'No reservation was found for these details')
const hasAgreement = () => new ServiceError(409, 'HasRentalAgreement', 'The reservation already has a rental agreement')
const tooMany = (seconds: number) =>
  new ServiceError(429, 'TooManyRequests', 'Too many requests, try again later', { headers: { 'retry-after': String(seconds) } })

/** The calls API-09 to API-12. Bodies and parameters arrive checked against the contract. */
export function identityHandlers(dependencies: IdentityDependencies) {
  const { database, directory, settings, tenantOf } = dependencies

  const claimant = (request: FastifyRequest): Claimant => {
    const { id, timeZone } = tenantOf(request)
    return { tenantId: id, timeZone, address: clientAddress(request, settings.proxySecret) }
  }
  /** Every miss has one body and takes one time. */
  const miss = async (startedAt: number): Promise<never> => {
    await atLeast(settings.missFloorMs, startedAt)
    throw notFound()
  }

  return {
    prelookup: async ({ request, body }: Call & { readonly body: PrelookupRequest }) => {
      const startedAt = performance.now()
      const who = claimant(request)
      const located = await database.withTenant(who.tenantId, (transaction) => locate(transaction, directory, { ...body, mail: null }, who, settings))
      if (located.kind === 'missed') return miss(startedAt)
      if (located.kind === 'has-agreement') throw hasAgreement()
      return { found: true as const, needsTerms: tenantOf(request).terms.length > 0 }
    },

    lookup: async ({ request, reply, body }: Call & { readonly body: LookupRequest }) => {
      const startedAt = performance.now()
      const outcome = await sent(request, body)
      switch (outcome.kind) {
        case 'missed': return miss(startedAt)
        case 'has-agreement': throw hasAgreement()
        case 'wait': throw tooMany(outcome.seconds)
        case 'sent':
          dependencies.mailQueued()
          if (outcome.opened) writeSessionCookie(reply, settings.site, outcome.opened.token)
          return { sessionKey: outcome.sessionKey }
      }
    },

    validateCode: async ({ request, reply, params }: Call & { readonly params: { readonly code: string } }) => {
      const confirmed = await confirmCode(dependencies, requireSession(request, 'pending'), params.code)
      if (!confirmed) throw new ServiceError(404, 'CodeNotFound', 'The code is not valid')
      writeSessionCookie(reply, settings.site, confirmed.opened.token)
      return { guid: confirmed.guid, sessionKey: confirmed.opened.session.sessionKey, reservation: confirmed.loaded.reservation }
    },

    resume: async ({ request, reply, params }: Call & { readonly params: { readonly guid: string } }) => {
      const { tenantId, address } = claimant(request)
      const resumed = await resumeByLink(dependencies, { tenantId, address, linkToken: params.guid, token: readSessionCookie(request, settings.site) })
      switch (resumed.kind) {
        case 'unknown': throw notFound()
        case 'throttled': throw tooMany(resumed.seconds)
        case 'has-agreement': throw hasAgreement()
        case 'opened': {
          writeSessionCookie(reply, settings.site, resumed.opened.token)
          const { sessionKey, reservationId } = resumed.opened.session
          const termsAccepted = await database.withTenant(tenantId, (transaction) => areTermsAccepted(transaction, tenantId, reservationId))
          return { ...resumed.loaded, sessionKey, termsAccepted }
        }
      }
    },
  }

  function sent(request: FastifyRequest, body: LookupRequest): Promise<CodeOutcome> {
    const language = requestLanguage(request)
    const { reference, surname, mail } = body
    const isComplete = reference !== '' && surname !== '' && mail !== ''
    if (isComplete) {
      return sendCode(dependencies, body, { ...claimant(request), language, session: request.session, token: readSessionCookie(request, settings.site) })
    }
    if (request.session?.level === 'link' && reference === '' && surname === '' && mail === '') return sendCodeForLink(dependencies, request.session, language)
    throw new ServiceError(400, 'InvalidRequest', 'Reference, surname and e-mail are needed')
  }
}
