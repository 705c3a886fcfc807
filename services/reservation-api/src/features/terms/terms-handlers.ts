import type { TermsAcceptance } from '@checkin/api'
import { ServiceError, type Database } from '@checkin/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Tables } from '../../tables.ts'
import { referenceKey } from '../identity/locate.ts'
import type { ReservationDirectory } from '../identity/reservation-directory.ts'
import { requireSession } from '../identity/session.ts'
import { requestLanguage } from '../mail/request-language.ts'
import { recordAcceptance } from './acceptance-store.ts'
import { termsDocuments } from './terms-documents.ts'
import type { TermsFirm } from './terms-pdf.ts'
import { isTermTag, termsText } from './terms-texts.ts'

/** What the terms need of the tenant that was called. */
export interface TermsTenant extends TermsFirm {
  readonly id: string
  readonly timeZone: string
  /** Tags of the documents to agree to, in their order. */
  readonly terms: readonly string[]
}

export interface TermsDependencies {
  readonly database: Database<Tables>
  readonly directory: Pick<ReservationDirectory, 'byId'>
  readonly tenantOf: (request: FastifyRequest) => TermsTenant
}

interface Call {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** The calls API-06 to API-08. Bodies and parameters arrive checked against the contract. */
export function termsHandlers({ database, directory, tenantOf }: TermsDependencies) {
  const documents = termsDocuments()

  return {
    listTerms: ({ request }: Call) => {
      const { terms, firmName } = tenantOf(request)
      const language = requestLanguage(request)
      return terms.filter(isTermTag).map((tag) => ({ tag, title: termsText(tag, language, firmName).title }))
    },

    /** Answers by itself: bytes, not JSON. */
    downloadTerms: async ({ request, reply, params: { tag } }: Call & { readonly params: { readonly tag: string } }): Promise<FastifyReply> => {
      const tenant = tenantOf(request)
      if (!isTermTag(tag) || !tenant.terms.includes(tag)) throw new ServiceError(404, 'NotFound', 'There is no such document')
      const language = requestLanguage(request)
      const { firmName, firmLogo, brand } = tenant
      const { bytes, etag } = await documents.pdf(tag, language, { firmName, firmLogo, brand })
      void reply.headers({ etag, 'cache-control': 'private, no-cache', vary: 'accept-language, x-checkin-language', 'content-language': language })
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      return reply.type('application/pdf').header('content-disposition', `attachment; filename="${tag}-${language}.pdf"`)
        .header('x-content-type-options', 'nosniff').send(bytes)
    },

    acceptTerms: async ({ request, body }: Call & { readonly body: TermsAcceptance }) => {
      const session = requireSession(request, 'link')
      const { timeZone } = tenantOf(request)
      await database.withTenant(session.tenantId, async (transaction) => {
        const reservation = await directory.byId(transaction, session.tenantId, session.reservationId)
        if (!reservation || referenceKey(reservation.reference) !== referenceKey(body.reference)) {
          throw new ServiceError(409, 'SessionMismatch', 'The session belongs to another reservation')
        }
        const { acceptedDate } = body
        await recordAcceptance(transaction, { tenantId: session.tenantId, reservationId: reservation.id, acceptedDate, timeZone, sessionId: session.id })
      })
      return { accepted: true }
    },
  }
}
