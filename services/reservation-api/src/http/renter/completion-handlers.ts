import { createHmac } from 'node:crypto'
import { currentSecret, ServiceError, type Database } from '@checkin/server'
import type { Handlers } from '../handlers.ts'
import type { Tables } from '../../tables.ts'
import type { Documents } from '../../documents/documents.ts'
import type { IdentitySettings } from '../../identity/identity-settings.ts'
import { createLink } from '../../identity/link-store.ts'
import { writeSessionCookie } from '../../identity/session-cookie.ts'
import { requireSession } from '../../identity/session.ts'
import type { Proceeding } from '../../reservations/proceeding.ts'
import { loadReservation } from '../../reservations/reservation-store.ts'
import { wireReservation } from '../../reservations/wire-reservation.ts'
import { calendarOfSession } from '../../checkin/ticket/ticket-link.ts'
import { enterPrecheckout } from '../../checkin/enter-precheckout.ts'
import { isPrecheckoutPossible } from '../../reservations/module-status.ts'
import type { CompleteReservation } from '../../checkin/complete-reservation.ts'
import { requireFeesBooked } from '../../drivers/age-fee.ts'
import { wireSummary } from '../../reservations/wire-summary.ts'
import { reportJourney } from '../session-release.ts'
import { areTermsAccepted } from '../../agreement/terms/acceptance-store.ts'
import { updateReservation } from '../../checkin/update-reservation.ts'

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
  updateReservation: async ({ request, reply, body, tenant, language }) => {
    const session = requireSession(request, 'link')
    if (body.hasCompletedReservation) await requireFeesBooked(database, { tenant, session, proceeding, act: 'complete' })
    const answer = await database.withTenant(session.tenantId, async (transaction) => {
      const stored = await updateReservation(transaction, body, { session, tenant, language, completeReservation, proceeding })
      reportJourney(stored, request, reply)
      const termsAccepted = await areTermsAccepted(transaction, session.tenantId, session.reservationId)
      const { reservation, driver, addDriver, rowVersion } = wireReservation(stored, termsAccepted)
      return { reservation, driver, addDriver, rowVersion, summary: wireSummary(stored, language) }
    })
    if (body.hasCompletedReservation) mailQueued()
    return answer
  },
}) satisfies Handlers

export interface CompletionDependencies {
  readonly database: Database<Tables>
  readonly documents: Documents
  readonly proceeding: Proceeding
  readonly settings: Pick<IdentitySettings, 'codeSecret' | 'site'>
}

const notEligible = () => new ServiceError(404, 'NotEligible', 'Pre-checkout is not possible for this reservation')

/** API-14 and API-21: from a completed check-in into pre-checkout. */
export function completionHandlers({ database, documents, proceeding, settings }: CompletionDependencies) {
  /** One token per session however often it asks: the call is a read, and may be made again. */
  const tokenOf = (sessionId: string): string => createHmac('sha256', currentSecret(settings.codeSecret)).update(`pre-checkout of ${sessionId}`).digest('base64url')

  return {
    checkPrecheckout: ({ request, body, tenant }) => {
      const { id, tenantId, reservationId } = requireSession(request, 'link')
      return database.withTenant(tenantId, async (transaction) => {
        const stored = await loadReservation(transaction, tenantId, { id: reservationId })
        if (!stored || stored.row.number !== body.reservationNumber || !isPrecheckoutPossible(stored, tenant.settings)) throw notEligible()
        const { check_in_at: returnAt, check_in_zone: timeZone } = stored.row
        const { token } = await createLink(transaction, {
          tenantId, reservationId, purpose: 'precheckout', returnDate: returnAt.slice(0, 10), timeZone, token: tokenOf(id),
        })
        return { precheckoutToken: token }
      })
    },

    getPrecheckoutReservation: async ({ request, params, reply, tenant }) => {
      const session = requireSession(request, 'link')
      const { tenantId } = session
      const entry = await database.withTenant(tenantId, async (transaction) => {
        const own = await enterPrecheckout(transaction, session, params.guid)
        if (own?.stored.row.has_rental_agreement) throw new ServiceError(409, 'HasRentalAgreement', 'The reservation already has a rental agreement')
        if (own) await proceeding.require(transaction, { tenant, stored: own.stored, act: 'enterPrecheckout' })
        return own && {
          ...own, ...await proceeding.readiness(transaction, tenant, own.stored),
          calendar: await calendarOfSession(transaction, own.stored, { tenant, session: own.opened?.session ?? session, secret: settings.codeSecret }),
        }
      })
      if (!entry) throw new ServiceError(404, 'ReservationNotFound', 'There is no such reservation')
      const { stored, opened, termsAccepted, missing, calendar } = entry
      if (opened) writeSessionCookie(reply, settings.site, opened.token)
      // A link shows only that there are pictures (DEC-77).
      const pictures = session.level === 'verified' ? await documents.open(database, tenantId, stored.pictures) : undefined
      return { ...wireReservation(stored, termsAccepted, pictures), missing, sessionKey: (opened?.session ?? session).sessionKey, ...calendar }
    },
  } satisfies Handlers
}
