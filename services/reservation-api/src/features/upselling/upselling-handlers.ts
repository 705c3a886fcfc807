import { ServiceError, type Database } from '@checkin/server'
import type { Handlers } from '../../server/handlers.ts'
import type { Tables } from '../../tables.ts'
import type { Session } from '../identity/session-store.ts'
import { requireSession } from '../identity/session.ts'
import { ownReservation } from '../offers/own-reservation.ts'
import { loadUpgrades } from '../reservations/reservation-store.ts'
import { openOffers } from './upgraded.ts'
import { wireUpsellOption } from './wire-upsell-option.ts'

/** API-19 and API-20: higher vehicle groups on offer, the cheapest first (OFFERS-22). */
export function upsellingHandlers(database: Database<Tables>) {
  const offersOf = (session: Session, number: string) => database.withTenant(session.tenantId, async (transaction) => {
    const stored = await ownReservation(transaction, session, number)
    return { stored, offers: openOffers(stored, await loadUpgrades(transaction, session.tenantId, stored.row.id)) }
  })

  return {
    listUpsellGroups: async ({ request, params, language }) => {
      const { stored, offers } = await offersOf(requireSession(request, 'link'), params.reservation)
      return offers.map((offer) => wireUpsellOption(stored, offer, language))
    },
    getUpsellGroup: async ({ request, params, language }) => {
      const { stored, offers } = await offersOf(requireSession(request, 'link'), params.reservation)
      const offer = offers.find(({ group_id: groupId }) => groupId === params.groupId)
      if (!offer) throw new ServiceError(404, 'NotFound', 'There is no such offer')
      return wireUpsellOption(stored, offer, language)
    },
  } satisfies Handlers
}
