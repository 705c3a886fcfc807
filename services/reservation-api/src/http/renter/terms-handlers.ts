import { ServiceError, type Database } from '@checkin/server'
import type { Handlers } from '../handlers.ts'
import type { Tables } from '../../tables.ts'
import { referenceKey, type ReservationDirectory } from '../../identity/reservation-directory.ts'
import { requireSession } from '../../identity/session.ts'
import { recordAcceptance } from '../../agreement/terms/acceptance-store.ts'
import { termsDocuments } from '../../agreement/terms/terms-documents.ts'
import { letterheadOf } from '../../tenants/tenant-store.ts'
import { acceptedVersions, termsByHash, validTerms } from '../../agreement/terms/terms-store.ts'

/** The calls API-06 to API-08. */
export function termsHandlers({ database, directory }: { readonly database: Database<Tables>; readonly directory: Pick<ReservationDirectory, 'byId'> }) {
  const documents = termsDocuments()

  return {
    listTerms: async ({ tenant, language, reply }) => {
      void reply.header('vary', 'accept-language, x-checkin-language')
      const terms = await database.readTenant(tenant.id, (reader) => validTerms(reader, tenant, language))
      return terms.map(({ tag, title, hash }) => ({ tag, title, hash }))
    },

    downloadTerms: async ({ params: { tag }, tenant, language, request, reply }) => {
      const row = await database.withTenant(tenant.id, async (transaction) => {
        const valid = (await validTerms(transaction, tenant, language)).find((each) => each.tag === tag)
        return valid ? termsByHash(transaction, tenant.id, valid.hash) : null
      })
      if (!row) throw new ServiceError(404, 'NotFound', 'There is no such document')
      const { bytes, etag } = await documents.pdf(row, letterheadOf(tenant))
      void reply.headers({
        etag, 'cache-control': 'private, no-cache', vary: 'accept-language, x-checkin-language', 'content-language': row.language,
        'content-disposition': `attachment; filename="${tag}-${row.language}.pdf"`, 'x-content-type-options': 'nosniff',
      })
      if (request.headers['if-none-match'] !== etag) return bytes
      void reply.code(304)
      return new Uint8Array()
    },

    acceptTerms: async ({ body, tenant, language, request }) => {
      const session = requireSession(request, 'link')
      await database.withTenant(tenant.id, async (transaction) => {
        const reservation = await directory.byId(transaction, tenant.id, session.reservationId)
        if (!reservation || referenceKey(reservation.reference) !== referenceKey(body.reference)) {
          throw new ServiceError(409, 'SessionMismatch', 'The session belongs to another reservation')
        }
        const shown = await acceptedVersions(transaction, tenant, language, body.documents)
        if (shown === null) throw new ServiceError(409, 'TermsChanged', 'The page showed other terms than those that are valid')
        await recordAcceptance(transaction, {
          tenantId: tenant.id, reservationId: reservation.id, sessionId: session.id, acceptedDate: body.acceptedDate, timeZone: tenant.settings.timeZone, documents: shown,
        })
      })
      return { accepted: true }
    },
  } satisfies Handlers
}
