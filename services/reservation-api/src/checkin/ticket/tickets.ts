import type { Ticket } from '@checkin/api/ticket'
import type { Language } from '@checkin/i18n'
import { ServiceError, type Database } from '@checkin/server'
import type { Transaction } from 'kysely'
import type { GuardLimits } from '../../identity/guard.ts'
import { holdGuard, recordMiss } from '../../identity/guard-store.ts'
import { isToken } from '../../identity/opaque-token.ts'
import { loadReservation, type StoredReservation } from '../../reservations/reservation-store.ts'
import type { Tables } from '../../tables.ts'
import type { Tenant } from '../../tenants/tenant-store.ts'
import { ticketCalendar } from './ticket-calendar.ts'
import { ticketFacts } from './ticket-facts.ts'
import { reservationOfTicket } from './ticket-link.ts'

/** Who comes with a token and no session. */
export interface Bearer {
  readonly tenant: Tenant
  readonly address: string
  readonly token: string
}

const unknown = () => new ServiceError(404, 'LinkUnknown', 'There is nothing at this link')
const tooMany = (seconds: number) => new ServiceError(429, 'TooManyRequests', 'Too many requests, try again later', { headers: { 'retry-after': String(seconds) } })

export interface TicketDependencies {
  readonly database: Database<Tables>
  readonly settings: { readonly link: GuardLimits }
}

/**
 * Tickets of completed check-ins, by their links (API-52, API-53, DEC-206). Throws one 404 `LinkUnknown` whyever there is none, and 429 for an address
 * that has tried too many.
 */
export function createTickets({ database, settings }: TicketDependencies) {
  async function byToken<Result>({ tenant, address, token }: Bearer, ask: (transaction: Transaction<Tables>, stored: StoredReservation) => Promise<Result> | Result): Promise<Result> {
    // A miss is counted in a transaction that stays.
    const found = await database.withTenant(tenant.id, async (transaction): Promise<{ readonly result: Result } | number> => {
      const id = tenant.settings.ticket && isToken(token) ? await reservationOfTicket(transaction, tenant.id, token) : null
      const stored = id === null ? null : await loadReservation(transaction, tenant.id, { id })
      if (stored && !stored.row.erased_at) return { result: await ask(transaction, stored) }
      const guard = await holdGuard(transaction, { tenantId: tenant.id, kind: 'link', subject: address })
      if (guard.locked) return settings.link.lockSeconds
      await recordMiss(transaction, guard, settings.link)
      return 0
    })
    if (typeof found !== 'number') return found.result
    throw found > 0 ? tooMany(found) : unknown()
  }
  return {
    /** API-52. */
    read: (bearer: Bearer): Promise<Ticket> => byToken(bearer, ticketFacts),
    /** API-53: the file, in a language. */
    calendar: (bearer: Bearer, language: Language): Promise<{ readonly file: string; readonly reference: string }> =>
      byToken(bearer, (_, stored) => ({ file: ticketCalendar(stored, { firm: bearer.tenant.settings.firmName, phone: bearer.tenant.settings.phone, language }), reference: stored.row.reference })),
  }
}
export type Tickets = ReturnType<typeof createTickets>
