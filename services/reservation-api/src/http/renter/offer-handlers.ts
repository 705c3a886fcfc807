import type { ExtraChoice, ExtrasSummary } from '@checkin/api'
import { ServiceError, type Database } from '@checkin/server'
import type { Handlers } from '../handlers.ts'
import type { Tables } from '../../tables.ts'
import { tenantModules } from '../../tenants/tenant-settings.ts'
import { requireSession } from '../../identity/session.ts'
import { ownReservation } from '../../reservations/own-reservation.ts'
import { cannotUpdate, outOfStock } from '../../reservations/offers/refusals.ts'
import { requireNothing } from '../../reservations/proceeding.ts'
import { wireSummary } from '../../reservations/wire-summary.ts'
import { chooseExtras } from '../../reservations/offers/choose-extras.ts'
import { stockAt } from '../../reservations/offers/stock-store.ts'
import type { Session } from '../../identity/session-store.ts'
import { loadUpgrades } from '../../reservations/reservation-store.ts'
import type { Tenant } from '../../tenants/tenant-store.ts'
import { openOffers, wireUpsellOption } from '../../reservations/offers/upgrades.ts'

/** The answer repeats each choice's event, so that a page may send on what it was given. */
function withEvents(summary: ExtrasSummary, choices: readonly ExtraChoice[]): ExtrasSummary {
  const events = new Map(choices.map(({ extraID, event }) => [extraID, event ?? null]))
  return { ...summary, extras: summary.extras.map((extra) => ({ ...extra, event: events.get(extra.extraID) ?? null })) }
}

/** API-18: what a choice of extras would cost. Stores nothing and takes nothing out of stock. */
export const extrasHandlers = (database: Database<Tables>) => ({
  calculateExtras: async ({ request, body, tenant, language }) => {
    const session = requireSession(request, 'link')
    const { stored, stock } = await database.readTenant(session.tenantId, async (reader) => {
      const own = await ownReservation(reader, session, body.reservationId)
      return { stored: own, stock: await stockAt(reader, { tenantId: session.tenantId, place: own.row.check_out_place }) }
    })
    if (stored.row.has_rental_agreement) throw cannotUpdate(language)
    // Extras that are not offered any more have no price (SHELL-05).
    if (!tenantModules(tenant.settings).some(({ viewTag, isEnabled }) => viewTag === 'exview' && isEnabled)) requireNothing([{ code: 'ModuleOff', step: 'overview' }])
    const chosen = chooseExtras(stored.extras, body.extras)
    if (chosen.kind === 'refused') throw cannotUpdate(language, { extraID: chosen.extraId })
    const tooMany = chosen.changes.find(({ extraId, from, to }) => to - from > (stock.get(extraId) ?? Infinity))
    if (tooMany) throw outOfStock(language, tooMany.extraId)
    return withEvents(wireSummary({ ...stored, extras: chosen.extras }, language), body.extras)
  },
}) satisfies Handlers

/** API-19 and API-20: higher vehicle groups on offer, the cheapest first (OFFERS-22). */
export function upsellingHandlers(database: Database<Tables>) {
  const offersOf = (session: Session, tenant: Tenant, number: string) => database.readTenant(session.tenantId, async (reader) => {
    const stored = await ownReservation(reader, session, number)
    // A step that is off offers nothing (SHELL-05).
    const isOn = tenantModules(tenant.settings).some(({ viewTag, isEnabled }) => viewTag === 'upview' && isEnabled)
    return { stored, offers: !isOn ? [] : openOffers(stored, await loadUpgrades(reader, session.tenantId, stored.row.id)) }
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
