import { ServiceError, type Database } from '@checkin/server'
import type { Handlers } from '../../server/handlers.ts'
import type { Tables } from '../../tables.ts'
import { tenantModules } from '../configuration/tenant-modules.ts'
import type { Session } from '../identity/session-store.ts'
import { requireSession } from '../identity/session.ts'
import { ownReservation } from '../offers/own-reservation.ts'
import { loadUpgrades } from '../reservations/reservation-store.ts'
import type { Tenant } from '../tenants/tenant-store.ts'
import { openOffers } from './upgraded.ts'
import { wireUpsellOption } from './wire-upsell-option.ts'

/** API-19 and API-20: higher vehicle groups on offer, the cheapest first (OFFERS-22). */
export function upsellingHandlers(database: Database<Tables>) {
  const offersOf = (session: Session, tenant: Tenant, number: string) => database.withTenant(session.tenantId, async (transaction) => {
    const stored = await ownReservation(transaction, session, number)
    // A step that is off offers nothing (SHELL-05).
    const isOn = tenantModules(tenant.settings).some(({ viewTag, isEnabled }) => viewTag === 'upview' && isEnabled)
    return { stored, offers: !isOn ? [] : openOffers(stored, await loadUpgrades(transaction, session.tenantId, stored.row.id)) }
  })

  return {
    listUpsellGroups: async ({ request, params, tenant, language }) => {
      const { stored, offers } = await offersOf(requireSession(request, 'link'), tenant, params.reservation)
      return offers.map((offer) => wireUpsellOption(stored, offer, language))
    },
    getUpsellGroup: async ({ request, params, tenant, language }) => {
      const { stored, offers } = await offersOf(requireSession(request, 'link'), tenant, params.reservation)
      const offer = offers.find(({ group_id: groupId }) => groupId === params.groupId)
      if (!offer) throw new ServiceError(404, 'NotFound', 'There is no such offer')
      return wireUpsellOption(stored, offer, language)
    },
  } satisfies Handlers
}
