import type { ExtraChoice, ExtrasSummary } from '@checkin/api'
import type { Database } from '@checkin/server'
import type { Handlers } from '../../server/handlers.ts'
import type { Tables } from '../../tables.ts'
import { tenantModules } from '../configuration/tenant-modules.ts'
import { requireSession } from '../identity/session.ts'
import { ownReservation } from '../offers/own-reservation.ts'
import { cannotUpdate, outOfStock } from '../offers/refusals.ts'
import { requireNothing } from '../proceeding/proceeding.ts'
import { wireSummary } from '../reservations/wire-summary.ts'
import { chooseExtras } from './choose-extras.ts'
import { stockAt } from './stock-store.ts'

/** The answer repeats each choice's event, so that a page may send on what it was given. */
function withEvents(summary: ExtrasSummary, choices: readonly ExtraChoice[]): ExtrasSummary {
  const events = new Map(choices.map(({ extraID, event }) => [extraID, event ?? null]))
  return { ...summary, extras: summary.extras.map((extra) => ({ ...extra, event: events.get(extra.extraID) ?? null })) }
}

/** API-18: what a choice of extras would cost. Stores nothing and takes nothing out of stock. */
export const extrasHandlers = (database: Database<Tables>) => ({
  calculateExtras: async ({ request, body, tenant, language }) => {
    const session = requireSession(request, 'link')
    const { stored, stock } = await database.withTenant(session.tenantId, async (transaction) => {
      const own = await ownReservation(transaction, session, body.reservationId)
      return { stored: own, stock: await stockAt(transaction, { tenantId: session.tenantId, place: own.row.check_out_place }) }
    })
    if (stored.row.has_rental_agreement) throw cannotUpdate(language)
    // Extras that are not offered any more have no price (SHELL-05).
    if (!tenantModules(tenant.settings).some(({ viewTag, isEnabled }) => viewTag === 'exview' && isEnabled)) requireNothing([{ code: 'ModuleOff', step: 'overview' }])
    const chosen = chooseExtras(stored.extras, body.extras)
    if (chosen.kind === 'refused') throw cannotUpdate(language, { extraID: chosen.extraId })
    const lacking = chosen.changes.find(({ extraId, from, to }) => to - from > (stock.get(extraId) ?? Infinity))
    if (lacking) throw outOfStock(language, lacking.extraId)
    return withEvents(wireSummary({ ...stored, extras: chosen.extras }, language), body.extras)
  },
}) satisfies Handlers
