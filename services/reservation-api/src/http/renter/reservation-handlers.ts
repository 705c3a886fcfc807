import { ServiceError, type Database } from '@checkin/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Handlers } from '../handlers.ts'
import type { Tables } from '../../tables.ts'
import type { Documents } from '../../documents/documents.ts'
import { calendarOfSession } from '../../checkin/ticket/ticket-link.ts'
import { requireSession } from '../../identity/session.ts'
import type { Proceeding } from '../../reservations/proceeding.ts'
import { moduleStatus } from '../../reservations/module-status.ts'
import { reservationOf } from '../../reservations/own-reservation.ts'
import { loadCards, type StoredReservation } from '../../reservations/reservation-store.ts'
import { wireReservation } from '../../reservations/wire-reservation.ts'
import { wireSummary } from '../../reservations/wire-summary.ts'
import { reportJourney } from '../session-release.ts'

/** API-13, 16, 17 and 31: what a session may read of its own reservation. Any other name answers the same 404. */
export function reservationHandlers(database: Database<Tables>, documents: Documents, proceeding: Proceeding, secret: string) {
  /** The session's reservation, if that is the one asked for. */
  const own = (request: FastifyRequest, isAsked: (stored: StoredReservation) => boolean): Promise<StoredReservation> => {
    const session = requireSession(request, 'link')
    return database.readTenant(session.tenantId, (reader) => reservationOf(reader, session, isAsked))
  }

  const byGuid = async (request: FastifyRequest, reply: FastifyReply, guid: string): Promise<StoredReservation> => {
    const found = await own(request, ({ row }) => row.guid === guid)
    if (found.row.has_rental_agreement) throw new ServiceError(409, 'HasRentalAgreement', 'The reservation already has a rental agreement')
    reportJourney(found, request, reply)
    return found
  }

  const loaded = async ({ request, reply, params }: { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly params: { readonly guid: string } }) => {
    const stored = await byGuid(request, reply, params.guid)
    const session = requireSession(request, 'link')
    const { sessionKey, tenantId, level } = session
    const { termsAccepted, missing, calendar } = await database.readTenant(tenantId, async (reader) => ({
      ...await proceeding.readiness(reader, request.tenant, stored), calendar: await calendarOfSession(reader, stored, { tenant: request.tenant, session, secret }),
    }))
    // A link shows only that there are pictures (DEC-77).
    const pictures = level === 'verified' ? await documents.open(database, tenantId, stored.pictures) : undefined
    return { ...wireReservation(stored, termsAccepted, pictures), missing, sessionKey, ...calendar }
  }

  return {
    getReservation: loaded,

    getFullReservation: async ({ request, reply, params, language }) => {
      const stored = await byGuid(request, reply, params.guid)
      const { reservation, driver, addDriver, rowVersion } = wireReservation(stored, false)
      return { reservation, driver, addDriver, rowVersion, summary: wireSummary(stored, language) }
    },

    getModuleStatus: async ({ request, params, tenant }) => {
      const stored = await own(request, ({ row }) => row.number === params.reservation)
      return moduleStatus(stored, tenant.settings)
    },

    listSavedCards: async ({ request, params }) => {
      const { tenantId } = requireSession(request, 'verified')
      const { row } = await own(request, (asked) => asked.row.number === params.reservation)
      const cards = await database.readTenant(tenantId, (reader) => loadCards(reader, tenantId, row.id))
      return cards.filter(({ provider }) => provider === params.provider)
        .map((card) => ({ creditCardNumber: card.masked_number, cardFlag: card.card_flag, token: card.token, referenceToken: card.reference_token }))
    },
  } satisfies Handlers
}
