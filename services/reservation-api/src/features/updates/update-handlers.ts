import type { Database } from '@checkin/server'
import type { Handlers } from '../../server/handlers.ts'
import type { Tables } from '../../tables.ts'
import type { CompleteReservation } from '../completion/complete-reservation.ts'
import { requireFeesBooked } from '../driver/book-fees.ts'
import { requireSession } from '../identity/session.ts'
import type { Proceeding } from '../proceeding/proceeding.ts'
import { wireReservation } from '../reservations/wire-reservation.ts'
import { wireSummary } from '../reservations/wire-summary.ts'
import { areTermsAccepted } from '../terms/acceptance-store.ts'
import { updateReservation } from './update-reservation.ts'

/** API-15: stores extras, upgrade and completion, and answers with the new figures. */
export const updateHandlers = (
  { database, completeReservation, proceeding, mailQueued }: {
    readonly database: Database<Tables>
    readonly completeReservation: CompleteReservation
    readonly proceeding: Proceeding
    /** Called after a mail may have been committed. */
    readonly mailQueued: () => void
  },
) => ({
  updateReservation: async ({ request, body, tenant, language }) => {
    const session = requireSession(request, 'link')
    if (body.hasCompletedReservation) await requireFeesBooked(database, { tenant, session, proceeding, act: 'complete' })
    const answer = await database.withTenant(session.tenantId, async (transaction) => {
      const stored = await updateReservation(transaction, body, { session, tenant, language, completeReservation, proceeding })
      const termsAccepted = await areTermsAccepted(transaction, session.tenantId, session.reservationId)
      const { reservation, driver, addDriver, rowVersion } = wireReservation(stored, termsAccepted)
      return { reservation, driver, addDriver, rowVersion, summary: wireSummary(stored, language) }
    })
    if (body.hasCompletedReservation) mailQueued()
    return answer
  },
}) satisfies Handlers
