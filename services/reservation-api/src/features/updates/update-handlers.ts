import type { Database } from '@checkin/server'
import type { Handlers } from '../../server/handlers.ts'
import type { Tables } from '../../tables.ts'
import { requireSession } from '../identity/session.ts'
import { wireReservation } from '../reservations/wire-reservation.ts'
import { wireSummary } from '../reservations/wire-summary.ts'
import { areTermsAccepted } from '../terms/acceptance-store.ts'
import { updateReservation } from './update-reservation.ts'

/** API-15: stores extras, upgrade and completion, and answers with the new figures. */
export const updateHandlers = (database: Database<Tables>) => ({
  updateReservation: ({ request, body, tenant, language }) => {
    const session = requireSession(request, 'link')
    return database.withTenant(session.tenantId, async (transaction) => {
      const stored = await updateReservation(transaction, body, { session, settings: tenant.settings, language })
      const termsAccepted = await areTermsAccepted(transaction, session.tenantId, session.reservationId)
      const { reservation, driver, addDriver, rowVersion } = wireReservation(stored, termsAccepted)
      return { reservation, driver, addDriver, rowVersion, summary: wireSummary(stored, language) }
    })
  },
}) satisfies Handlers
