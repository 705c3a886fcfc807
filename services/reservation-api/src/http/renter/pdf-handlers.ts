import type { RenterPaper } from '@checkin/api'
import { ServiceError, type Database } from '@checkin/server'
import type { Handlers } from '../handlers.ts'
import type { Documents } from '../../documents/documents.ts'
import { pdfsOf, type PdfRow } from '../../documents/pdf-store.ts'
import { requireSession } from '../../identity/session.ts'
import { reservationOf } from '../../reservations/own-reservation.ts'
import { wireReservation } from '../../reservations/wire-reservation.ts'
import type { Tables } from '../../tables.ts'

/** The unsigned agreement is read at the signature provider, and may be outdated (DEC-108). */
const renterPdf = ({ id, kind, created_at: at }: Pick<PdfRow, 'id' | 'kind' | 'created_at'>): RenterPaper[] =>
  (kind === 'agreement' ? [] : [{ id, kind, createdAt: at.toISOString() }])

/** API-42 and API-43: the session's own rental and its papers, also after an agreement was made (DEC-185). */
export function pdfHandlers(database: Database<Tables>, { pdfs }: Pick<Documents, 'pdfs'>) {
  return {
    listPapers: ({ request }) => {
      const session = requireSession(request, 'link')
      return database.withTenant(session.tenantId, async (transaction) => {
        const stored = await reservationOf(transaction, session)
        const list = (await pdfsOf(transaction, session.tenantId, session.reservationId)).flatMap(renterPdf)
        return { reservation: wireReservation(stored, false).reservation, papers: list }
      })
    },

    downloadPaper: async ({ request, params, reply }) => {
      const session = requireSession(request, 'link')
      const found = await database.withTenant(session.tenantId, async (transaction) => {
        const { row } = await reservationOf(transaction, session)
        const [chosen] = (await pdfsOf(transaction, session.tenantId, session.reservationId)).flatMap(renterPdf).filter(({ id }) => id === params.paper)
        const pdf = chosen && await pdfs.read(transaction, session.tenantId, chosen.id)
        return pdf ? { pdf, name: `${chosen.kind}-${row.reference.replace(/[^\w-]/g, '_')}.pdf` } : null
      })
      if (!found) throw new ServiceError(404, 'NotFound', 'There is no such paper')
      void reply.headers({ 'cache-control': 'no-store', 'content-disposition': `attachment; filename="${found.name}"`, 'x-content-type-options': 'nosniff' })
      return found.pdf
    },
  } satisfies Handlers
}
