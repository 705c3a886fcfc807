import { ServiceError, type Database } from '@checkin/server'
import type { Handlers } from '../../server/handlers.ts'
import type { Tables } from '../../tables.ts'
import { referenceKey, type ReservationDirectory } from '../identity/reservation-directory.ts'
import { requireSession } from '../identity/session.ts'
import { recordAcceptance } from './acceptance-store.ts'
import { termsDocuments } from './terms-documents.ts'
import { isTermTag, termsText } from './terms-texts.ts'

export interface TermsDependencies {
  readonly database: Database<Tables>
  readonly directory: Pick<ReservationDirectory, 'byId'>
}

/** The calls API-06 to API-08. */
export function termsHandlers({ database, directory }: TermsDependencies) {
  const documents = termsDocuments()

  return {
    listTerms: ({ tenant: { settings }, language, reply }) => {
      void reply.header('vary', 'accept-language, x-checkin-language')
      return settings.terms.filter(isTermTag).map((tag) => ({ tag, title: termsText(tag, language, settings.firmName).title }))
    },

    downloadTerms: async ({ params: { tag }, tenant: { settings }, language, request, reply }) => {
      if (!isTermTag(tag) || !settings.terms.includes(tag)) throw new ServiceError(404, 'NotFound', 'There is no such document')
      const { firmName, firmLogo, cssPrimary, primaryBtn } = settings
      const { bytes, etag } = await documents.pdf(tag, language, { firmName, firmLogo, brand: primaryBtn?.backgroundColor ?? cssPrimary })
      void reply.headers({
        etag, 'cache-control': 'private, no-cache', vary: 'accept-language, x-checkin-language', 'content-language': language,
        'content-disposition': `attachment; filename="${tag}-${language}.pdf"`, 'x-content-type-options': 'nosniff',
      })
      if (request.headers['if-none-match'] !== etag) return bytes
      void reply.code(304)
      return new Uint8Array()
    },

    acceptTerms: async ({ body, tenant, request }) => {
      const session = requireSession(request, 'link')
      await database.withTenant(tenant.id, async (transaction) => {
        const reservation = await directory.byId(transaction, tenant.id, session.reservationId)
        if (!reservation || referenceKey(reservation.reference) !== referenceKey(body.reference)) {
          throw new ServiceError(409, 'SessionMismatch', 'The session belongs to another reservation')
        }
        await recordAcceptance(transaction, {
          tenantId: tenant.id, reservationId: reservation.id, sessionId: session.id, acceptedDate: body.acceptedDate, timeZone: tenant.settings.timeZone,
        })
      })
      return { accepted: true }
    },
  } satisfies Handlers
}
